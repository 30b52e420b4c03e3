/** Issues the codes behind e-mailed links and mails them. */
import { type ActionMode, insertActionCode, retireActionCodes } from "./action-code-store";
import type { AccountsDependencies } from "./dependencies";
import { resetPasswordMail, verifyEmailMail } from "./mails";
import { randomHex, sha256Hex } from "./secrets";

const HOUR_MS = 3_600_000;
export const VERIFICATION_VALID_HOURS = 48;
export const RESET_VALID_MINUTES = 60;
const VALID_MS: Record<ActionMode, number> = {
  verifyEmail: VERIFICATION_VALID_HOURS * HOUR_MS,
  resetPassword: RESET_VALID_MINUTES * 60_000,
};
const CODE_BYTES = 32;

type Person = { userId: string; email: string; firstName: string };

/** A new code for a person, and the statement that stores its hash. */
export async function newActionCode(
  { database, nowMs }: Pick<AccountsDependencies, "database" | "nowMs">,
  mode: ActionMode,
  person: Pick<Person, "userId" | "email">,
) {
  const code = randomHex(CODE_BYTES);
  const createdAtMs = nowMs();
  const statement = insertActionCode(database, {
    codeHash: await sha256Hex(code),
    mode,
    userId: person.userId,
    email: person.email,
    createdAtMs,
    expiresAtMs: createdAtMs + VALID_MS[mode],
  });
  return { code, statement };
}

/** Mails a link whose code is stored already. */
export async function mailActionLink(
  { mail, origin }: Pick<AccountsDependencies, "mail" | "origin">,
  mode: ActionMode,
  person: Person,
  code: string,
): Promise<void> {
  const url = `${origin}/app/action?${new URLSearchParams({ mode, oobCode: code, continueUrl: "/app/sign-in", lang: "en" })}`;
  const { firstName } = person;
  const content =
    mode === "verifyEmail"
      ? verifyEmailMail({ firstName, url, validHours: VERIFICATION_VALID_HOURS })
      : resetPasswordMail({ firstName, url, validMinutes: RESET_VALID_MINUTES });
  await mail.send({ to: person.email, ...content });
}

/**
 * Stores a new code and mails its link. With `older: "retired"` the links before it stop working; with `"kept"` each
 * of them still does, so that it does not matter which mail of several is opened.
 */
export async function issueActionLink(
  dependencies: AccountsDependencies,
  mode: ActionMode,
  person: Person,
  older: "retired" | "kept",
): Promise<void> {
  const { database, nowMs } = dependencies;
  const { code, statement } = await newActionCode(dependencies, mode, person);
  if (older === "retired") await database.batch([retireActionCodes(database, person.userId, mode, nowMs()), statement]);
  else await statement;
  await mailActionLink(dependencies, mode, person, code);
}
