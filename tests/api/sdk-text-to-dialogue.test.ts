import { beforeAll, describe, expect, it } from "vitest";
import { probeAudio } from "../support/ffmpeg";
import { bytesOf, type OwnWorkspace, ownWorkspace } from "../support/own-workspace";
import { sharedProduct } from "../support/product";

const { voiceId } = sharedProduct();
let own: OwnWorkspace;
let otherVoiceId: string;
beforeAll(async () => {
  own = await ownWorkspace();
  const { voices } = await own.client.voices.search({ pageSize: 10 });
  otherVoiceId = voices.find((voice) => voice.voiceId !== voiceId)!.voiceId!;
});

const inputs = () => [
  { text: "Hello, who is there?", voiceId },
  { text: "It is me! [laughs] Who else?", voiceId: otherVoiceId },
  { text: "Nobody.", voiceId },
];

describe("textToDialogue", () => {
  it("speaks all lines as one sound, which is one history item with its lines", async () => {
    const { data, rawResponse } = await own.client.textToDialogue.convert({ inputs: inputs() }).withRawResponse();
    const { durationSeconds } = await probeAudio(await bytesOf(data));
    expect(durationSeconds).toBeGreaterThan(2);
    const item = await own.client.history.get(rawResponse.headers.get("history-item-id")!);
    expect(item.modelId).toBe("eleven_v3");
    expect(item.dialogue?.map(({ text, voiceId: speaker }) => ({ text, voiceId: speaker }))).toEqual(inputs());
    const all = inputs().reduce((sum, { text }) => sum + text.length, 0);
    expect(Number(rawResponse.headers.get("character-cost"))).toBe(all);
  });

  it("is told apart from plain speech in the history, where both come from text", async () => {
    await bytesOf(await own.client.textToSpeech.convert(voiceId, { text: "Plain speech." }));
    const listed = async (query: string) => {
      const answer = await own.call(`/v1/history?source=TTS${query}`);
      const { history } = (await answer.json()) as { history: { dialogue: unknown[] | null }[] };
      return history.map((item) => item.dialogue !== null);
    };
    expect(new Set(await listed(""))).toEqual(new Set([true, false]));
    expect(new Set(await listed("&is_dialogue=true"))).toEqual(new Set([true]));
    expect(new Set(await listed("&is_dialogue=false"))).toEqual(new Set([false]));
  });

  it("streams", async () => {
    const bytes = await bytesOf(
      await own.client.textToDialogue.stream({ inputs: inputs(), outputFormat: "pcm_16000" }),
    );
    expect(bytes.byteLength / 2 / 16_000).toBeGreaterThan(2);
  });

  it("tells who speaks when, with the whole sound", async () => {
    const answer = await own.client.textToDialogue.convertWithTimestamps({ inputs: inputs() });
    const { characters } = answer.alignment!;
    expect(characters.join("")).toBe(
      inputs()
        .map(({ text }) => text)
        .join(""),
    );
    expect(answer.voiceSegments.map((segment) => [segment.voiceId, segment.dialogueInputIndex])).toEqual([
      [voiceId, 0],
      [otherVoiceId, 1],
      [voiceId, 2],
    ]);
    for (const [i, segment] of answer.voiceSegments.entries()) {
      expect(characters.slice(segment.characterStartIndex, segment.characterEndIndex).join("")).toBe(inputs()[i]!.text);
      expect(segment.endTimeSeconds).toBeGreaterThan(segment.startTimeSeconds);
      if (i > 0)
        expect(segment.startTimeSeconds).toBeGreaterThanOrEqual(answer.voiceSegments[i - 1]!.endTimeSeconds - 0.001);
    }
  });

  it("tells who speaks when, line by line while it is made", async () => {
    const stream = await own.client.textToDialogue.streamWithTimestamps({ inputs: inputs() });
    const indexes: number[] = [];
    let text = "";
    for await (const line of stream) {
      text += line.alignment?.characters.join("") ?? "";
      for (const segment of line.voiceSegments) {
        indexes.push(segment.dialogueInputIndex);
        expect(segment.characterStartIndex).toBe(0);
        expect(segment.characterEndIndex).toBe(line.alignment!.characters.length);
      }
    }
    expect(text).toBe(
      inputs()
        .map((input) => input.text)
        .join(""),
    );
    expect(new Set(indexes)).toEqual(new Set([0, 1, 2]));
    expect(indexes).toEqual(indexes.toSorted((a, b) => a - b));
  });

  it("leaves empty lines out and keeps the numbers of the others", async () => {
    const answer = await own.client.textToDialogue.convertWithTimestamps({
      inputs: [
        { text: " ", voiceId },
        { text: "Here.", voiceId },
      ],
    });
    expect(answer.voiceSegments.map((segment) => segment.dialogueInputIndex)).toEqual([1]);
  });

  it.each<[string, unknown, number]>([
    ["no lines", { inputs: [] }, 422],
    ["51 lines", { inputs: Array.from({ length: 51 }, () => ({ text: "a", voice_id: voiceId })) }, 422],
    ["3,001 characters", { inputs: [{ text: "a".repeat(3001), voice_id: voiceId }] }, 400],
    ["an unknown voice", { inputs: [{ text: "Hi.", voice_id: "nope" }] }, 404],
    ["effects", { inputs: [{ text: "Hi.", voice_id: voiceId }], audio_effects: { pan: -1 } }, 400],
    ["a switch that is none", { inputs: [{ text: "Hi.", voice_id: voiceId }], use_pvc_as_ivc: 17 }, 422],
    ["empty lines alone", { inputs: [{ text: " ", voice_id: voiceId }] }, 400],
  ])("refuses %s", async (_what, body, status) => {
    expect((await own.call("/v1/text-to-dialogue", { body })).status).toBe(status);
  });
});
