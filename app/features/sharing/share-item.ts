/** What can be shared, as the screens know it. */
export interface ShareItem {
  historyItemId: string;
  /** Sound effects and the like have a link, but no video. */
  kind: "speech" | "other";
  /** What is spoken: one text, or the lines of a dialogue. */
  texts: readonly string[];
  /** Where it is known. */
  durationSeconds?: number;
}

/**
 * What a workspace's members may do: nothing (enterprise without the feature of videos), links, or links and videos.
 * Source: spec 000, section 6.
 */
export type SharingMode = "hidden" | "link" | "video";

export function sharingModeOf(workspace: { mayShare: boolean; hasVideos: boolean }): SharingMode {
  if (!workspace.mayShare) return "hidden";
  return workspace.hasVideos ? "video" : "link";
}

/** The one the API names `TTS`; dialogues are speech as well. */
export const kindOfSource = (source: string): ShareItem["kind"] =>
  source === "TTS" || source === "Dialogue" ? "speech" : "other";

/** Whether the device calls itself a phone; it then gets a sheet from below. Source: spec 000, section 2. */
export function isPhoneByUserAgent(userAgent: string): boolean {
  return /Mobi|Android|iPhone|iPad|iPod|Windows Phone|IEMobile|BlackBerry|Opera Mini/i.test(userAgent);
}
