/** How long a speech may be that becomes a video. Apart from the other rules, since browsers say it before they ask. */

/** What people are told. */
export const VIDEO_MINUTES = 5;
/** The sound of a video crosses to the media worker in one piece, and five minutes are what a video is made for. */
const MAX_VIDEO_MS = VIDEO_MINUTES * 60_000 + 15_000;

export function maySpeechBeVideo(audio: { durationMs: number }): boolean {
  return audio.durationMs <= MAX_VIDEO_MS;
}
