/**
 * All the script that a link's page and the embedded player have: play, seek, speed, words lit as they are said, copying the
 * link at a time, counting. Plain DOM, so that these pages ship no React.
 */
import { formatClock, formatLength, formatPosition } from "~/lib/format-clock";
import { paintWaveform } from "~/ui/paint-waveform";
import { pressEarlyPressed } from "~/ui/plain-page-presses";
import { showTheme, toggleTheme } from "~/ui/toggle-theme";
import { copyText } from "./copy-text";
import { HeardSeconds } from "./heard-seconds";
import { readPeaks } from "./peaks-text";
import { SpokenWords } from "./spoken-words";

const SKIP_SECONDS = 3;
/** Heard this long, it counts as played; a shorter sound when it has ended. */
const COUNTED_AFTER_SECONDS = 2;
/** Answers of a sound that was taken back. */
const GONE = [404, 410];
const CONTROLS = "input, textarea, select, button, a[href]";

for (const button of document.querySelectorAll("[data-theme-toggle]")) {
  button.addEventListener("click", () => toggleTheme());
}
const parameters = new URLSearchParams(location.search);
// Who frames the player knows what stands around it.
if (parameters.get("theme") === "dark" && window !== window.top) showTheme("dark");
for (const root of document.querySelectorAll<HTMLElement>("[data-share-player]")) enliven(root);
pressEarlyPressed();

function enliven(root: HTMLElement): void {
  // Through `unknown`: the workers' types give `Element` members that those of inputs clash with.
  const part = <T>(name: string) => root.querySelector(`[data-${name}]`) as unknown as T | null;
  const audio = root.querySelector("audio")!;
  const toggleButton = part<HTMLButtonElement>("toggle")!;
  const canvas = part<HTMLCanvasElement>("waveform")!;
  const seekInput = part<HTMLInputElement>("seek")!;
  const positionText = part<HTMLElement>("position")!;
  const speedSelect = part<HTMLSelectElement>("speed")!;
  const status = part<HTMLElement>("status")!;
  const path = root.dataset.sharePlayer!;
  const durationSeconds = Number(root.dataset.duration);
  const peaks = readPeaks(canvas.dataset.waveform!);
  const place = root.closest<HTMLElement>("[data-player-place]");
  const words = new SpokenWords(document.querySelectorAll<HTMLElement>("[data-words]"));
  const heard = new HeardSeconds();
  let isCounted = false;

  const length = formatLength(durationSeconds);
  const show = () => {
    const seconds = Math.min(audio.currentTime, durationSeconds);
    const isTouched = seconds > 0 || !audio.paused;
    paintWaveform(canvas, peaks, isTouched && durationSeconds > 0 ? seconds / durationSeconds : undefined);
    const position = formatPosition(seconds, durationSeconds);
    if (positionText.textContent !== position) {
      positionText.textContent = position;
      seekInput.setAttribute("aria-valuetext", `${position} of ${length}`);
    }
    seekInput.value = String(seconds);
    words.light(isTouched && !audio.ended ? seconds : null);
  };
  const showEachFrame = () => {
    show();
    if (audio.paused) return;
    words.follow(place?.getBoundingClientRect().bottom ?? 0);
    requestAnimationFrame(showEachFrame);
  };

  const play = () => {
    if (audio.error) {
      // What failed stays failed until it is loaded anew, from where it was.
      const seconds = audio.currentTime;
      audio.load();
      audio.currentTime = seconds;
    }
    audio.play().catch(() => {
      // Without a reason of the sound's own, it was the browser that did not want to.
      if (!audio.error) status.textContent = "Press play once more: the browser held the sound back.";
    });
  };
  const toggle = () => (audio.paused ? play() : audio.pause());
  const seek = (seconds: number) => {
    audio.currentTime = Math.max(0, Math.min(durationSeconds, seconds));
    heard.jumpTo(audio.currentTime);
    show();
  };

  function count(): void {
    if (isCounted) return;
    isCounted = true;
    // Without cookies: it is the same for people who have an account.
    fetch(`${path}/play`, { method: "POST", keepalive: true, credentials: "omit" }).catch(() => {});
  }

  audio.addEventListener("play", () => {
    root.dataset.playing = "";
    toggleButton.setAttribute("aria-label", "Pause");
    status.textContent = "";
    showEachFrame();
  });
  const showStopped = () => {
    delete root.dataset.playing;
    toggleButton.setAttribute("aria-label", "Play");
    show();
  };
  audio.addEventListener("pause", showStopped);
  audio.addEventListener("timeupdate", () => {
    if (heard.at(audio.currentTime, audio.playbackRate) >= COUNTED_AFTER_SECONDS) count();
  });
  audio.addEventListener("ended", () => {
    if (heard.at(audio.currentTime, audio.playbackRate) >= Math.min(COUNTED_AFTER_SECONDS, durationSeconds / 2))
      count();
    words.light(null);
  });
  audio.addEventListener("error", async () => {
    // By itself it would go on to say that it plays.
    audio.pause();
    showStopped();
    const isGone = await fetch(audio.src, { method: "HEAD", credentials: "omit" }).then(
      ({ status }) => GONE.includes(status),
      () => false,
    );
    if (!audio.error) return;
    status.textContent = isGone
      ? "This is no longer available."
      : "The sound could not be loaded. Press play to try again.";
  });
  toggleButton.addEventListener("click", toggle);
  seekInput.addEventListener("input", () => seek(Number(seekInput.value)));
  const setSpeed = () => {
    audio.playbackRate = audio.defaultPlaybackRate = Number(speedSelect.value);
  };
  speedSelect.addEventListener("change", setSpeed);
  document.addEventListener("click", (event) => {
    const seconds = words.startUnder(event as MouseEvent);
    if (seconds === null) return;
    seek(seconds);
    play();
  });
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.metaKey || event.ctrlKey || event.altKey) return;
    const target = event.target as unknown as Element;
    if (target !== (seekInput as unknown as Element) && target.closest(CONTROLS)) return;
    if (event.key === " ") toggle();
    else if (event.key === "ArrowLeft") seek(audio.currentTime - SKIP_SECONDS);
    else if (event.key === "ArrowRight") seek(audio.currentTime + SKIP_SECONDS);
    else return;
    event.preventDefault();
  });

  const copyButton = part<HTMLButtonElement>("copy");
  copyButton?.addEventListener("click", async () => {
    const seconds = Math.floor(audio.ended ? 0 : audio.currentTime);
    const link = `${location.origin}${path}${seconds > 0 ? `?t=${seconds}` : ""}`;
    const label = copyButton.querySelector("[data-copy-label]")!;
    const isCopied = await copyText(link);
    label.textContent = isCopied ? (seconds > 0 ? `Copied at ${formatClock(seconds)}` : "Copied") : "Copy link";
    status.textContent = isCopied ? "" : `This browser does not let pages copy. The link is ${link}`;
    setTimeout(() => {
      label.textContent = "Copy link";
    }, 2500);
  });

  if (navigator.mediaSession) {
    const { title = "", speaker = "" } = root.dataset;
    // No picture: the browser would have it made in the moment in which the sound is to start.
    navigator.mediaSession.metadata = new MediaMetadata({ title, artist: speaker });
  }
  // Chosen before this script was there, or brought back by the browser.
  setSpeed();
  const startSeconds = Number(seekInput.value) || Number(parameters.get("t"));
  if (startSeconds > 0 && startSeconds < durationSeconds) seek(startSeconds);
  new ResizeObserver(show).observe(canvas);
  new MutationObserver(show).observe(document.documentElement, { attributeFilter: ["data-theme"] });
}
