/** Issues the codes behind e-mailed links and mails them. */
import { type ActionMode, insertActionCode, retireActionCodes } from "./action-code-store";
import type { AccountsDependencies } from "./dependencies";
import { verifyEmailMail } from "./mails/address";
import { resetPasswordMail } from "./mails/password";
import { greetingName } from "./mails/words-of-others";
import { allowedRedirect } from "./redirect-rules";
import { randomHex, sha256Hex } from "./secrets";
import type { User } from "./user-store";

const HOUR_MS = 3_600_000;
export const VERIFICATION_VALID_HOURS = 48;
export const RESET_VALID_MINUTES = 60;
const DAY_MS = 24 * HOUR_MS;
/** How long the code of each kind of link can be used. */
const VALID_MS: Record<ActionMode, number> = {
  verifyEmail: VERIFICATION_VALID_HOURS * HOUR_MS,
  resetPassword: RESET_VALID_MINUTES * 60_000,
  optOutOfUpdates: 365 * DAY_MS,
  verifySignInRequest: DAY_MS,
  changeEmail: DAY_MS,
  revertEmail: 30 * DAY_MS,
  sensitiveAction: 15 * 60_000,
  internalVerification: 15 * 60_000,
  keepAccount: 30 * DAY_MS,
};
const CODE_BYTES = 32;

interface Person extends Pick<User, "email" | "firstName" | "emailVerifiedAtMs" | "locale"> {
  userId: string;
}

const DEFAULT_CONTINUE_PATH = "/app/sign-in";

/** A new code for a person, and the statement that stores its hash. `boundTo`: what else it is good for alone. */
export async function newActionCode(
  { database, nowMs }: Pick<AccountsDependencies, "database" | "nowMs">,
  mode: ActionMode,
  person: Pick<Person, "userId" | "email">,
  boundTo = "",
) {
  const code = randomHex(CODE_BYTES);
  const createdAtMs = nowMs();
  const statement = insertActionCode(database, {
    codeHash: await sha256Hex(code),
    mode,
    userId: person.userId,
    email: person.email,
    boundTo,
    createdAtMs,
    expiresAtMs: createdAtMs + VALID_MS[mode],
  });
  return { code, statement };
}

/** Where such a link leads when all is done: a page of this site that somebody asked for, if it is allowed. */
export interface LinkTarget {
  continueUrl?: string | undefined;
}

/** Mails a link whose code is stored already. */
export async function mailActionLink(
  { mail, origin }: Pick<AccountsDependencies, "mail" | "origin">,
  mode: "verifyEmail" | "resetPassword",
  person: Person,
  code: string,
  target: LinkTarget & { signedUpBefore?: boolean } = {},
): Promise<void> {
  const { userId, email, locale } = person;
  const continueUrl = allowedRedirect(target.continueUrl, origin) ?? DEFAULT_CONTINUE_PATH;
  const url = `${origin}/app/action?${new URLSearchParams({ mode, oobCode: code, continueUrl, lang: locale, userId })}`;
  const content =
    mode === "verifyEmail"
      ? verifyEmailMail({
          url,
          validHours: VERIFICATION_VALID_HOURS,
          signedUpBefore: target.signedUpBefore === true,
        })
      : resetPasswordMail({ firstName: greetingName(person), url, validMinutes: RESET_VALID_MINUTES });
  await mail.send({ to: email, ...content });
}

/**
 * Stores a new code and mails its link. With `older: "retired"` the links before it stop working; with `"kept"` each
 * of them still does, so that it does not matter which mail of several is opened. `boundTo`: as of `newActionCode`.
 */
export async function issueActionLink(
  dependencies: AccountsDependencies,
  mode: "verifyEmail" | "resetPassword",
  person: Person,
  older: "retired" | "kept",
  target: LinkTarget & { signedUpBefore?: boolean } = {},
  boundTo = "",
): Promise<void> {
  const { database, nowMs } = dependencies;
  const { code, statement } = await newActionCode(dependencies, mode, person, boundTo);
  if (older === "retired") await database.batch([retireActionCodes(database, person.userId, mode, nowMs()), statement]);
  else await statement;
  await mailActionLink(dependencies, mode, person, code, target);
}
