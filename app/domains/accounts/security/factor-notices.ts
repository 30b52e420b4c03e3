/** Notes that a way to prove who somebody is came or went, and tells its owner. */
import { CODES_THAT_UNDO_A_FACTOR, retireActionCodes } from "../action-code-store";
import type { AccountsDependencies, Client } from "../dependencies";
import { publishUserChanged } from "../document-changes";
import { factorChangedMail } from "../mails/security";
import { greetingName } from "../mails/words-of-others";
import { findUser } from "../user-store";
import { occasionOf, securityLinks } from "./occasion";
import { type SecurityEventKind, securityEvent } from "./security-events";

type Dependencies = Pick<
  AccountsDependencies,
  "database" | "nowMs" | "mail" | "origin" | "waitUntil" | "workspaces" | "events"
>;

/** `factor`: like "Authenticator app". The mail goes out after the answer. */
export async function noteFactorChange(
  dependencies: Dependencies,
  userId: string,
  changed: { kind: SecurityEventKind; factor: string; change: "added" | "removed" },
  client: Client,
): Promise<void> {
  const { database, nowMs } = dependencies;
  await database.batch([
    retireActionCodes(database, userId, CODES_THAT_UNDO_A_FACTOR, nowMs()),
    securityEvent(dependencies, userId, changed.kind, client),
  ]);
  publishUserChanged(dependencies, userId, ["factors"]);
  dependencies.waitUntil(mailFactorChange(dependencies, userId, changed, client));
}

async function mailFactorChange(
  dependencies: Dependencies,
  userId: string,
  { factor, change }: { factor: string; change: "added" | "removed" },
  client: Client,
): Promise<void> {
  const user = await findUser(dependencies.database, userId);
  if (!user) return;
  const content = factorChangedMail({
    firstName: greetingName(user),
    factor,
    change,
    occasion: occasionOf(dependencies, user, client),
    ...securityLinks(dependencies.origin),
  });
  await dependencies.mail.send({ to: user.email, ...content });
}
