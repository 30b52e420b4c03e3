/** The links that undo a change of address, each for the address before it. */
import { insertCopyWhileOpen, selectOpenUndos } from "../action-code-store";
import type { AccountsDependencies } from "../dependencies";
import { randomHex, sha256Hex } from "../secrets";
import type { User } from "../user-store";

const CODE_BYTES = 32;

export function undoUrl(origin: string, code: string): string {
  return `${origin}/app/email-change?${new URLSearchParams({ verification_code: code, isReverting: "true" })}`;
}

/**
 * What can still be undone of an account's changes of address: until when the last of them can, and for each address that
 * it has no more one link beside the one that was mailed then, as good as that and as long. Where an address was left
 * several times, the link undoes the first. `statements` make the links good where those before them are good yet: one of
 * them may just be followed. `listLinks`, after that: the links that are.
 */
export async function renewUndoLinks(
  { database, origin }: Pick<AccountsDependencies, "database" | "origin">,
  user: Pick<User, "id" | "email">,
  nowMs: number,
) {
  const undos = await selectOpenUndos(database, user.id, nowMs);
  const byAddress = new Map([...undos].reverse().map((undo) => [undo.email, undo]));
  byAddress.delete(user.email);
  const renewed = await Promise.all(
    [...byAddress.values()].map(async ({ codeHash: before, email, boundTo, createdAtMs, expiresAtMs }) => {
      const code = randomHex(CODE_BYTES);
      const codeHash = await sha256Hex(code);
      const copy = {
        codeHash,
        mode: "revertEmail",
        userId: user.id,
        email,
        boundTo,
        createdAtMs,
        expiresAtMs,
      } as const;
      return {
        codeHash,
        link: { email, url: undoUrl(origin, code), expiresAtMs },
        statement: insertCopyWhileOpen(database, copy, before, nowMs),
      };
    }),
  );
  return {
    openUntilMs: Math.max(0, ...undos.map(({ expiresAtMs }) => expiresAtMs)),
    statements: renewed.map(({ statement }) => statement),
    async listLinks() {
      const good = new Set((await selectOpenUndos(database, user.id, nowMs)).map(({ codeHash }) => codeHash));
      return renewed.filter(({ codeHash }) => good.has(codeHash)).map(({ link }) => link);
    },
  };
}
