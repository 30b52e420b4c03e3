import { act } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { CATALOGUE } from "~/domains/voices/catalogue";
import { VoiceButton } from "~/features/speech/voice-button";
import { summarizeVoice } from "~/features/voices/voice-summary";

const network = vi.hoisted(() => ({ loadVoicePicker: vi.fn() }));
vi.mock("~/features/voices/load-voice-picker", () => network);

let root: Root;
beforeEach(() => {
  (globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
  network.loadVoicePicker.mockReset().mockRejectedValue(new TypeError("offline"));
  root = createRoot(document.body.appendChild(document.createElement("div")));
  act(() => root.render(<VoiceButton voice={summarizeVoice(CATALOGUE[0]!)} onClick={() => {}} />));
});
afterEach(() => act(() => root.unmount()));

it.each([
  ["a mouse comes near", new MouseEvent("pointerover", { bubbles: true })],
  ["the focus comes to it", new FocusEvent("focusin", { bubbles: true })],
])("loads the voices' dialog ahead when %s, and says nothing where it cannot", async (_, event) => {
  expect(network.loadVoicePicker).not.toHaveBeenCalled();
  await act(async () => void document.querySelector("button")!.dispatchEvent(event));
  expect(network.loadVoicePicker).toHaveBeenCalledOnce();
});
