import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type MachineOptions, SessionMachine } from "../../../durable-objects/speech-session/machine";
import { type ClientMessage, clientMessageSchema } from "../../../durable-objects/speech-session/protocol";
import { scanMarkup } from "../../../workers/speech/text/markup";

type Markup = "plain" | "tags";
type Options = Partial<MachineOptions> & { markup: Markup };

function machine(options: Options) {
  return new SessionMachine({ isMulti: false, autoMode: false, maxBufferedCharacters: 80_000, ...options });
}

const message = (wire: Record<string, unknown>): ClientMessage => clientMessageSchema.parse(wire);

function speak(made: SessionMachine, sent: ClientMessage): string[] {
  const actions = made.receive(sent);
  expect(actions.filter(({ type }) => type === "refuse")).toEqual([]);
  return actions.flatMap((action) => (action.type === "speak" ? [action.text] : []));
}

/** What is spoken of a text in these pieces, chunk by chunk. */
function chunksOf(pieces: readonly string[], schedule: number[], options: Options): string[] {
  const made = machine(options);
  const chunks = speak(made, message({ voice_settings: {}, generation_config: { chunk_length_schedule: schedule } }));
  for (const text of pieces) if (text !== "") chunks.push(...speak(made, message({ text })));
  return [...chunks, ...speak(made, message({ text: "" }))];
}

const spansOf = (text: string, markup: Markup, from = 0) =>
  scanMarkup(text, markup).map(({ kind, start, end }) => ({ kind, start: start + from, end: end + from }));

const PIECES = [
  "Hello ",
  "world. ",
  "Is it? ",
  "a",
  "3 < 4 ",
  "if a <b then ",
  "[",
  "]",
  "<",
  ">",
  '"',
  "[not closed ",
  "\n",
  "你好。",
  "😀",
  "x".repeat(120),
  '<break time="1.5s" />',
  "<break/>",
  '<phoneme alphabet="ipa" ph="həˈləʊ">Hello there. You</phoneme>',
  '<phoneme ph="a b"/>',
  "[speaking very softly]",
  "[pause 1.5s]",
  "[x <b> y]",
  '<a title="one. two > three [four">',
  "</a>",
  "<!-- a comment. With <tags> -->",
  "<?xml version='1.0' ?>",
];
const texts = fc.array(fc.constantFrom(...PIECES), { minLength: 1, maxLength: 40 }).map((pieces) => pieces.join(""));
const cuts = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 20 });

function cut(text: string, lengths: readonly number[]): string[] {
  const pieces: string[] = [];
  for (let at = 0, i = 0; at < text.length; i++) {
    const length = lengths[i % lengths.length]!;
    pieces.push(text.slice(at, at + length));
    at += length;
  }
  return pieces;
}

describe("markup that comes in pieces", () => {
  test("is never cut in two, however it comes and whatever the schedule, and no character is lost", () => {
    fc.assert(
      fc.property(
        texts,
        cuts,
        fc.array(fc.integer({ min: 50, max: 300 }), { minLength: 1, maxLength: 4 }),
        fc.constantFrom<Markup>("plain", "tags"),
        fc.boolean(),
        (text, lengths, schedule, markup, autoMode) => {
          const chunks = chunksOf([" ", ...cut(text, lengths)], schedule, { markup, autoMode });
          const all = chunks.join("");
          expect(text.startsWith(all)).toBe(true);
          expect(text.slice(all.length).trim()).toBe("");
          let from = 0;
          const found = chunks.flatMap((chunk) => {
            from += chunk.length;
            return spansOf(chunk, markup, from - chunk.length);
          });
          expect(found).toEqual(spansOf(all, markup));
        },
      ),
      { numRuns: 600 },
    );
  });

  test.each([
    '<break time="1.5s" />',
    "[speaking very softly]",
    '<phoneme alphabet="ipa" ph="a b c">two words</phoneme>',
  ])("%s is spoken as a whole, word by word and character by character", (markup) => {
    const text = `This is a first sentence of some length, ${markup} and this is what follows it, at some length too. `;
    for (const pieces of [text.split(/(?<= )/), [...text]]) {
      for (const autoMode of [false, true]) {
        const chunks = chunksOf(pieces, [50], { markup: "tags", autoMode });
        expect(chunks.length).toBeGreaterThan(1);
        expect(chunks.filter((chunk) => chunk.includes(markup))).toHaveLength(1);
        expect(chunks.join("")).toBe(text.slice(0, chunks.join("").length));
      }
    }
  });

  test("leads what comes next, also where it is flushed or triggered alone", () => {
    const made = machine({ markup: "tags", autoMode: true });
    expect(speak(made, message({ text: "Hello. " }))).toEqual(["Hello. "]);
    expect(speak(made, message({ text: '<break time="1.5s" />' }))).toEqual([]);
    expect(speak(made, message({ text: " [whispers]", flush: true }))).toEqual([]);
    expect(speak(made, message({ text: " Bye. " }))).toEqual(['<break time="1.5s" /> [whispers] Bye. ']);
  });

  test("is spoken as far as it came when its client flushes, and at the end", () => {
    const flushed = machine({ markup: "tags" });
    expect(speak(flushed, message({ text: "Hello <b", flush: true }))).toEqual(["Hello <b"]);
    const ended = machine({ markup: "tags", autoMode: true });
    expect(speak(ended, message({ text: "Hello [not closed" }))).toEqual(["Hello "]);
    expect(speak(ended, message({ text: "" }))).toEqual(["[not closed"]);
  });
});

describe("a character at a time", () => {
  test.each(["<", "[", "<a ", '<a b="', "<!--", "<b>", "[a]", "<b> ", '<phoneme ph="a">', "</", "<!A ", "[x <a b='] "])(
    "%j again and again is spoken in linear time: what waits stays short",
    (piece) => {
      const empty = message({});
      for (const autoMode of [false, true]) {
        const made = machine({ markup: "tags", autoMode });
        const text = piece.repeat(Math.ceil(15_000 / piece.length));
        let spoken = 0;
        let longest = 0;
        for (let at = 0; at < text.length; at++) {
          for (const action of made.receive({ ...empty, text: text[at] })) {
            if (action.type === "speak") spoken += action.text.length;
          }
          longest = Math.max(longest, at + 1 - spoken);
        }
        expect(longest).toBeLessThan(3000);
      }
    },
    20_000,
  );
});
