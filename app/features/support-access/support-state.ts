/** Whether support is in the account that is on screen, and from whose side that is seen. */
export type SupportState =
  /** The one who looks is from support. */
  | { kind: "visiting"; ownerEmail: string; expiresAtMs: number }
  /** The one who looks is the owner, who has let them in. */
  | { kind: "visited"; accesses: { accessId: string; staffEmail: string; endsAtMs: number }[] };

/** The owner's own calls about support: what is granted, and its end. */
export const SUPPORT_ACCESS_PATH = "/app/support-access";
