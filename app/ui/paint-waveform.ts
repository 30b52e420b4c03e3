import { barsFromPeaks } from "./waveform-bars";

const BAR_PX = 3;
const GAP_PX = 2;

/** Draws the bars; `playedRatio` (0..1) splits them and sets the playhead. */
export function paintWaveform(
  canvas: HTMLCanvasElement,
  peaks: readonly number[],
  playedRatio: number | undefined,
): void {
  const context = canvas.getContext("2d");
  const width = canvas.clientWidth;
  const height = canvas.clientHeight;
  if (!context || width === 0 || height === 0) return;
  const scale = window.devicePixelRatio || 1;
  if (canvas.width !== Math.round(width * scale) || canvas.height !== Math.round(height * scale)) {
    canvas.width = Math.round(width * scale);
    canvas.height = Math.round(height * scale);
  }
  const style = getComputedStyle(canvas);
  const ink = style.getPropertyValue("--ink");
  const rest = style.getPropertyValue("--edge");
  context.setTransform(scale, 0, 0, scale, 0, 0);
  context.clearRect(0, 0, width, height);
  const bars = barsFromPeaks(peaks, Math.floor((width + GAP_PX) / (BAR_PX + GAP_PX)));
  const playheadX = playedRatio === undefined ? undefined : playedRatio * width;
  for (const [i, level] of bars.entries()) {
    const x = i * (BAR_PX + GAP_PX);
    const barHeight = Math.max(2, level * height);
    context.fillStyle = playheadX === undefined || x + BAR_PX / 2 <= playheadX ? ink : rest;
    context.beginPath();
    context.roundRect(x, (height - barHeight) / 2, BAR_PX, barHeight, BAR_PX / 2);
    context.fill();
  }
  if (playheadX !== undefined) {
    context.fillStyle = style.getPropertyValue("--accent");
    context.fillRect(Math.min(width - 2, Math.max(0, playheadX - 1)), 0, 2, height);
  }
}
