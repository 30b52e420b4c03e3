/** The events that browsers report. Source: spec 000, section 7, "Analytics events". Pure. */

/** What is counted; everything else is refused. */
export const EVENT_NAMES = [
  "cookiebot_consent_recorded",
  "sign_out",
  "onboarding_checklist_action_completed",
  "ready_for_pixels",
  // Accounts and first steps
  "sign_up_submitted",
  "onboarding_survey_completed",
  "onboarding_survey_skipped",
  "onboarding_checklist_hidden",
  "onboarding_checklist_completed",
  // Share
  "share_link_opened",
  "native_share_started",
  "native_share_succeeded",
  "native_share_aborted",
  "native_share_failed",
  "share_link_copied",
  "share_video_opened",
  "share_video_theme_selected",
  "share_video_generated",
  "share_video_downloaded",
  // Triggers of the first steps
  "speech_synthesis_generate_started",
  "voice_library_added_to_voice_lab",
  "voice_lab_design_created",
  "dub_created",
  "affiliate_link_generated",
  "toggle_hidden_api_key",
] as const;
export type EventName = (typeof EVENT_NAMES)[number];

const KNOWN: ReadonlySet<string> = new Set(EVENT_NAMES);

/** Whether the name is one that a browser may report. Those that begin with SERVER are the server's own. */
export const isEventName = (name: string): name is EventName => KNOWN.has(name);

/** In place of a workspace where nobody is signed in. No workspace has this id. */
export const VISITORS = "visitors";

/** How often each name occurs. */
export function countByName(names: readonly EventName[]): Map<EventName, number> {
  const counts = new Map<EventName, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}

/** `YYYY-MM-DD` in UTC. */
export const dayOf = (timeMs: number): string => new Date(timeMs).toISOString().slice(0, 10);
