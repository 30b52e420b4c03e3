/** New accounts. Nothing here tells a stranger whether an address has one. */
import { AppError } from "../../lib/app-error";
import { newId, randomText } from "../../lib/ids";
import { issueActionLink, type LinkTarget, mailActionLink, newActionCode } from "./account-links";
import { countAccountMail, countMailOnRequest } from "./account-mail-limits";
import type { AccountsDependencies, Client } from "./dependencies";
import { publishWorkspaceChanged } from "./document-changes";
import { displaceUnverified } from "./email-change/email-change-store";
import { accountOf, deviceHashOf, type Given, writeGiven } from "./given-at-sign-up";
import { isLocale } from "./locales";
import { signUpToMailAgain } from "./mailed-again";
import { alreadyRegisteredMail } from "./mails/address";
import { greetingName } from "./mails/words-of-others";
import { MESSAGES } from "./messages";
import { passwordRefusal } from "./password-choice/password-choice";
import { findReferrer } from "./referral/referral";
import { firstNameOf, nameFromEmail, normalizeEmail } from "./rules";
import { type CameWith, forgetPreSignUpOfUnverified, replacePreSignUp } from "./sign-up-extras/pre-sign-up-store";
import { CAME_WITH_KEPT_MS, type SignUpExtras, type SignUpParameters } from "./sign-up-extras/sign-up-extras";
import { SINGLE_SIGN_ON_MESSAGES } from "./single-sign-on/messages";
import { isProviderRequiredFor } from "./single-sign-on/requirement";
import { findUserByEmail, insertUser, markEmailVerified, setPasswordHash } from "./user-store";

export interface SignUpForm extends SignUpParameters {
  email: string;
  password: string;
  firstName: string;
  agreesToProductUpdates: boolean;
  /** Language and region of the browser; `en` where it is none that we know. */
  locale?: string | undefined;
  /** Where the mailed link leads when all is done, if that is allowed. */
  continueUrl?: string | undefined;
  /** Of the link by which they came. */
  referralCode?: string | undefined;
  /** The browser's answer to the puzzle against robots. */
  captcha?: string | undefined;
  /** They are not asked the questions to new members. */
  skipsOnboarding?: boolean | undefined;
}

export type SignUpOutcome =
  | { kind: "check_your_mail"; email: string }
  /** Per field, what is wrong with it. */
  | { kind: "refused"; problems: { email?: string; password?: string } };

export interface PersonInWorkspace {
  userId: string;
  workspaceId: string;
}

export interface SignUp {
  /**
   * Creates a person with a workspace of their own on the free plan, and mails a link to verify the address. For an
   * address that has an account the answer is the same, and its owner gets a mail that says so; as long as it is not
   * verified, each sign-up is mailed a link of its own, and the one that is followed counts. Where the address's domain asks for single sign-on, all are refused alike.
   * @throws AppError invalid_request (400) about `captcha`; rate_limited (429); engine_not_configured (503) where mail cannot
   * be sent.
   */
  signUp(form: SignUpForm, client: Client): Promise<SignUpOutcome>;
  /** Mails the link to verify an address again. Says nothing about whether there was anything to verify. */
  resendVerification(email: string, client: Client, target?: LinkTarget): Promise<void>;
  /**
   * Creates a person whose address counts as verified, or answers null where a verified account has it; one that never was
   * verified loses it. For those whom somebody vouches for; with an empty `password` they have none. With `joinsWorkspaceId` they become an editor of that workspace and get none of their own.
   */
  createVerifiedPerson(form: SignUpForm, joinsWorkspaceId?: string): Promise<PersonInWorkspace | null>;
  /**
   * A person by address, with a new password if one is given. For seeding.
   * @throws AppError not_found (404).
   */
  recoverPerson(email: string, newPassword?: string): Promise<PersonInWorkspace>;
}

const PUBLIC_ID_CHARACTERS = 24;

export function createSignUp(
  dependencies: AccountsDependencies,
  extras: Pick<SignUpExtras, "requireHuman" | "cameWith">,
): SignUp {
  const { database, passwords, rateLimits, mail, origin, nowMs, waitUntil, workspaces, freePlan } = dependencies;

  async function signUp(form: SignUpForm, client: Client): Promise<SignUpOutcome> {
    const email = normalizeEmail(form.email);
    const problem = await passwordRefusal(form.password, { email: email ?? "", firstName: form.firstName });
    if (!email || problem) {
      return {
        kind: "refused",
        problems: {
          ...(email ? {} : { email: MESSAGES.emailInvalid }),
          ...(problem ? { password: problem } : {}),
        },
      };
    }
    // An account beside the organisation's would stand in the way of the one that its provider opens.
    if (await isProviderRequiredFor(dependencies, email))
      return { kind: "refused", problems: { email: SINGLE_SIGN_ON_MESSAGES.signUpRefused } };
    mail.requireConfigured();
    await extras.requireHuman(form.captcha, client);
    await rateLimits.take("sign_up_client", client.address);
    await countAccountMail(dependencies, email, client);
    const cameWith = await extras.cameWith(email, form, (await findUserByEmail(database, email)) === undefined);
    const given = await givenBy(form, email, client);
    const boundTo = writeGiven({ given, cameWith, deviceHash: await deviceHashOf(client), askedByAnybody: false });
    const target = { continueUrl: form.continueUrl };
    if (!(await createPerson(email, given, { mailsLinkOf: boundTo, cameWith }, target)))
      await signUpAgain(email, given, boundTo, target);
    return { kind: "check_your_mail", email };
  }

  /** Everything of a new person in one batch. Null when the address is taken, also by a sign-up at the same moment. */
  async function createPerson(
    email: string,
    given: Given,
    how: { mailsLinkOf: string; cameWith: CameWith | null } | "verified",
    { joinsWorkspaceId, skipsOnboarding, ...target }: LinkTarget & Circumstances = {},
  ) {
    if (await isTaken()) return null;
    const now = nowMs();
    const userId = newId("user", now);
    const place = joinsWorkspaceId === undefined ? ownWorkspace() : joinedWorkspace(joinsWorkspaceId);
    const link =
      how === "verified"
        ? undefined
        : await newActionCode(dependencies, "verifyEmail", { userId, email }, how.mailsLinkOf);
    try {
      const person = insertUser(database, {
        id: userId,
        email,
        ...accountOf(given),
        publicUserId: randomText(PUBLIC_ID_CHARACTERS),
        createdAtMs: now,
        isOnboardingCompleted: skipsOnboarding === true,
      });
      // Whoever signed up with the address before has not shown that it is theirs, and would keep a password to it.
      const opening =
        how === "verified"
          ? ([
              forgetPreSignUpOfUnverified(database, email, userId),
              displaceUnverified(database, email, userId),
              person,
            ] as const)
          : ([person, ...keptOf(how.cameWith)] as const);
      await database.batch([
        ...opening,
        ...place.statements,
        ...(link ? [link.statement] : [markEmailVerified(database, { userId, email }, now)]),
      ]);
    } catch (error) {
      if (await isTaken()) return null;
      throw error;
    }
    if (link) {
      const { firstName, locale } = given;
      const person = { userId, email, firstName, locale, emailVerifiedAtMs: null };
      await mailActionLink(dependencies, "verifyEmail", person, link.code, target);
    }
    if (joinsWorkspaceId !== undefined) publishWorkspaceChanged(dependencies, joinsWorkspaceId, ["members"]);
    return { userId, workspaceId: place.workspaceId };

    function keptOf(cameWith: CameWith | null) {
      const expiresAtMs = now + CAME_WITH_KEPT_MS;
      return cameWith ? [replacePreSignUp(database, { email, ...cameWith, expiresAtMs })] : [];
    }
    async function isTaken(): Promise<boolean> {
      const user = await findUserByEmail(database, email);
      return user !== undefined && (how !== "verified" || user.emailVerifiedAtMs !== null);
    }
    function ownWorkspace() {
      const name = given.firstName || nameFromEmail(email);
      const { workspaceId, statements } = workspaces.foundingStatements({ userId, name, nowMs: now });
      return { workspaceId, statements: [...statements, ...freePlan.openingStatements(workspaceId, now)] };
    }
    function joinedWorkspace(workspaceId: string) {
      const statement = workspaces.joiningStatement({ workspaceId, userId, role: "editor", nowMs: now });
      return { workspaceId, statements: [statement] };
    }
  }

  async function signUpAgain(email: string, given: Given, boundTo: string, target: LinkTarget): Promise<void> {
    const user = await findUserByEmail(database, email);
    if (!user) return;
    if (user.emailVerifiedAtMs === null) {
      // Of several sign-ups only the address's owner can say which was theirs, so none replaces another.
      const { firstName, locale } = given;
      const person = { userId: user.id, email, firstName, locale, emailVerifiedAtMs: null };
      await issueActionLink(dependencies, "verifyEmail", person, "kept", { ...target, signedUpBefore: true }, boundTo);
      return;
    }
    const links = { signInUrl: `${origin}/app/sign-in`, forgotPasswordUrl: `${origin}/app/sign-in/forgot-password` };
    await mail.send({ to: email, ...alreadyRegisteredMail({ firstName: greetingName(user), ...links }) });
  }

  async function resendVerification(input: string, client: Client, target?: LinkTarget): Promise<void> {
    const email = normalizeEmail(input);
    if (!email) return;
    mail.requireConfigured();
    await countMailOnRequest(dependencies, email, client);
    // After the answer, so that its duration tells nothing about the address.
    waitUntil(
      (async () => {
        const user = await findUserByEmail(database, email);
        if (!user || user.emailVerifiedAtMs !== null) return;
        const deviceHash = await deviceHashOf(client);
        // That of the browser which asks, or else the newest.
        const { boundTo, signedUpBefore } = await signUpToMailAgain(
          dependencies,
          user,
          (open) => open.find((signUp) => deviceHash !== null && signUp.deviceHash === deviceHash) ?? open[0],
        );
        const person = { ...user, userId: user.id };
        await issueActionLink(dependencies, "verifyEmail", person, "kept", { ...target, signedUpBefore }, boundTo);
      })(),
    );
  }

  async function givenBy(form: SignUpForm, email: string, client?: Client): Promise<Given> {
    return {
      passwordHash: form.password === "" ? "" : await passwords.hash(form.password),
      firstName: firstNameOf(form.firstName),
      agreesToProductUpdates: form.agreesToProductUpdates,
      locale: form.locale !== undefined && isLocale(form.locale) ? form.locale : "en",
      geoLocation: client?.place ?? "",
      referredBy: await findReferrer(database, form.referralCode, email),
    };
  }

  async function createVerifiedPerson(form: SignUpForm, joinsWorkspaceId?: string) {
    const email = normalizeEmail(form.email);
    if (!email) throw new TypeError(`not an address: ${form.email}`);
    const { skipsOnboarding } = form;
    return createPerson(email, await givenBy(form, email), "verified", { joinsWorkspaceId, skipsOnboarding });
  }

  async function recoverPerson(input: string, newPassword?: string): Promise<PersonInWorkspace> {
    const user = await findUserByEmail(database, normalizeEmail(input) ?? "");
    if (!user) throw new AppError("not_found", 404, "There is no such account.");
    if (newPassword !== undefined) await setPasswordHash(database, user.id, await passwords.hash(newPassword));
    return { userId: user.id, workspaceId: await workspaces.getFirstWorkspaceId(user.id) };
  }

  return { signUp, resendVerification, createVerifiedPerson, recoverPerson };
}

/** What holds for the new account beside what its owner gives. */
interface Circumstances {
  joinsWorkspaceId?: string | undefined;
  skipsOnboarding?: boolean | undefined;
}
