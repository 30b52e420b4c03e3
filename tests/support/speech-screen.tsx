/** The editor as its route has it, in a document without layout and before a server that answers what a test says. */
import { act } from "react";
import { toast } from "sonner";
import { afterEach, beforeEach, vi } from "vitest";
import { DEFAULT_DIALOGUE_MODEL_ID, DEFAULT_MODEL_ID, MODELS } from "~/domains/speech/models";
import { CATALOGUE } from "~/domains/voices/catalogue";
import { DEFAULT_VOICE_SETTINGS, type StoredVoiceSettings } from "~/domains/voices/schema";
import { summarizeModel } from "~/features/speech/model-summary";
import { SpeechScreen } from "~/features/speech/speech-screen";
import { summarizeVoice } from "~/features/voices/voice-summary";
import { clearIdentityToken } from "~/lib/identity-token";
import { PlayerProvider } from "~/player/player-provider";
import { TooltipProvider } from "~/ui/tooltip";
import { mountedRoot } from "./mounted-root";
import { stubResizeObserver } from "./no-layout";
import { SHELL_DATA } from "./shell-data";
import { stubSilentAudio } from "./silent-audio";

export const VOICES = CATALOGUE.slice(0, 5).map(summarizeVoice);
const MODEL_CHOICES = MODELS.filter((model) => model.canDoTextToSpeech).map(summarizeModel);

vi.mock("~/features/shell/shell-context", () => ({ useShell: () => SHELL_DATA }));

/** A whole generation, and how short one can be. */
const speech = () => new Response(`${JSON.stringify({ audio_base64: "AQID", alignment: null })}\n`);

/** For each test of a file. */
export function speechScreen() {
  /** Generations that were asked for, and how they are answered. */
  const server = { asked: [] as Record<string, unknown>[], answer: speech as () => Response | Promise<Response> };
  beforeEach(() => {
    localStorage.clear();
    clearIdentityToken();
    stubSilentAudio();
    vi.spyOn(toast, "error");
    server.asked = [];
    server.answer = speech;
    vi.stubGlobal("fetch", async (path: string, init: RequestInit) => {
      if (path.startsWith("/app/identity-token")) return Response.json({ token: "t" });
      server.asked.push(JSON.parse(init.body as string));
      return server.answer();
    });
    stubResizeObserver();
  });
  afterEach(() => {
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
  });

  const root = mountedRoot();
  const open = (storedSettings: StoredVoiceSettings = { defaults: DEFAULT_VOICE_SETTINGS, ofVoices: {} }) =>
    act(async () =>
      root().render(
        <PlayerProvider>
          <TooltipProvider>
            <SpeechScreen
              voices={VOICES}
              storedSettings={storedSettings}
              models={MODEL_CHOICES}
              defaultModelId={DEFAULT_MODEL_ID}
              defaultDialogueModelId={DEFAULT_DIALOGUE_MODEL_ID}
            />
          </TooltipProvider>
        </PlayerProvider>,
      ),
    );
  return { server, open };
}

export const field = (label: string) => document.querySelector<HTMLTextAreaElement>(`textarea[aria-label="${label}"]`)!;
export const generateButton = () =>
  [...document.querySelectorAll("button")].find((button) => button.textContent?.startsWith("Generat"))!;
/** What is said beneath the text, which describes the button. */
export const problemSaid = () =>
  document.getElementById(generateButton().getAttribute("aria-describedby") ?? "")?.textContent ?? "";

export function write(label: string, text: string): void {
  act(() => {
    Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, "value")!.set!.call(field(label), text);
    field(label).dispatchEvent(new Event("input", { bubbles: true }));
  });
}

/** Presses a key in what has the focus. */
export const press = (key: string, held: KeyboardEventInit = {}) =>
  act(async () => {
    const target = document.activeElement ?? document.body;
    target.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, ...held }));
  });
export const generate = () => press("Enter", { ctrlKey: true });

/** Waits until something is as it should be, while React works by itself, as code that is loaded meanwhile needs. */
export async function waitUntil(expectation: () => void): Promise<void> {
  const world = globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean };
  world.IS_REACT_ACT_ENVIRONMENT = false;
  try {
    await vi.waitFor(expectation, 20_000);
  } finally {
    world.IS_REACT_ACT_ENVIRONMENT = true;
  }
}
