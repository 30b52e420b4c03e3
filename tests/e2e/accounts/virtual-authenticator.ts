import type { CDPSession, Page } from "@playwright/test";

/** Gives a browser an authenticator of Chromium's own: one that asks for a finger, which is given. */
export async function addAuthenticator(page: Page): Promise<{ devtools: CDPSession; authenticatorId: string }> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("WebAuthn.enable", { enableUI: false });
  const { authenticatorId } = await devtools.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return { devtools, authenticatorId };
}

/** Adds a passkey on the security screen, where somebody is signed in lately. */
export async function addPasskey(page: Page, name: string): Promise<void> {
  await page.getByRole("button", { name: "Add a passkey" }).click();
  const naming = page.getByRole("dialog", { name: "Add a passkey" });
  await naming.getByLabel("Name").fill(name);
  await naming.getByRole("button", { name: "Continue" }).click();
  await page.getByText("Passkey added.").waitFor();
}
