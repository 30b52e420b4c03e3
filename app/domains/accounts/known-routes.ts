/**
 * The product's route values, as far as somebody may be sent there after signing in.
 * Source: spec 000, section 2, and spec 001, section 2.
 */

const words = (list: string) => list.trim().split(/\s+/);

/** Paths under `/app` where there is a screen. A test compares them to the table of routes. */
const APP_SCREENS = `
home sign-in sign-up sign-in/forgot-password sso
email-change onboarding onboarding/next onboarding-checklist
settings settings/security settings/sessions settings/privacy settings/notifications
settings/api-keys settings/analytics settings/features
speech-synthesis/text-to-speech speech-synthesis/text-to-speech/history
workspace/security usage
`;

/** Paths under `/app` whose screens are still to come. */
const APP_TO_COME = `
ai-classifier
audio-native audio-native/settings audio-native/settings/player audio-native/analytics
conversational-ai conversational-ai/agents conversational-ai/agents/new conversational-ai/integrations
conversational-ai/knowledge-base conversational-ai/phone-numbers conversational-ai/batch-calling
conversational-ai/settings conversational-ai/agent-testing conversational-ai/history conversational-ai/playground
conversational-ai/talk-to conversational-ai/tools
developers developers/api-keys developers/webhooks developers/service-accounts developers/usage
dubbing payouts
productions productions/active productions/dashboard productions/history productions/settings
productions/settings/qualifications productions/unclaimed
profiles
sound-effects sound-effects/generate sound-effects/history sound-effects/explore sound-effects/explore/search
sound-effects/explore/category
settings/workspace-invites settings/webhooks
studio
speech-synthesis/speech-to-speech speech-synthesis/speech-to-speech/history speech-to-text subscription
workspace workspace/members workspace/groups workspace/service-accounts workspace/webhooks
workspace/voice-library
usage/workspace voice-lab voice-lab/collections default-voices workspace-voices voiceover-studio
voice-library voice-library/collections voice-isolator publishing music eleven
`;

/** Public pages that there are. */
const PUBLIC_PAGES = "text-to-speech terms-of-use-eu docs/api";

/** Public pages that are still to come. */
const PUBLIC_TO_COME = `
about affiliates affiliates/terms api pricing pricing/api enterprise dubbing studio voice-changer
voice-cloning voice-library voice-isolator sound-effects contact-sales contact-legal safety showcase grants payouts
use-policy careers changelog docs
`;

/** Older paths that links still use, and where people find now what was there. The start page, where that is still to come. */
export const FORWARDED_PATHS: ReadonlyMap<string, string> = new Map([
  ["/history", "/app/speech-synthesis/text-to-speech/history"],
  ["/usage", "/app/usage"],
  ["/speech-synthesis", "/app/speech-synthesis/text-to-speech"],
  ["/app/speech-synthesis", "/app/speech-synthesis/text-to-speech"],
  ...words("affiliates audio-native request-alpha-access subscription dubs redirect").map(
    (path) => [`/${path}`, "/app/home"] as const,
  ),
]);

/** Where there is something to see. */
export const SCREEN_PATHS: ReadonlySet<string> = new Set([
  "/",
  "/app",
  ...words(APP_SCREENS).map((path) => `/app/${path}`),
  ...words(PUBLIC_PAGES).map((path) => `/${path}`),
]);

export const KNOWN_PATHS: ReadonlySet<string> = new Set([
  ...SCREEN_PATHS,
  ...FORWARDED_PATHS.keys(),
  ...words(APP_TO_COME).map((path) => `/app/${path}`),
  ...words(PUBLIC_TO_COME).map((path) => `/${path}`),
]);
