/** All operations of the API, family by family. */
import type { Endpoint } from "./endpoint";
import { analyticsEndpoints } from "./v1/analytics";
import { audioSpeechEndpoints } from "./v1/audio-speech";
import { historyEndpoints } from "./v1/history";
import { historyArchiveEndpoints } from "./v1/history-archives";
import { modelEndpoints } from "./v1/models";
import { realtimeEndpoints } from "./v1/realtime";
import { sharingEndpoints } from "./v1/sharing";
import { sharingVideoEndpoints } from "./v1/sharing-videos";
import { textToDialogueEndpoints } from "./v1/text-to-dialogue";
import { textToSpeechEndpoints } from "./v1/text-to-speech";
import { textToSpeechSocketEndpoints } from "./v1/text-to-speech-sockets";
import { tokenEndpoints } from "./v1/tokens";
import { tryItEndpoints } from "./v1/try-it";
import { userEndpoints } from "./v1/user";
import { userActionLinkEndpoints } from "./v1/user-action-links";
import { userApiKeyEndpoints } from "./v1/user-api-keys";
import { userDepartureEndpoints } from "./v1/user-departure";
import { userEmailEndpoints } from "./v1/user-email";
import { userOnboardingEndpoints } from "./v1/user-onboarding";
import { userPrivacyEndpoints } from "./v1/user-privacy";
import { userReferralEndpoints } from "./v1/user-referral";
import { userSecurityEndpoints } from "./v1/user-security";
import { userSignUpEndpoints } from "./v1/user-sign-up";
import { userStandingEndpoints } from "./v1/user-standing";
import { userSupportAccessEndpoints } from "./v1/user-support-access";
import { voiceEndpoints } from "./v1/voices";
import { workspaceFeatureEndpoints } from "./v1/workspace-features";
import { workspaceSettingsEndpoints } from "./v1/workspace-settings";
import { workspaceSignOnEndpoints } from "./v1/workspace-sign-on";
import { voiceSearchEndpoints } from "./v2/voices";

export const endpoints: readonly Endpoint[] = [
  ...textToSpeechEndpoints,
  ...textToSpeechSocketEndpoints,
  ...textToDialogueEndpoints,
  ...historyEndpoints,
  ...audioSpeechEndpoints,
  ...tryItEndpoints,
  ...modelEndpoints,
  ...voiceEndpoints,
  ...voiceSearchEndpoints,
  ...userEndpoints,
  ...userApiKeyEndpoints,
  ...userEmailEndpoints,
  ...userSignUpEndpoints,
  ...userActionLinkEndpoints,
  ...userStandingEndpoints,
  ...userSecurityEndpoints,
  ...userSupportAccessEndpoints,
  ...userDepartureEndpoints,
  ...userOnboardingEndpoints,
  ...userPrivacyEndpoints,
  ...userReferralEndpoints,
  ...tokenEndpoints,
  ...historyArchiveEndpoints,
  ...sharingEndpoints,
  ...sharingVideoEndpoints,
  ...workspaceFeatureEndpoints,
  ...workspaceSignOnEndpoints,
  ...workspaceSettingsEndpoints,
  ...analyticsEndpoints,
  ...realtimeEndpoints,
];
