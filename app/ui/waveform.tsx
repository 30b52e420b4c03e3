import { clsx } from "clsx";
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from "react";
import { formatLength, formatPosition } from "~/lib/format-clock";
import { paintWaveform } from "./paint-waveform";

/** Source: spec 001, section 9. */
const KEYBOARD_SKIP_SECONDS = 3;
const PAGE_SKIP_SECONDS = 10;

export interface WaveformProps {
  /** Real peaks, 0..255. None: a resting line. */
  peaks: readonly number[];
  /** Height in CSS pixels. */
  height?: number;
  className?: string;
  /** Playback; leave out for a picture that only shows the sound. */
  playback?: {
    durationSeconds: number;
    /** Asked on every frame while playing, so that the playhead glides. */
    getPositionSeconds: () => number;
    /** Tells of moves that are made elsewhere, also while nothing plays; answers how to stop. */
    subscribe?: (moved: () => void) => () => void;
    playing: boolean;
    onSeek: (seconds: number) => void;
    label: string;
  };
}

/** The sound as bars with a playhead; seekable by pointer and keyboard. */
export function Waveform({ peaks, height = 40, className, playback }: WaveformProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [position, setPosition] = useState(0);
  const latest = useRef({ peaks, playback });
  latest.current = { peaks, playback };

  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of these starts the drawing loop anew
  useEffect(() => {
    const element = canvas.current;
    if (!element) return;
    let frame = 0;
    let lastShownSecond = -1;
    let paintedPixel = -1;
    const draw = () => {
      const { peaks, playback } = latest.current;
      const seconds = playback?.getPositionSeconds() ?? 0;
      const ratio =
        playback && playback.durationSeconds > 0 ? Math.min(1, seconds / playback.durationSeconds) : undefined;
      // In a sound of minutes the playhead stands on one pixel for many frames.
      const pixel = Math.round((ratio ?? 0) * element.clientWidth * window.devicePixelRatio);
      if (pixel !== paintedPixel) paintWaveform(element, peaks, ratio);
      paintedPixel = pixel;
      // The slider's value is for screen readers: once a second is enough.
      if (playback && Math.floor(seconds) !== lastShownSecond) {
        lastShownSecond = Math.floor(seconds);
        setPosition(seconds);
      }
    };
    const loop = () => {
      draw();
      if (latest.current.playback?.playing) frame = requestAnimationFrame(loop);
    };
    loop();
    const redraw = () => {
      paintedPixel = -1;
      draw();
    };
    const resize = new ResizeObserver(redraw);
    resize.observe(element);
    const leave = latest.current.playback?.subscribe?.(redraw);
    const theme = new MutationObserver(redraw);
    theme.observe(document.documentElement, { attributeFilter: ["data-theme"] });
    return () => {
      cancelAnimationFrame(frame);
      leave?.();
      resize.disconnect();
      theme.disconnect();
    };
  }, [peaks, playback?.playing, playback?.durationSeconds]);

  if (!playback) {
    return <canvas ref={canvas} className={clsx("block w-full", className)} style={{ height }} />;
  }

  const seekTo = (seconds: number) => {
    const bounded = Math.min(Math.max(0, seconds), playback.durationSeconds);
    playback.onSeek(bounded);
    setPosition(bounded);
    if (canvas.current && playback.durationSeconds > 0)
      paintWaveform(canvas.current, peaks, bounded / playback.durationSeconds);
  };
  const seekByPointer = (event: PointerEvent<HTMLElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    seekTo(((event.clientX - box.left) / box.width) * playback.durationSeconds);
  };
  const seekByKey = (event: KeyboardEvent) => {
    const now = playback.getPositionSeconds();
    const target: Record<string, number> = {
      ArrowLeft: now - KEYBOARD_SKIP_SECONDS,
      ArrowDown: now - KEYBOARD_SKIP_SECONDS,
      ArrowRight: now + KEYBOARD_SKIP_SECONDS,
      ArrowUp: now + KEYBOARD_SKIP_SECONDS,
      PageDown: now - PAGE_SKIP_SECONDS,
      PageUp: now + PAGE_SKIP_SECONDS,
      Home: 0,
      End: playback.durationSeconds,
    };
    const seconds = target[event.key];
    if (seconds === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    seekTo(seconds);
  };

  return (
    <div
      role="slider"
      tabIndex={0}
      aria-label={playback.label}
      aria-valuemin={0}
      aria-valuemax={Math.round(playback.durationSeconds)}
      aria-valuenow={Math.round(position)}
      aria-valuetext={`${formatPosition(position, playback.durationSeconds)} of ${formatLength(playback.durationSeconds)}`}
      className={clsx("cursor-pointer touch-none rounded-[2px]", className)}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        seekByPointer(event);
      }}
      onPointerMove={(event) => event.buttons === 1 && seekByPointer(event)}
      onKeyDown={seekByKey}
    >
      <canvas ref={canvas} className="block w-full" style={{ height }} />
    </div>
  );
}
