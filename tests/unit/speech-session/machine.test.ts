import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { hasLoneSurrogate } from "../../../app/lib/lone-surrogates";
import { type Action, type MachineOptions, SessionMachine } from "../../../durable-objects/speech-session/machine";
import { clientMessageSchema } from "../../../durable-objects/speech-session/protocol";

const message = (wire: Record<string, unknown>) => clientMessageSchema.parse(wire);

function machine(options: Partial<MachineOptions> = {}) {
  const made = new SessionMachine({
    isMulti: false,
    autoMode: false,
    markup: "plain",
    maxBufferedCharacters: 10_000,
    ...options,
  });
  return { made, receive: (wire: Record<string, unknown>) => made.receive(message(wire)) };
}

const spoken = (actions: Action[]) => actions.flatMap((action) => (action.type === "speak" ? [action.text] : []));
const types = (actions: Action[]) => actions.map((action) => action.type);
const SENTENCE = "This is a sentence of some length. ";

describe("a single stream", () => {
  test("holds text back until the schedule's first length is reached, and speaks whole sentences", () => {
    const { receive } = machine();
    expect(receive({ text: " ", voice_settings: { stability: 0.2 } })).toEqual([]);
    for (let i = 0; i < 3; i++) expect(receive({ text: SENTENCE })).toEqual([]);
    const actions = receive({ text: `${SENTENCE}And` });
    expect(spoken(actions)).toEqual([SENTENCE.repeat(4)]);
    expect(actions[0]).toMatchObject({ settings: { stability: 0.2 } });
  });

  test("takes the blank of the first message for an opening, and any later blank for text", () => {
    const opened = machine();
    opened.receive({ text: " " });
    opened.receive({ text: "Hello from the other side." });
    expect(spoken(opened.receive({ text: "" }))).toEqual(["Hello from the other side."]);

    const settingsFirst = machine();
    settingsFirst.receive({ voice_settings: { speed: 1.1 } });
    settingsFirst.receive({ text: " ", flush: true });
    settingsFirst.receive({ text: "Hello" });
    settingsFirst.receive({ text: " " });
    settingsFirst.receive({ text: "you" });
    expect(spoken(settingsFirst.receive({ text: "" }))).toEqual(["Hello you"]);

    const twoBlanks = machine();
    for (const text of [" ", " ", "Hello"]) twoBlanks.receive({ text });
    expect(spoken(twoBlanks.receive({ text: "" }))).toEqual([" Hello"]);

    const ownBlanks = machine();
    ownBlanks.receive({ text: "  Hello" });
    expect(spoken(ownBlanks.receive({ text: "" }))).toEqual(["  Hello"]);
  });

  test("follows the client's own schedule, and stays at its last length", () => {
    const { receive } = machine();
    receive({ text: " ", generation_config: { chunk_length_schedule: [50, 100] } });
    expect(spoken(receive({ text: SENTENCE.repeat(2) }))).toHaveLength(1);
    expect(spoken(receive({ text: SENTENCE.repeat(2) }))).toHaveLength(0);
    expect(spoken(receive({ text: SENTENCE }))).toHaveLength(1);
    expect(spoken(receive({ text: SENTENCE.repeat(2) }))).toHaveLength(0);
    expect(spoken(receive({ text: SENTENCE }))).toHaveLength(1);
  });

  test("speaks what it has when flushed, and from 50 characters on when triggered", () => {
    const { receive } = machine();
    expect(spoken(receive({ text: "Hello ", try_trigger_generation: true }))).toEqual([]);
    expect(spoken(receive({ text: SENTENCE.repeat(2), try_trigger_generation: true }))).toHaveLength(1);
    expect(spoken(receive({ text: "Bye ", flush: true }))).toEqual(["Bye "]);
    expect(spoken(receive({ text: " ", flush: true }))).toEqual([]);
  });

  test("lets out what was spoken where a flush has nothing to speak", () => {
    const { receive } = machine();
    receive({ text: SENTENCE.repeat(5) });
    const pauses = (actions: Action[]) => actions.filter((action) => action.type === "pause");
    expect(pauses(receive({ text: " ", flush: true }))).toEqual([{ type: "pause", contextId: "default" }]);
    expect(pauses(receive({ flush: true }))).toEqual([{ type: "pause", contextId: "default" }]);
    expect(pauses(receive({ text: "Now. ", flush: true }))).toEqual([]);
  });

  test("says what comes after a text: more of it, a silence where its client wanted it now, or nothing", () => {
    const { receive } = machine();
    const followers = (actions: Action[]) =>
      actions.flatMap((action) => (action.type === "speak" ? [action.followedBy] : []));
    expect(followers(receive({ text: SENTENCE.repeat(5) }))).toEqual(["more"]);
    expect(followers(receive({ text: SENTENCE.repeat(2), try_trigger_generation: true }))).toEqual(["silence"]);
    expect(followers(receive({ text: "Now. ", flush: true }))).toEqual(["silence"]);
    receive({ text: "The rest." });
    expect(followers(receive({ text: "" }))).toEqual([undefined]);
    expect(followers(machine({ autoMode: true }).receive({ text: "One. " }))).toEqual(["silence"]);
  });

  test("speaks each message at once in auto mode", () => {
    const { receive } = machine({ autoMode: true });
    expect(spoken(receive({ text: " " }))).toEqual([]);
    expect(spoken(receive({ text: "One. " }))).toEqual(["One. "]);
    expect(spoken(receive({ text: "Two. " }))).toEqual(["Two. "]);
  });

  test("ends with an empty text: the rest is spoken, then it is final, then closed; later messages are nothing", () => {
    const { receive } = machine();
    receive({ text: "Hello there" });
    expect(types(receive({ text: "" }))).toEqual(["speak", "finish-context", "close-socket"]);
    expect(receive({ text: "More" })).toEqual([]);
  });

  test("closes at once when nothing was ever said", () => {
    expect(types(machine().receive({ text: "" }))).toEqual(["finish-context", "close-socket"]);
  });

  test("refuses more text than may wait, and dictionaries", () => {
    const { receive } = machine({ maxBufferedCharacters: 100 });
    expect(receive({ text: "x".repeat(101) })[0]).toMatchObject({
      type: "refuse",
      error: "max_character_limit_exceeded",
    });
    const locators = [{ pronunciation_dictionary_id: "a", version_id: "b" }];
    expect(types(machine().receive({ text: " ", pronunciation_dictionary_locators: locators }))).toEqual(["refuse"]);
  });

  test("loses and doubles no character, however the text is cut", () => {
    const pieces = fc.array(fc.constantFrom("Hello ", "world. ", "Is it? ", "a", "\n", "你好。", "x".repeat(200)), {
      maxLength: 60,
    });
    fc.assert(
      fc.property(
        pieces,
        fc.array(fc.integer({ min: 50, max: 300 }), { minLength: 1, maxLength: 4 }),
        (texts, schedule) => {
          const { receive } = machine({ maxBufferedCharacters: 100_000 });
          receive({ text: " ", generation_config: { chunk_length_schedule: schedule } });
          const actions = texts.flatMap((text) => receive({ text }));
          actions.push(...receive({ text: "" }));
          const all = spoken(actions).join("");
          expect(texts.join("").startsWith(all)).toBe(true);
          expect(texts.join("").slice(all.length).trim()).toBe("");
        },
      ),
    );
  });
});

describe("several contexts", () => {
  const multi = () => machine({ isMulti: true });

  test("are buffered, flushed and finished each for itself", () => {
    const { receive } = multi();
    receive({ text: "One ", context_id: "a" });
    receive({ text: "Two ", context_id: "b" });
    expect(receive({ context_id: "a", flush: true })).toEqual([
      { type: "speak", contextId: "a", text: "One ", settings: {}, followedBy: "silence" },
    ]);
    expect(spoken(receive({ context_id: "b", text: "three ", flush: true }))).toEqual(["Two three "]);
  });

  test("may each open with a blank that is not spoken, also when opened anew", () => {
    const { receive } = multi();
    receive({ text: " " });
    for (let round = 0; round < 2; round++) {
      receive({ text: " ", context_id: "a", voice_settings: { speed: 1.1 } });
      receive({ text: "One", context_id: "a" });
      receive({ text: " ", context_id: "a" });
      expect(receive({ text: "two", context_id: "a", flush: true })).toEqual([
        { type: "speak", contextId: "a", text: "One two", settings: { speed: 1.1 }, followedBy: "silence" },
      ]);
      receive({ context_id: "a", close_context: true });
    }
    receive({ text: "Unnamed" });
    expect(spoken(receive({ text: " one", flush: true }))).toEqual(["Unnamed one"]);
  });

  test("that are closed drop what only waits, and may be opened anew", () => {
    const { receive, made } = multi();
    receive({ text: "One ", context_id: "a" });
    expect(receive({ context_id: "a", close_context: true })).toEqual([{ type: "finish-context", contextId: "a" }]);
    expect(made.openContexts).toEqual([]);
    expect(receive({ context_id: "a", close_context: true })).toEqual([]);
    expect(spoken(receive({ text: "New ", context_id: "a", flush: true }))).toEqual(["New "]);
  });

  test("are five at most", () => {
    const { receive } = multi();
    for (const context_id of ["a", "b", "c", "d", "e"]) expect(receive({ text: "Hi ", context_id })).toEqual([]);
    expect(receive({ text: "Hi ", context_id: "f" })[0]).toMatchObject({ type: "refuse", error: "too_many_contexts" });
  });

  test("are kept alive by an empty text, and none is opened by a blank one without a name", () => {
    const { receive, made } = multi();
    expect(receive({ text: " ", voice_settings: { speed: 1.1 } })).toEqual([]);
    expect(made.openContexts).toEqual([]);
    receive({ text: "Hi ", context_id: "a" });
    expect(receive({ text: "", context_id: "a" })).toEqual([]);
    expect(receive({ context_id: "a", flush: true })[0]).toMatchObject({ settings: { speed: 1.1 } });
  });

  test("are all finished when the socket is closed; both spellings of a context's name are read", () => {
    const { receive } = multi();
    receive({ text: "Hi ", contextId: "a" });
    receive({ text: "Ho ", context_id: "b", flush: true });
    expect(types(receive({ close_socket: true }))).toEqual(["finish-context", "finish-context", "close-socket"]);
  });

  test("that time out speak what they hold", () => {
    const { receive, made } = multi();
    receive({ text: "Hi ", context_id: "a" });
    expect(types(made.endContext("a"))).toEqual(["speak", "finish-context"]);
    expect(made.endContext("a")).toEqual([]);
  });
});

describe("half of a character", () => {
  const FIRST = "\ud83d";
  const SECOND = "\ude00";

  test("waits for its other half in the next message, also where the text is flushed in between", () => {
    for (const flush of [false, true]) {
      const { receive } = machine();
      const first = receive({ text: `A smile ${FIRST}`, flush });
      const then = [...receive({ text: `${SECOND} it is.` }), ...receive({ text: "" })];
      expect(spoken([...first, ...then]).join("")).toBe("A smile 😀 it is.");
      expect(types([...first, ...then])).not.toContain("refuse");
    }
  });

  test("keeps the blank before it, which waits with it", () => {
    const { receive } = machine({ autoMode: true });
    const said = ["Hello", " ", FIRST, `${SECOND} `, "you"].flatMap((text) => spoken(receive({ text })));
    expect(said.join("")).toBe(`Hello ${FIRST}${SECOND} you`);
  });

  test("is refused where its other half cannot come any more, and at the end", () => {
    for (const text of [`half ${FIRST} here. `, `${SECOND} here. `]) {
      expect(machine().receive({ text }).at(-1)).toMatchObject({ type: "refuse", error: "invalid_request" });
    }
    const single = machine();
    single.receive({ text: `Hello ${FIRST}` });
    expect(types(single.receive({ text: "" }))).toContain("refuse");
    const many = machine({ isMulti: true });
    many.receive({ text: `Hello ${FIRST}`, context_id: "a" });
    expect(types(many.made.endContext("a"))).toContain("refuse");
  });

  test("is never at the end of what is spoken, however the text is cut", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 300 }), fc.integer({ min: 1, max: 9 }), (text, size) => {
        const { receive } = machine();
        receive({ text: " ", generation_config: { chunk_length_schedule: [50] } });
        const actions: Action[] = [];
        for (let at = 0; at < text.length; at += size) actions.push(...receive({ text: text.slice(at, at + size) }));
        actions.push(...receive({ text: "" }));
        for (const part of spoken(actions)) expect(hasLoneSurrogate(part)).toBe(false);
        expect(types(actions)).not.toContain("refuse");
      }),
    );
  });
});

test("messages are checked: schedules from 50 to 500, settings in their bounds, null as absent", () => {
  const parse = (wire: unknown) => clientMessageSchema.safeParse(wire).success;
  expect(parse({ text: null, voice_settings: null, flush: null, generation_config: null })).toBe(true);
  expect(parse({ text: 5 })).toBe(false);
  expect(parse({ text: "", voice_settings: { speed: 3 } })).toBe(false);
  expect(parse({ text: "", generation_config: { chunk_length_schedule: [10] } })).toBe(false);
  expect(parse([])).toBe(false);
});
