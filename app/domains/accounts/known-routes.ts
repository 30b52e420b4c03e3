/**
 * The product's route values, as far as somebody may be sent there after signing in.
 * Source: spec 000, section 2, and spec 001, section 2.
 */

/** Paths under `/app`. */
const APP_PATHS = `
home ai-classifier sign-in sign-up sign-in/forgot-password sso
audio-native audio-native/settings audio-native/settings/player audio-native/analytics
conversational-ai conversational-ai/agents conversational-ai/agents/new conversational-ai/integrations
conversational-ai/knowledge-base conversational-ai/phone-numbers conversational-ai/batch-calling
conversational-ai/settings conversational-ai/agent-testing conversational-ai/history conversational-ai/playground
conversational-ai/talk-to conversational-ai/tools
developers developers/api-keys developers/webhooks developers/service-accounts developers/usage
dubbing email-change onboarding onboarding/next onboarding-checklist payouts
productions productions/active productions/dashboard productions/history productions/settings
productions/settings/qualifications productions/unclaimed
profiles
sound-effects sound-effects/generate sound-effects/history sound-effects/explore sound-effects/explore/search
sound-effects/explore/category
settings settings/security settings/sessions settings/privacy settings/notifications
settings/api-keys settings/analytics settings/features settings/workspace-invites settings/webhooks
studio
speech-synthesis speech-synthesis/text-to-speech speech-synthesis/text-to-speech/history
speech-synthesis/speech-to-speech speech-synthesis/speech-to-speech/history speech-to-text subscription
workspace workspace/members workspace/groups workspace/service-accounts workspace/security workspace/webhooks
workspace/voice-library
usage usage/workspace voice-lab voice-lab/collections default-voices workspace-voices voiceover-studio
voice-library voice-library/collections voice-isolator publishing music eleven
`;

/** Public paths. */
const PUBLIC_PATHS = `
about affiliates affiliates/terms api pricing pricing/api enterprise dubbing studio text-to-speech voice-changer
voice-cloning voice-library voice-isolator sound-effects contact-sales contact-legal safety showcase grants payouts
use-policy terms-of-use-eu careers changelog docs docs/api
`;

/** Older paths that links still use. */
const OLDER_PATHS =
  "affiliates audio-native history request-alpha-access subscription usage speech-synthesis dubs redirect";

const words = (list: string) => list.trim().split(/\s+/);

export const KNOWN_PATHS: ReadonlySet<string> = new Set([
  "/",
  "/app",
  ...words(APP_PATHS).map((path) => `/app/${path}`),
  ...words(PUBLIC_PATHS).map((path) => `/${path}`),
  ...words(OLDER_PATHS).map((path) => `/${path}`),
]);
