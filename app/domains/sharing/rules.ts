/** The rules of sharing, free of storage and clock. */
import { isbot } from "isbot";
import { cutAtWord } from "../../lib/cut-at-word";
import { plainLine } from "../../lib/plain-line";
import { isEnterpriseTier } from "../billing/rules";
import type { LinkState, StoredShare } from "./schema";

const TITLE_MAX_CHARACTERS = 70;
/** A tab that a reader left in the background or a preview is no play; every real browser names itself. */
const LEAST_USER_AGENT_CHARACTERS = 10;

/** What a page about the text is called: its beginning. */
export function titleOf(text: string): string {
  return cutAtWord(plainLine(text), TITLE_MAX_CHARACTERS);
}

/** The name under which the public sees somebody. */
export function speakerNameOf(person: { publicUserName: string; firstName: string }): string {
  return plainLine(person.publicUserName) || plainLine(person.firstName) || "Anonymous";
}

/** `shr_` and 130 random bits. */
export function isShareId(text: string): boolean {
  return /^shr_[0-9a-hjkmnp-tv-z]{26}$/.test(text);
}

/** Whether the link leads to something now. */
export function isOpen(share: StoredShare, nowMs: number): share is StoredShare & { speaker: object } {
  return linkStateOf(share, nowMs) === "open";
}

/** Whether the link leads to something now, or why not: its time is over, or it, its item or who made it is gone. */
export function linkStateOf(share: StoredShare, nowMs: number): LinkState {
  if (share.revokedAtMs !== null || share.speaker === null) return "ended";
  return share.expiresAtMs === null || share.expiresAtMs > nowMs ? "open" : "expired";
}

/** Whether what plays is no person, by what it calls itself. */
export function isBot(userAgent: string): boolean {
  return userAgent.trim().length < LEAST_USER_AGENT_CHARACTERS || isbot(userAgent);
}

/**
 * Whether members may share at all: enterprise workspaces, and trial ones, which are treated like them, share only with the
 * flag of videos. Source: spec 000, sections 4 and 6.
 */
export function maySharePublicly(tier: string, hasVideoFeature: boolean): boolean {
  return !isEnterpriseTier(tier) || hasVideoFeature;
}

/** `YYYY-MM-DD` in UTC. */
export const dayOf = (timeMs: number): string => new Date(timeMs).toISOString().slice(0, 10);
