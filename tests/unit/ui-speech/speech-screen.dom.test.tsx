import { act } from "react";
import { toast } from "sonner";
import { describe, expect, it, vi } from "vitest";
import { DEFAULT_VOICE_SETTINGS } from "~/domains/voices/schema";
import { LOCAL_PREFIX } from "~/lib/local-data";
import {
  field,
  generate,
  generateButton,
  press,
  problemSaid,
  speechScreen,
  VOICES,
  waitUntil,
  write,
} from "../../support/speech-screen";

vi.mock("~/features/sharing/share-control", () => ({ ShareControl: () => null }));

const { server, open } = speechScreen();
const TEXT = "The lighthouse keeper read the letter twice.";
const NOTHING_TO_SAY = "Nothing here can be spoken. Add a word or a number.";
const tab = (label: string) =>
  [...document.querySelectorAll<HTMLElement>('[role="tab"]')].find((one) => one.textContent === label)!;
async function openDialogue() {
  act(() => tab("Dialogue").focus());
  // Its code comes with its first use.
  await waitUntil(() => expect(field("Line 1")).not.toBeNull());
}

it("writes a right-to-left text from the right", async () => {
  await open();
  write("Text to speak", "123 مرحبا بكم");
  expect(field("Text to speak").dir).toBe("rtl");
  write("Text to speak", "Hello");
  expect(field("Text to speak").dir).toBe("ltr");
});

it("says by how much a text is over the model's limit, and does not send it", async () => {
  await open();
  write("Text to speak", "x".repeat(10_007));
  expect(problemSaid()).toMatch(/^7 characters too long for this model\./);
  expect(generateButton().disabled).toBe(true);
  act(() => field("Text to speak").focus());
  await generate();
  expect(server.asked).toEqual([]);
});

it("says that a text has nothing to say, and does not send it, until there is a word or a number", async () => {
  await open();
  write("Text to speak", "?! … <break time='1s'/>");
  await waitUntil(() => expect(problemSaid()).toBe(NOTHING_TO_SAY));
  expect(generateButton().disabled).toBe(true);
  act(() => field("Text to speak").focus());
  await generate();
  expect(server.asked).toEqual([]);
  write("Text to speak", "?! … 7");
  expect(generateButton().disabled).toBe(false);
  expect(problemSaid()).toBe("");

  await openDialogue();
  write("Line 1", "…");
  write("Line 2", "[whispers]");
  expect(problemSaid()).toBe(NOTHING_TO_SAY);
  expect(generateButton().disabled).toBe(true);
  write("Line 2", "[whispers] So?");
  expect(generateButton().disabled).toBe(false);
});

describe("what could not be generated is said in a toast, and the text stays", () => {
  it.each([
    [
      "by the server's own words",
      () => Response.json({ detail: { status: "too_many", message: "Too many at once." } }, { status: 429 }),
      "Too many at once.",
    ],
    [
      "as a broken network where there is no answer",
      () => Promise.reject(new TypeError("Failed to fetch")),
      "Network error",
    ],
  ])("%s", async (_how, answer, said) => {
    server.answer = answer;
    await open();
    write("Text to speak", TEXT);
    act(() => field("Text to speak").focus());
    await generate();
    await waitUntil(() => expect(toast.error).toHaveBeenCalled());
    expect(toast.error).toHaveBeenCalledExactlyOnceWith(said);
    expect(server.asked).toHaveLength(1);
    expect(field("Text to speak").value).toBe(TEXT);
    expect(generateButton().textContent).toMatch(/^Generate/);
    expect(generateButton().disabled).toBe(false);
  });
});

it("has the lines of a dialogue spoken with each voice's own settings until stability is moved", async () => {
  const [tuned, plain] = [VOICES[1]!.voiceId, VOICES[2]!.voiceId];
  const lines = [
    { text: "One.", voice_id: tuned },
    { text: "Two.", voice_id: plain },
  ];
  localStorage.setItem(`${LOCAL_PREFIX}speech-draft:user_1`, JSON.stringify({ mode: "dialogue", voiceId: tuned }));
  localStorage.setItem(`${LOCAL_PREFIX}dialogue:user_1`, JSON.stringify(lines));
  await open({
    defaults: DEFAULT_VOICE_SETTINGS,
    ofVoices: { [tuned]: { ...DEFAULT_VOICE_SETTINGS, stability: 0.3 } },
  });
  await waitUntil(() => expect(field("Line 2")?.value).toBe("Two."));
  const stability = document.querySelector<HTMLElement>('[role="slider"][aria-label="Stability"]')!;
  expect(stability.getAttribute("aria-valuetext")).toBe("Each voice's own");
  act(() => field("Line 1").focus());
  await generate();
  await waitUntil(() => expect(generateButton().textContent).toMatch(/^Generate/));
  expect(server.asked[0]).toMatchObject({ inputs: lines });
  expect(server.asked[0]).not.toHaveProperty("settings");

  act(() => stability.focus());
  await press("End");
  expect(stability.getAttribute("aria-valuenow")).toBe("1");
  await generate();
  await waitUntil(() => expect(server.asked).toHaveLength(2));
  expect(server.asked[1]).toMatchObject({ inputs: lines, settings: { stability: 1 } });
});
