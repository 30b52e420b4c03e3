import { act } from "react";
import { toast } from "sonner";
import { expect, it, vi } from "vitest";
import {
  field,
  generate,
  generateButton,
  problemSaid,
  speechScreen,
  waitUntil,
  write,
} from "../../support/speech-screen";

const rule = vi.hoisted(() => {
  const held = { letCome: () => {}, comes: Promise.resolve() };
  held.comes = new Promise((resolve) => {
    held.letCome = resolve;
  });
  return held;
});
vi.mock("../../../workers/speech/text/speakable", async (original) => {
  await rule.comes;
  return original();
});
vi.mock("~/features/sharing/share-control", () => ({ ShareControl: () => null }));

const { server, open } = speechScreen();

it("does not send a text without words that was generated before it was known whether it can be spoken, and says so once", async () => {
  await open();
  write("Text to speak", "!!! ...");
  act(() => field("Text to speak").focus());
  await generate();
  expect(generateButton().textContent).toBe("Generating");
  await generate();
  expect(server.asked).toEqual([]);
  act(() => field("Text to speak").blur());
  rule.letCome();
  await waitUntil(() => expect(problemSaid()).toBe("Nothing here can be spoken. Add a word or a number."));
  await waitUntil(() => expect(generateButton().textContent).toMatch(/^Generate/));
  await waitUntil(() => expect(document.activeElement).toBe(field("Text to speak")));
  expect(server.asked).toEqual([]);
  expect(toast.error).not.toHaveBeenCalled();
});
