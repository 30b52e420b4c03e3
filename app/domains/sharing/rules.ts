/** The rules of sharing, free of storage and clock. */
import { isbot } from "isbot";
import type { Tier } from "../billing/tiers";
import type { StoredShare } from "./schema";

const TITLE_MAX_CHARACTERS = 70;
const NAME_MAX_CHARACTERS = 50;
/** A tab that a reader left in the background or a preview is no play; every real browser names itself. */
const LEAST_USER_AGENT_CHARACTERS = 10;

/** Marks and overrides of direction: harmless in their own paragraph, but they turn around what a name or title stands in. */
const DIRECTION_CONTROLS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** A text as one line that can stand among other words: no control characters, no changes of direction. */
export function plainLine(text: string): string {
  return text
    .replace(DIRECTION_CONTROLS, "")
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, " ")
    .trim();
}

/** What a page about the text is called: its beginning, cut at a word where there is one. */
export function titleOf(text: string): string {
  const line = plainLine(text);
  const characters = Array.from(line);
  if (characters.length <= TITLE_MAX_CHARACTERS) return line;
  const cut = characters.slice(0, TITLE_MAX_CHARACTERS - 1).join("");
  const atWord = cut.replace(/\s+\S*$/u, "");
  return `${atWord.length > cut.length / 2 ? atWord : cut}…`;
}

/** A public name as it is stored, or null when it is none: 1 to 50 characters, no control characters, no changes of direction. */
export function publicNameOf(input: string): string | null {
  const name = input.trim();
  if (/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u.test(name) || name.search(DIRECTION_CONTROLS) >= 0) return null;
  // A name of nothing but what cannot be seen names nobody.
  const isVisible = /[^\p{Cf}\p{Z}\p{M}]/u.test(name);
  return !isVisible || Array.from(name).length > NAME_MAX_CHARACTERS ? null : name;
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
  return (
    share.revokedAtMs === null && share.speaker !== null && (share.expiresAtMs === null || share.expiresAtMs > nowMs)
  );
}

/** Whether what plays is no person, by what it calls itself. */
export function isBot(userAgent: string): boolean {
  return userAgent.trim().length < LEAST_USER_AGENT_CHARACTERS || isbot(userAgent);
}

/** Whether members may share at all: enterprise workspaces share only with the flag of videos. Source: spec 000, section 6. */
export function maySharePublicly(tier: Tier | string, hasVideoFeature: boolean): boolean {
  return tier !== "enterprise" || hasVideoFeature;
}

/** `YYYY-MM-DD` in UTC. */
export const dayOf = (timeMs: number): string => new Date(timeMs).toISOString().slice(0, 10);
