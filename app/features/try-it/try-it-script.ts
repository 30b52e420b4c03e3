/**
 * All the script a public page has: the theme toggle, the try-it and what each page starts with. Plain DOM, so that these pages ship no React.
 */
import { showConsentBanner } from "~/features/privacy/consent-banner";
import { startPage } from "~/features/privacy/page-start";
import { readApiProblem } from "~/lib/api-problem";
import { consentState } from "~/lib/cookie-consent";
import { textDirection } from "~/lib/text-direction";
import { measurePeaks } from "~/player/measure-peaks";
import { pipeToStreamingAudio, StreamingAudio } from "~/player/streaming-audio";
import { paintWaveform } from "~/ui/paint-waveform";
import { pressEarlyPressed } from "~/ui/plain-page-presses";
import { toggleTheme } from "~/ui/toggle-theme";
import { findSample, SAMPLE_TEXTS } from "./sample-texts";
import { type TryItVoices, voicesFor } from "./try-it-voices";

for (const button of document.querySelectorAll("[data-theme-toggle]")) {
  button.addEventListener("click", () => toggleTheme());
}
for (const form of document.querySelectorAll<HTMLFormElement>("form[data-try-it]")) enliven(form);
for (const offer of document.querySelectorAll<HTMLElement>("[data-cookie-choice]")) {
  offer.hidden = consentState() === "not_applicable";
  offer.addEventListener("click", showConsentBanner);
}
pressEarlyPressed();
// Nothing of it is needed to read the page; a machine that is busy all the time is not waited for.
if ("requestIdleCallback" in window) requestIdleCallback(startPage, { timeout: 1500 });
else setTimeout(startPage, 1);

function enliven(form: HTMLFormElement): void {
  const text = form.querySelector("textarea")!;
  // By the form's own list: the workers' types give `Element` members that a select's clash with.
  const language = form.elements.namedItem("language") as unknown as HTMLSelectElement;
  const voice = form.elements.namedItem("voice_id") as unknown as HTMLSelectElement;
  const canvas = form.querySelector<HTMLCanvasElement>("[data-waveform]")!;
  const status = form.querySelector<HTMLElement>("[data-status]")!;
  const count = form.querySelector<HTMLElement>("[data-count]")!;
  const voices = JSON.parse(form.querySelector("[data-voices]")!.textContent!) as TryItVoices;

  const player = new Audio();
  let peaks: number[] = [];
  let durationSeconds = 0;
  let running: { abort: AbortController; audio: StreamingAudio } | undefined;

  const draw = () => {
    const total = durationSeconds || (Number.isFinite(player.duration) ? player.duration : 0);
    const ratio =
      total > 0 && (running || player.currentTime > 0) ? Math.min(1, player.currentTime / total) : undefined;
    paintWaveform(canvas, peaks, ratio);
    if (!player.paused) requestAnimationFrame(draw);
  };
  new ResizeObserver(draw).observe(canvas);
  new MutationObserver(draw).observe(document.documentElement, { attributeFilter: ["data-theme"] });

  function showSpeaking(speaking: boolean): void {
    form.querySelector("[data-icon=speak]")!.className = speaking ? "hidden" : "contents";
    form.querySelector("[data-icon=stop]")!.className = speaking ? "contents" : "hidden";
    form.querySelector("[data-speak-label]")!.textContent = speaking ? "Stop" : "Speak";
  }

  function stop(): void {
    running?.abort.abort();
    running?.audio.dispose();
    running = undefined;
    player.pause();
    player.removeAttribute("src");
    // Without this it would still know how far it was.
    player.load();
    forgetSound();
    showSpeaking(false);
  }

  /** The waveform of a text that is not there any more says nothing. */
  function forgetSound(): void {
    peaks = [];
    durationSeconds = 0;
    draw();
  }

  async function speak(): Promise<void> {
    stop();
    status.textContent = "";
    showSpeaking(true);
    const abort = new AbortController();
    const audio = new StreamingAudio({
      onUrl: (url) => {
        player.src = url;
        player.play().catch((error: unknown) => console.info("autoplay blocked", error));
      },
      onError: (error) => fail(error.message),
      getPositionSeconds: () => player.currentTime,
    });
    const mine = { abort, audio };
    running = mine;
    const fail = (message: string) => {
      if (running !== mine) return;
      stop();
      status.textContent = message;
    };
    try {
      const response = await fetch("/v1/try-it/speech", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ text: text.value, voice_id: voice.value, language: language.value }),
        signal: abort.signal,
      });
      if (!response.ok) {
        const { type, message } = await readApiProblem(response);
        return fail(type === "rate_limited" ? `${message} With an account you can go on now.` : message);
      }
      const sound = await pipeToStreamingAudio(response, audio);
      ({ peaks, durationSeconds } = await measurePeaks(sound));
      if (running === mine) draw();
    } catch {
      if (!abort.signal.aborted) fail("Network error");
    }
  }

  function showVoices(): void {
    voice.replaceChildren(...voicesFor(voices, language.value).map(([voiceId, name]) => new Option(name, voiceId)));
  }

  function showSample(): void {
    const isOurs = text.value.trim() === "" || SAMPLE_TEXTS.some((sample) => sample.text === text.value);
    const sample = findSample(language.value);
    if (sample && isOurs) text.value = sample.text;
    text.lang = language.value;
    showCount();
  }

  function showCount(): void {
    text.dir = textDirection(text.value) ?? "auto";
    count.textContent = `${Array.from(text.value).length} / ${text.maxLength}`;
  }

  player.addEventListener("play", draw);
  player.addEventListener("ended", () => {
    showSpeaking(false);
    draw();
  });
  text.addEventListener("input", () => {
    showCount();
    if (player.paused && peaks.length > 0) stop();
  });
  language.addEventListener("change", () => {
    showVoices();
    showSample();
  });
  text.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.metaKey || event.ctrlKey)) form.requestSubmit();
  });
  // The button stops what it has just started: the second click of a double click must not.
  form.addEventListener("click", (event) => {
    if (event.detail > 1 && (event.target as HTMLElement).closest("[type=submit]")) event.preventDefault();
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const speaking = running !== undefined && !player.ended;
    if (speaking) stop();
    else void speak();
  });
  for (const link of document.querySelectorAll<HTMLAnchorElement>("a[data-sample]")) {
    link.addEventListener("click", (event) => {
      const code = link.dataset.sample ?? "";
      if (!findSample(code)) return;
      event.preventDefault();
      if (event.detail > 1) return;
      language.value = code;
      text.value = "";
      showVoices();
      showSample();
      form.scrollIntoView({ behavior: "smooth", block: "center" });
      void speak();
    });
  }
  // Chosen before this script was there, or brought back by the browser.
  if (language.value !== text.lang) {
    showVoices();
    showSample();
  }
  showCount();
}
