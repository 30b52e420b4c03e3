/** What tests of second factors need of an authenticator app and of a telephone. */
import type { Client } from "../../app/domains/accounts/dependencies";
import { completeSignIn } from "../../app/domains/accounts/sign-in-completion";
import { findUserByEmail } from "../../app/domains/accounts/user-store";
import { type AccountsFixture, CLIENT } from "./accounts-fixture";
import { totpCode } from "./authenticator";

export { totpCode };

/** The code in the newest text message. */
export function newestTextCode(texts: { text: string }[]): string {
  const code = /^\d{6}/.exec(texts.at(-1)?.text ?? "")?.[0];
  if (!code) throw new Error("there is no text message with a code");
  return code;
}

/** A code that is not this one. */
export const wrongCode = (right: string) => (right === "000000" ? "000001" : "000000");

/** How a sign-in goes on after a right password, without the work of checking one. */
export async function signInByPassword({ dependencies }: AccountsFixture, email: string, client: Client = CLIENT) {
  const user = await findUserByEmail(dependencies.database, email);
  if (!user) throw new Error(`${email} has no account`);
  return completeSignIn(dependencies, user, { kind: "password", passwordHash: user.passwordHash }, client);
}

/** A new session of somebody without a second factor. */
export async function openSessionOf(fixture: AccountsFixture, email: string, client: Client = CLIENT) {
  const outcome = await signInByPassword(fixture, email, client);
  if (outcome.kind !== "signed_in") throw new Error(`the sign-in ended in ${outcome.kind}`);
  const person = await fixture.accounts.findSignedIn(outcome.sessionSecret);
  if (!person) throw new Error("the session is not live");
  return { secret: outcome.sessionSecret, person };
}

/** A person with an authenticator app, in a session of theirs. Answers the app's seed. */
export async function addPersonWithTotp(fixture: AccountsFixture, email: string) {
  await fixture.addPerson(email);
  const session = await openSessionOf(fixture, email);
  const { secret: seed } = await fixture.accounts.secondFactors.startTotp(session.person);
  await fixture.accounts.secondFactors.confirmTotp(session.person, totpCode(seed, fixture.clock.nowMs), CLIENT);
  // The code that set it up is used up.
  fixture.clock.nowMs += 60_000;
  return { ...session, seed };
}

/** A sign-in that awaits its second factor. */
export async function pendingSignInOf(fixture: AccountsFixture, email: string): Promise<string> {
  const outcome = await signInByPassword(fixture, email);
  if (outcome.kind !== "second_factor") throw new Error(`the sign-in ended in ${outcome.kind}`);
  return outcome.pendingSecret;
}

/** The kinds of what is noted for a person, newest first. */
export async function eventKindsOf({ accounts }: Pick<AccountsFixture, "accounts">, userId: string): Promise<string[]> {
  return (await accounts.security.listEvents(userId)).map(({ kind }) => kind);
}
