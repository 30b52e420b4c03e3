/** Making and using passkeys in the browser. The library comes with the first use. */
import { postForm } from "~/lib/post-form";

const ADDRESS = "/app/passkeys";
type Options = Parameters<typeof import("@simplewebauthn/browser").startAuthentication>[0]["optionsJSON"];
type CreationOptions = Parameters<typeof import("@simplewebauthn/browser").startRegistration>[0]["optionsJSON"];

let loaded: typeof import("@simplewebauthn/browser") | undefined;
async function load() {
  loaded ??= await import("@simplewebauthn/browser");
  return loaded;
}

/** Ends what the browser is asking or offering, if it is. */
export const cancelPasskey = (): void => loaded?.WebAuthnAbortService.cancelCeremony();

export const supportsPasskeys = (): boolean => typeof window.PublicKeyCredential === "function";

/** Makes a passkey and keeps it under a name. @throws ApiError, or what the browser throws: see `passkeyProblemOf`. */
export async function addPasskey(csrf: string, name: string): Promise<void> {
  const { startRegistration } = await load();
  const optionsJSON = await postForm<CreationOptions>(ADDRESS, { csrf, intent: "add_options" });
  const response = await startRegistration({ optionsJSON });
  await postForm(ADDRESS, { csrf, intent: "add", name, response: JSON.stringify(response) });
}

/** Signs in and answers where to go. With `suggest`, the browser offers passkeys in the e-mail field's suggestions. */
export async function signInByPasskey(
  csrf: string,
  redirect: string,
  { suggest = false }: { suggest?: boolean } = {},
): Promise<string> {
  const { startAuthentication } = await load();
  const optionsJSON = await postForm<Options>(ADDRESS, { csrf, intent: "sign_in_options" });
  const response = await startAuthentication({ optionsJSON, useBrowserAutofill: suggest });
  const fields = { csrf, intent: "sign_in", redirect, response: JSON.stringify(response) };
  return (await postForm<{ location: string }>(ADDRESS, fields)).location;
}

/** Whether the browser can suggest passkeys where addresses are typed. */
export async function canSuggestPasskeys(): Promise<boolean> {
  if (!supportsPasskeys()) return false;
  const { isConditionalMediationAvailable } = window.PublicKeyCredential;
  return (await isConditionalMediationAvailable?.call(window.PublicKeyCredential).catch(() => false)) ?? false;
}

/** Confirms who one is with a passkey. */
export async function confirmByPasskey(csrf: string): Promise<void> {
  const { startAuthentication } = await load();
  const optionsJSON = await postForm<Options>(ADDRESS, { csrf, intent: "confirm_options" });
  const response = await startAuthentication({ optionsJSON });
  await postForm(ADDRESS, { csrf, intent: "confirm", response: JSON.stringify(response) });
}
