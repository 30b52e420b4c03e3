/** The rules of leaving, free of storage and clock. See docs/decisions for why they are so. */
import type { WorkspaceRole } from "../caller";

export const GRACE_DAYS = 14;
const GRACE_MS = GRACE_DAYS * 86_400_000;

/**
 * When a closed account is erased: after the days of grace, and not while the address that it had before can be given back.
 *
 * @param undoUntilMs until when the last such change can be undone; 0 for none
 */
export const eraseAtMsOf = (closedAtMs: number, undoUntilMs: number): number =>
  Math.max(closedAtMs + GRACE_MS, undoUntilMs);

/**
 * Whom rows of a workspace that goes on name in the place of somebody whose account is erased: what was made there is the
 * workspace's, and stays without a name.
 */
export const FORMER_MEMBER = "former_member";

/** A member of a workspace, as far as leaving cares. */
export interface Member {
  userId: string;
  role: WorkspaceRole;
  joinedAtMs: number;
  /** Whether they have asked for the end of their account too. */
  isLeaving: boolean;
}

/**
 * Whether somebody may leave the others in a workspace: one of those who stay has to be an admin, since nobody could make
 * one afterwards. Where nobody stays, the workspace goes with its last member.
 */
export function mayLeave(others: readonly Member[]): boolean {
  const staying = others.filter(({ isLeaving }) => !isLeaving);
  return staying.length === 0 || staying.some(({ role }) => role === "admin");
}

/**
 * Who owns a workspace after its owner is gone: the admin who is there longest, else the member who is; those who stay
 * before those who leave as well. Null where nobody is left.
 */
export function nextOwner(others: readonly Member[]): Member | null {
  const rank = ({ isLeaving, role }: Member) => (isLeaving ? 2 : 0) + (role === "admin" ? 0 : 1);
  const [first] = [...others].sort(
    (a, b) => rank(a) - rank(b) || a.joinedAtMs - b.joinedAtMs || a.userId.localeCompare(b.userId),
  );
  return first ?? null;
}
