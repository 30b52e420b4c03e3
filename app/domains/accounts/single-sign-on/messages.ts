import { nameRefusal } from "../../../lib/given-name";
import { PROVIDER_NAME_MAX_CHARACTERS } from "../name-lengths";
import type { SignOnProblem } from "./rules";

/** What people read when a sign-in by a provider does not work. */
export const SIGN_ON_PROBLEMS: Record<SignOnProblem, string> = {
  unknown_provider: "There is no such way to sign in. Type your work e-mail to find the one of your organisation.",
  unavailable:
    "The sign-in service of this provider does not answer. Nothing was changed; please try again in a moment.",
  cancelled: "You stopped the sign-in at the provider. You can try again, or sign in another way.",
  refused: "The provider refused this sign-in. Ask whoever runs it, or sign in another way.",
  invalid: "The provider's answer could not be trusted, so nobody was signed in. Please start again from here.",
  expired: "This sign-in has expired, was used already, or began in another browser. Please start again from here.",
  changed_meanwhile:
    "The account was made or changed another way while you signed in, so nobody was signed in. Please start again from here.",
  no_email: "The provider told us no e-mail address, and without one there can be no account. Ask whoever runs it.",
  email_unverified:
    "The provider has not verified your e-mail address. Verify it there and try again, or sign up with a password.",
  email_taken:
    "An account with this address exists, but it does not belong to this workspace. Sign in the way you did before.",
  wrong_domain:
    "This provider may only sign in people with an address at one of the workspace's verified domains, and yours is at another.",
  not_member: "You are no longer a member of the workspace that this provider belongs to. Ask one of its admins.",
  provider_required:
    "Your organisation asks its members to sign in by its own provider. Type your work e-mail to go there.",
  too_many: "Too many attempts, please try again in a few minutes.",
};

export const SINGLE_SIGN_ON_MESSAGES = {
  noProviderForEmail:
    "No single sign-on is set up for this address. Sign in with your password, or ask an admin of your workspace.",
  passwordRefused:
    "Your organisation asks its members to sign in by single sign-on. Go to “Sign in with single sign-on” and type your work e-mail.",
  /** For whatever was typed at an address whose domain asks for it, so that it tells nothing about accounts. */
  signInRefused:
    "The e-mail address or the password is not right, or a password is not the way in any more. Your organisation asks its members to sign in by single sign-on. Go to “Sign in with single sign-on” and type your work e-mail.",
  signUpRefused:
    "Your organisation asks its members to sign in by single sign-on, and your account comes with that. Go to “Sign in with single sign-on” and type your work e-mail.",
  addressHasToStay:
    "Your organisation asks its members to sign in by single sign-on, so your address has to stay at one of its domains. Ask an admin of your workspace.",
  addressHasToStayAtConfirm:
    "your organisation asks its members to sign in by single sign-on, so your address has to stay at one of its domains.",
  nowRequired:
    "Your organisation now asks its members to sign in by single sign-on, so you were signed out. Sign in again by its provider.",
  nameInvalid: nameRefusal("the provider", PROVIDER_NAME_MAX_CHARACTERS),
  tooManyProviders: "A workspace has at most 5 identity providers. Remove one first.",
  tooManyDomains: "A provider has at most 20 domains. Remove one first.",
  providerNotFound: "There is no such identity provider. It may have been removed in another window.",
  urlInvalid: "Enter a whole address, like https://login.example.com.",
  urlNotHttps: "The address has to begin with https://.",
  urlPrivate: "This address leads into a private network, so it cannot be used.",
  clientIdMissing: "Enter the client ID that the provider gave you.",
  issuerMissing: "Enter the provider's entity ID.",
  certificateInvalid:
    "Paste the provider's signing certificate: the text between BEGIN CERTIFICATE and END CERTIFICATE.",
  metadataInvalid:
    "This is not the metadata of a SAML identity provider with a signing certificate and a sign-in address for redirects.",
  issuerUnreachable: "The issuer's description could not be read, so nothing was saved. Check the address.",
  domainInvalid: "Enter a domain, like example.com.",
  domainTaken: "This domain belongs to another workspace, which has verified it.",
  domainNotFound: "There is no such domain. It may have been removed in another window.",
  recordMissing: "The TXT record is not there yet. It can take up to an hour until a new one is seen everywhere.",
  recordUnreachable: "The domain's records could not be read just now. Please try again in a moment.",
  requiredTooEarly: "Finish connecting the provider and verify a domain first, or nobody could sign in.",
} as const;

/** When the providers of a workspace cannot be looked up. Source: spec 000, section 8. */
export function identityProvidersFailed(message: string): string {
  return `Error when fetching workspace identity providers "${message}"`;
}
