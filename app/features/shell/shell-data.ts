import type { Checklist } from "~/domains/accounts/onboarding/onboarding";
import type { Consent } from "~/domains/accounts/privacy/privacy";
import type { SharingMode } from "~/features/sharing/share-item";
import type { SupportState } from "~/features/support-access/support-state";

/** What the shell knows of the person and the workspace; loaded once, by the layout. */
export interface ShellData {
  userId: string;
  workspaceId: string;
  email: string;
  firstName: string;
  workspaceName: string;
  tierLabel: string;
  credits: Credits;
  /** Whether the person may set what holds for the whole workspace. */
  isAdmin: boolean;
  sharing: SharingMode;
  /** What the person has chosen about their data and is to be asked; null for support, who answers nothing for them. */
  consent: Pick<Consent, "ccpaOptOut" | "needsBiometricTerms" | "needsUpdatedTerms"> | null;
  /** The first steps of somebody new; null before they are begun. */
  checklist: Checklist | null;
  /** After how many seconds without anybody at the browser it signs out; null: never. */
  inactivityTimeoutSeconds: number | null;
  /** Whether the person is from support. */
  isStaff: boolean;
  /** Who from support is in the account now. */
  support: SupportState | null;
}

export interface Credits {
  /** Used and held by running requests, in this period. */
  used: number;
  /** Null: without limit. */
  limit: number | null;
  nextResetMs: number;
}

/** What is left, or null when there is no limit. Never negative. */
export function creditsLeft(credits: Credits): number | null {
  return credits.limit === null ? null : Math.max(0, credits.limit - credits.used);
}
