/**
 * The first steps of a new member, and the event that shows that each is done. Pure.
 * Source: spec 000, section 7 ("Onboarding item triggers"); where each leads: spec 001, section 2.
 */
import type { EventName } from "../../analytics/events";

export interface ChecklistItemDefinition {
  id: string;
  title: string;
  description: string;
  /** Where it is done. */
  to: string;
  /** A page outside the app: loaded as a document. */
  outside?: boolean;
  trigger: { event: EventName; task?: string };
  /** Whether the product can do it; others are not shown. */
  exists: boolean;
}

export const CHECKLIST_ITEMS: readonly ChecklistItemDefinition[] = [
  {
    id: "text_to_speech",
    title: "Hear your first words",
    description: "Write a text, pick a voice, and generate.",
    to: "/app/speech-synthesis/text-to-speech",
    trigger: { event: "speech_synthesis_generate_started", task: "text-to-speech" },
    exists: true,
  },
  {
    id: "speech_to_speech",
    title: "Change a voice",
    description: "Speak, and hear it in another voice.",
    to: "/app/speech-synthesis/speech-to-speech",
    trigger: { event: "speech_synthesis_generate_started", task: "speech-to-speech" },
    exists: false,
  },
  {
    id: "voice_library",
    title: "Add a voice from the library",
    description: "Find one that others share.",
    to: "/app/voice-library",
    trigger: { event: "voice_library_added_to_voice_lab" },
    exists: false,
  },
  {
    id: "voice_design",
    title: "Design a voice",
    description: "Describe how it sounds.",
    to: "/app/voice-lab",
    trigger: { event: "voice_lab_design_created" },
    exists: false,
  },
  {
    id: "dubbing",
    title: "Dub a video",
    description: "Hear it in another language.",
    to: "/app/dubbing",
    trigger: { event: "dub_created" },
    exists: false,
  },
  {
    id: "api_key",
    title: "Look at your API key",
    description: "Make a key and show it, for your own programs.",
    to: "/app/settings/api-keys",
    trigger: { event: "toggle_hidden_api_key" },
    exists: true,
  },
  {
    id: "affiliate_link",
    title: "Invite a friend",
    description: "Get a link of your own and pass it on.",
    to: "/app/settings#referral",
    trigger: { event: "affiliate_link_generated" },
    exists: true,
  },
];

export const SHOWN_ITEMS: readonly ChecklistItemDefinition[] = CHECKLIST_ITEMS.filter(({ exists }) => exists);

/** The step that an event completes, or undefined. */
export function itemCompletedBy(
  event: string,
  properties: Readonly<Record<string, unknown>> = {},
): ChecklistItemDefinition | undefined {
  return SHOWN_ITEMS.find(
    ({ trigger }) => trigger.event === event && (trigger.task === undefined || trigger.task === properties.task),
  );
}
