/** What stands around a sign-up: the check against robots, and what partners and invitations say. Source: spec 000, section 7. */
import { AppError } from "../../../lib/app-error";
import type { AccountsDependencies, Client } from "../dependencies";
import { MESSAGES } from "../messages";
import { normalizeEmail } from "../rules";
import { sha256Hex } from "../secrets";
import { findUser, findUserByEmail } from "../user-store";
import type { CaptchaChallenge } from "./ports";
import { type CameWith, findPreSignUp, keepPreSignUp } from "./pre-sign-up-store";

/** What came with a visitor who signs up. Texts longer than 512 characters are not kept. */
export interface SignUpParameters {
  /** Of the partner who sent them (`pid`). */
  partnerId?: string | undefined;
  /** Of the very click on the partner's link (`xid`). */
  partnerClickId?: string | undefined;
  inviteCode?: string | undefined;
  /** A cloud marketplace's token. Only its hash is kept: it proves a purchase, and we do not have to present it. */
  marketplaceToken?: string | undefined;
}

export interface PreSignUpForm extends SignUpParameters {
  email: string;
  agreesToProductUpdates: boolean;
  /** Country and state that the client told; what the edge tells counts more. */
  geoLocation?: string | undefined;
  captcha?: string | undefined;
}

export interface SignUpExtras {
  /** A puzzle for the browser of somebody who signs up. @throws AppError rate_limited (429). */
  captchaChallenge(client: Pick<Client, "address">): Promise<CaptchaChallenge | null>;
  /**
   * Lets people pass and robots not: a right answer passes; without one, the first few sign-ups of a client do, so that
   * the form works without scripts too.
   * @throws AppError invalid_request (400) about `captcha`.
   */
  requireHuman(answer: string | undefined, client: Client): Promise<void>;
  /**
   * Keeps what a visitor came with, until the sign-up by the same address; nothing once there has been one. Says nothing
   * about whether it has an account.
   * @throws AppError invalid_request (400) for the address or the captcha; rate_limited (429).
   */
  preSignUp(form: PreSignUpForm, client: Client): Promise<void>;
  /**
   * What a sign-up comes with, or null. `isFirst`: nobody signed up with the address before, so what was said beforehand is
   * about this one; later on it may be about anybody's.
   */
  cameWith(email: string, parameters: SignUpParameters, isFirst: boolean): Promise<CameWith | null>;
  /** Keeps what somebody came with who has signed up. @throws AppError not_found (404). */
  setUpAfterRegistration(userId: string, parameters: SignUpParameters): Promise<void>;
  /** What somebody came with, as far as it is kept. */
  getParameters(
    email: string,
  ): Promise<{ partnerId: string | null; partnerClickId: string | null; inviteCode: string | null }>;
}

/** For how long that is kept: as long as a referral counts. Source: spec 000, section 9. */
export const CAME_WITH_KEPT_MS = 7_776_000_000;
const LONGEST = 512;

export function createSignUpExtras(dependencies: AccountsDependencies): SignUpExtras {
  const { database, captcha, rateLimits, nowMs } = dependencies;

  async function requireHuman(answer: string | undefined, client: Client): Promise<void> {
    if (answer) {
      if (await captcha.verify(answer, client)) return;
      throw new AppError("invalid_request", 400, MESSAGES.captchaWrong, { param: "captcha" });
    }
    try {
      await rateLimits.take("sign_up_unchecked_client", client.address);
    } catch (error) {
      if (!(error instanceof AppError && error.code === "rate_limited")) throw error;
      throw new AppError("invalid_request", 400, MESSAGES.captchaNeeded, { param: "captcha" });
    }
  }

  /** What is said, as far as it is kept; null where nothing is. */
  async function factsOf(parameters: SignUpParameters, more: { agrees?: boolean; place?: string } = {}) {
    const kept = (text: string | undefined) => (text && text.length <= LONGEST ? text : undefined);
    const { marketplaceToken } = parameters;
    const facts = {
      agreesToProductUpdates: more.agrees,
      geoLocation: kept(more.place),
      inviteCode: kept(parameters.inviteCode),
      partnerId: kept(parameters.partnerId),
      partnerClickId: kept(parameters.partnerClickId),
      marketplaceTokenHash: marketplaceToken ? await sha256Hex(marketplaceToken) : undefined,
    };
    return Object.values(facts).every((value) => value === undefined) ? null : facts;
  }

  async function keep(email: string, parameters: SignUpParameters, more?: { agrees?: boolean; place?: string }) {
    const facts = await factsOf(parameters, more);
    if (facts) await keepPreSignUp(database, { email, ...facts, expiresAtMs: nowMs() + CAME_WITH_KEPT_MS });
  }

  return {
    requireHuman,

    async captchaChallenge(client) {
      await rateLimits.take("captcha_challenge_client", client.address);
      return captcha.challenge();
    },

    async preSignUp({ email: input, agreesToProductUpdates, geoLocation, captcha: answer, ...parameters }, client) {
      const email = normalizeEmail(input);
      if (!email) throw new AppError("invalid_request", 400, MESSAGES.emailInvalid, { param: "email" });
      await requireHuman(answer, client);
      await rateLimits.take("sign_up_client", client.address);
      // What was said at the sign-up counts, and from then on what its owner says: this call may be anybody's.
      if (await findUserByEmail(database, email)) return;
      await keep(email, parameters, { agrees: agreesToProductUpdates, place: client.place ?? geoLocation ?? "" });
    },

    async cameWith(email, parameters, isFirst) {
      const before = isFirst ? await findPreSignUp(database, email, nowMs()) : undefined;
      const facts = await factsOf(parameters);
      if (!facts && !before) return null;
      return {
        agreesToProductUpdates: before?.agreesToProductUpdates ?? false,
        geoLocation: before?.geoLocation ?? "",
        inviteCode: facts?.inviteCode ?? before?.inviteCode ?? null,
        partnerId: facts?.partnerId ?? before?.partnerId ?? null,
        partnerClickId: facts?.partnerClickId ?? before?.partnerClickId ?? null,
        marketplaceTokenHash: facts?.marketplaceTokenHash ?? before?.marketplaceTokenHash ?? null,
      };
    },

    async setUpAfterRegistration(userId, parameters) {
      const user = await findUser(database, userId);
      if (!user) throw new AppError("not_found", 404, "This account does not exist any more.");
      await keep(user.email, parameters);
    },

    async getParameters(email) {
      const kept = await findPreSignUp(database, email, nowMs());
      return {
        partnerId: kept?.partnerId ?? null,
        partnerClickId: kept?.partnerClickId ?? null,
        inviteCode: kept?.inviteCode ?? null,
      };
    },
  };
}
