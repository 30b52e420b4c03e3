/** Mailed links and the calls that take their codes, for tests over HTTP. */
import { vi } from "vitest";
import { newNetwork } from "./new-network";
import { sharedProduct } from "./product";
import { newestLinkFor, textOf, Visitor } from "./visitor";

const PASSWORD = "Correct horse 7!";
export const NEW_PASSWORD = "Another horse 8!";
export const MESSAGES = {
  reset: "You have successfully changed your password, you can now sign in.",
  resetInvalid: "An error occurred, your link is either expired or invalid, please request another password change.",
  verified: "Email verified successfully! Please sign back in to continue.",
  verifyInvalid: "This link has expired or is not valid. Sign in, and we will mail you a new one.",
  optedOut: "We have opted you out of receiving product updates.",
  optOutFailed: "An error occurred while trying to opt you out from receiving product updates, please try again.",
  granted: "Thank you for granting us access to your account!",
  grantInvalid: "This link has expired, was used before, or is not for this account. Ask support for a new one.",
  stopped: "Too many attempts, please try again in a few minutes.",
};
/** Each call with what a code that is good for nothing gets there. */
export const CALLS = [
  ["check-reset-code", MESSAGES.resetInvalid],
  ["reset-password", MESSAGES.resetInvalid],
  ["verify-email", MESSAGES.verifyInvalid],
  ["opt-out-of-updates", MESSAGES.optOutFailed],
  ["grant-support-access", MESSAGES.grantInvalid],
] as const;
export type ActionCall = (typeof CALLS)[number][0];

/** A browser that nobody is signed in with. */
export const newVisitor = () => new Visitor(sharedProduct().url);

let people = 0;
const newEmail = (domain = "example.com") => `links-${process.pid}-${Date.now()}-${++people}@${domain}`;

export async function act(
  name: ActionCall,
  body: unknown,
  { network = newNetwork(), ...headers }: Record<string, string> = {},
) {
  const response = await fetch(`${sharedProduct().url}/v1/user/action/${name}`, {
    method: "POST",
    headers: { "content-type": "application/json", "cf-connecting-ip": network, ...headers },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
  const json = (await response.json()) as Record<string, unknown>;
  return { status: response.status, json, headers: response.headers };
}
export const bodyFor = (name: ActionCall, code: string) =>
  name === "reset-password" ? { action_code: code, new_password: NEW_PASSWORD } : { action_code: code };
export const refusedWith = (message: string) => ({
  status: 400,
  json: { detail: { status: "invalid_action_code", message, code: "invalid_action_code" } },
});

/** The newest link of a kind that was mailed to an address, once there is one other than `before`. */
export async function linkTo(email: string, mode: string, before?: string): Promise<string> {
  return vi.waitFor(async () => {
    const link = await newestLinkFor(newVisitor(), email, mode);
    if (!link || link === before) throw new Error(`no new link of the kind ${mode} was mailed to ${email}`);
    return link;
  }, 10_000);
}
export const codeOf = (link: string) => new URL(link, sharedProduct().url).searchParams.get("oobCode")!;

export async function signedUp(fields: Record<string, string> = {}, email = newEmail()): Promise<string> {
  await newVisitor().submit("/app/sign-up", { email, password: PASSWORD, ...fields });
  return email;
}
export async function member(fields: Record<string, string> = {}, email = newEmail()): Promise<string> {
  await signedUp(fields, email);
  await newVisitor().submit(await linkTo(email, "verifyEmail"), {});
  return email;
}
export async function signIn(email: string, password = PASSWORD) {
  const visitor = newVisitor();
  return { visitor, status: (await visitor.submit("/app/sign-in", { email, password })).status };
}

/** Asks for a link to choose a new password; answers the one that is newer than `before`. */
export async function resetLink(email: string, before?: string): Promise<string> {
  await newVisitor().submit("/app/sign-in/forgot-password", { email });
  return linkTo(email, "resetPassword", before);
}
export const resetCode = async (email: string, before?: string) => codeOf(await resetLink(email, before));

/** Somebody from support, and the link that they had mailed to an owner. */
export async function askedForAccess() {
  const ownerEmail = await member();
  const { visitor: staff } = await signIn(await member({}, newEmail("staff.example")));
  await staff.submit("/app/support", { intent: "ask", email: ownerEmail, reason: "A question about sound" });
  return { staff, ownerEmail, code: codeOf(await linkTo(ownerEmail, "verifySignInRequest")) };
}
export const isListed = async (staff: Visitor, ownerEmail: string) =>
  textOf((await staff.get("/app/support")).html).includes(ownerEmail);

export async function wantsUpdates(email: string): Promise<boolean> {
  const { visitor } = await signIn(email);
  const { html } = await visitor.get("/app/settings/notifications");
  return /<input[^>]*name="product_updates"[^>]*>/.exec(html)![0].includes("checked");
}
