/** What one key may give to another, or take from it: nobody gives more than they have. Pure. */
import { mayGrant } from "./api-key-scopes";

/** What a key may do (null: all) and how many credits it may use in a period (null: as many as the workspace has). */
export interface KeyRights {
  scopes: readonly string[] | null;
  creditLimit: number | null;
}

/** What somebody has who does not come with a key. */
export const ALL_RIGHTS: KeyRights = { scopes: null, creditLimit: null };

export const isLimitWithin = (limit: number | null, most: number | null): boolean =>
  most === null || (limit !== null && limit <= most);

/** Whether a key with these rights may do no more than somebody who has `most`. */
export const isWithin = (rights: KeyRights, most: KeyRights): boolean =>
  mayGrant(most, rights.scopes) && isLimitWithin(rights.creditLimit, most.creditLimit);

/**
 * The most that a caller may give to a key that has `before`. With a limit of credits they add nothing: whatever another key
 * used then would come on top of what theirs does, and one after the other would use more than the limit.
 */
export const mostToGive = (caller: KeyRights, before: KeyRights): KeyRights =>
  caller.creditLimit === null ? caller : before;
