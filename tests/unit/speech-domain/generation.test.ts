import { describe, expect, test, vi } from "vitest";
import { generate } from "../../../app/domains/speech/generation";
import { drain, expectNothingLeft, refusal } from "../../support/generation-checks";
import { caller, SECOND_VOICE_ID, speechDouble, speechRequest, VOICE_ID } from "../../support/speech-double";
import { framesOfStretches } from "../../support/speech-frames";

describe("a generation that is read to its end", () => {
  test("is charged in full and is in history, sound and times included, before its stream ends", async () => {
    const double = speechDouble();
    const generation = await generate(double.dependencies, caller, speechRequest());
    expect(generation.characterCost).toBe(16);
    expect(double.items).toHaveLength(0);
    const bytes = await drain(generation);
    expect(bytes).toHaveLength(300);
    expect(double.credits.used).toBe(16);
    const [item] = double.items;
    expect(item).toMatchObject({
      id: generation.historyItemId,
      text: "One. Two. Three.",
      characterCountFrom: 0,
      characterCountTo: 16,
    });
    expect(double.storage.objects.get(item!.audio.audioKey)).toEqual(bytes);
    const timings = JSON.parse(new TextDecoder().decode(double.storage.objects.get(item!.audio.timingsKey)));
    expect(timings.frames).toHaveLength(3);
    expectNothingLeft(double);
  });

  test("is not kept when that was asked, but charged", async () => {
    const double = speechDouble();
    const generation = await generate(double.dependencies, caller, speechRequest({ keepInHistory: false }));
    expect(generation.historyItemId).toBeNull();
    await drain(generation);
    expect(double.credits.used).toBe(16);
    expect(double.items).toHaveLength(0);
    expect(double.storage.objects.size).toBe(0);
  });

  test("charges each voice of a dialogue its own", async () => {
    const double = speechDouble();
    double.engine.steps = framesOfStretches(["Hello.", "Hi!"], 50, (i) => i);
    const settle = vi.spyOn(double.dependencies.billing, "settle");
    const entries = [
      { voiceId: VOICE_ID, text: "Hello." },
      { voiceId: SECOND_VOICE_ID, text: "Hi!" },
    ];
    await drain(
      await generate(double.dependencies, caller, speechRequest({ modelId: "eleven_v3", isDialogue: true, entries })),
    );
    const { usage } = settle.mock.calls[0]![0];
    expect(usage.map(({ voiceId, credits }) => [voiceId, credits])).toEqual([
      [VOICE_ID, 6],
      [SECOND_VOICE_ID, 3],
    ]);
    expect(double.items[0]!.dialogue).toHaveLength(2);
  });
});

describe("a repeat", () => {
  test("is served from storage with the same bytes and times, charged, and an item of its own", async () => {
    const double = speechDouble();
    const first = await drain(await generate(double.dependencies, caller, speechRequest()));
    const repeat = await generate(double.dependencies, caller, speechRequest({ requestId: "req_2" }));
    expect(repeat.isRepeat).toBe(true);
    const texts: string[] = [];
    const bytes: number[] = [];
    for await (const frame of repeat.frames) {
      if (frame.type === "audio") bytes.push(...frame.bytes);
      if (frame.type === "timing") texts.push(frame.timing.alignment.characters.join(""));
    }
    expect(Uint8Array.from(bytes)).toEqual(first);
    expect(texts).toEqual(["One. ", "Two. ", "Three."]);
    expect(double.spoken).toHaveLength(1);
    expect(double.credits.used).toBe(32);
    expect(double.items.map((item) => item.audio.id)).toEqual([double.files[0]!.id, double.files[0]!.id]);
    expectNothingLeft(double);
  });

  test("of another workspace's request is made anew", async () => {
    const double = speechDouble();
    await drain(await generate(double.dependencies, caller, speechRequest()));
    const other = { userId: "user_2", workspaceId: "ws_2" };
    const generation = await generate(double.dependencies, other, speechRequest({ requestId: "req_2" }));
    expect(generation.isRepeat).toBe(false);
    await drain(generation);
    expect(double.spoken).toHaveLength(2);
  });

  test("is made anew when its sound is gone from storage", async () => {
    const double = speechDouble();
    await drain(await generate(double.dependencies, caller, speechRequest()));
    double.storage.objects.clear();
    const generation = await generate(double.dependencies, caller, speechRequest({ requestId: "req_2" }));
    expect(generation.isRepeat).toBe(false);
    generation.cancel();
    await generation.finished;
  });
});

describe("a request that is refused", () => {
  test.each([
    ["an unknown model", { modelId: "nope" }, "model_not_found", 400],
    ["a model that cannot speak", { modelId: "eleven_english_sts_v2" }, "model_can_not_do_text_to_speech", 400],
    ["an unknown voice", { entries: [{ voiceId: "nope", text: "Hi" }] }, "voice_not_found", 404],
    ["no text", { entries: [{ voiceId: VOICE_ID, text: " \n" }] }, "text_empty", 400],
    [
      "a text past the model's limit",
      { entries: [{ voiceId: VOICE_ID, text: "a".repeat(10_001) }] },
      "max_character_limit_exceeded",
      400,
    ],
    [
      "a dialogue past 3,000 characters",
      { modelId: "eleven_v3", isDialogue: true, entries: [{ voiceId: VOICE_ID, text: "a".repeat(3001) }] },
      "max_character_limit_exceeded",
      400,
    ],
    [
      "a dialogue of 51 entries",
      {
        modelId: "eleven_v3",
        isDialogue: true,
        entries: Array.from({ length: 51 }, () => ({ voiceId: VOICE_ID, text: "a" })),
      },
      "invalid_request",
      400,
    ],
    ["a format of a bigger plan", { outputFormat: "mp3_44100_192" as const }, "output_format_not_allowed", 403],
  ])("for %s holds and costs nothing", async (_what, change, code, status) => {
    const double = speechDouble();
    const error = await refusal(generate(double.dependencies, caller, speechRequest(change)));
    expect([error.code, error.status]).toEqual([code, status]);
    expect(double.credits.used).toBe(0);
    expectNothingLeft(double);
  });

  test("for want of credits gives its slot back; one that fits exactly is made", async () => {
    const double = speechDouble({ creditLimit: 16 });
    const error = await refusal(
      generate(double.dependencies, caller, speechRequest({ entries: [{ voiceId: VOICE_ID, text: "x".repeat(17) }] })),
    );
    expect(error.code).toBe("quota_exceeded");
    expectNothingLeft(double);
    await drain(await generate(double.dependencies, caller, speechRequest()));
    expect(double.credits.used).toBe(16);
  });

  test("for want of a slot gives its credits back", async () => {
    const double = speechDouble({ slots: 1 });
    const first = await generate(double.dependencies, caller, speechRequest());
    const error = await refusal(generate(double.dependencies, caller, speechRequest({ requestId: "req_2" })));
    expect(error.code).toBe("too_many_concurrent_requests");
    expect(double.credits.held.size).toBe(1);
    await drain(first);
    expectNothingLeft(double);
  });

  test.each([
    ["nothing_speakable", false, "text"],
    ["invalid_markup", false, "text"],
    ["nothing_speakable", true, "inputs"],
    ["invalid_markup", true, "inputs"],
  ] as const)(
    "by the engine for its text (%s, of a dialogue: %s) names the field it came in",
    async (code, isDialogue, param) => {
      const double = speechDouble();
      double.engine.steps = [{ type: "error", error: { code, message: "because" } }];
      const error = await refusal(generate(double.dependencies, caller, speechRequest({ isDialogue })));
      expect(error.options).toMatchObject({ param });
    },
  );

  test.each([
    ["nothing_speakable", "text_empty", 400],
    ["unsupported_language", "unsupported_language", 400],
    ["engine_failed", "generation_failed", 500],
    ["engine_timeout", "generation_failed", 504],
    ["engine_not_configured", "engine_not_configured", 501],
  ] as const)("by the engine (%s) before any sound costs nothing", async (engineCode, code, status) => {
    const double = speechDouble();
    double.engine.steps = [{ type: "error", error: { code: engineCode, message: "because" } }];
    const error = await refusal(generate(double.dependencies, caller, speechRequest()));
    expect([error.code, error.status]).toEqual([code, status]);
    expect(double.credits.used).toBe(0);
    expect(double.items).toHaveLength(0);
    expectNothingLeft(double);
  });
});

test("the text of an earlier request goes before, as if it had been given", async () => {
  const double = speechDouble();
  await drain(await generate(double.dependencies, caller, speechRequest()));
  const next = speechRequest({
    requestId: "req_2",
    previousRequestIds: ["req_0", "req_1"],
    entries: [{ voiceId: VOICE_ID, text: "Four." }],
  });
  await drain(await generate(double.dependencies, caller, next));
  expect(double.spoken.at(-1)!.previousText).toBe("One. Two. Three.");
});
