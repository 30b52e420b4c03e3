import { expect, it } from "vitest";
import { openSealedText, sealText } from "../../../app/domains/accounts/sealed-text";
import { deriveSecret } from "../../../app/domains/accounts/secrets";

it("opens what was sealed for the same thing with the same key, and nothing else", async () => {
  const secret = await deriveSecret("an installation's secret of some length", "sealing");
  const other = await deriveSecret("another installation's secret altogether", "sealing");
  const sealed = await sealText("JBSWY3DPEHPK3PXP é", "totp:user_1", secret);
  expect(sealed).not.toContain("JBSWY3DPEHPK3PXP");
  expect(await openSealedText(sealed, "totp:user_1", secret)).toBe("JBSWY3DPEHPK3PXP é");
  expect(await openSealedText(sealed, "totp:user_2", secret)).toBeNull();
  expect(await openSealedText(sealed, "totp:user_1", other)).toBeNull();
  const flipped = (sealed.startsWith("A") ? "B" : "A") + sealed.slice(1);
  expect(await openSealedText(flipped, "totp:user_1", secret)).toBeNull();
  expect(await openSealedText("no base64!", "totp:user_1", secret)).toBeNull();
  expect(await sealText("the same", "a", secret)).not.toBe(await sealText("the same", "a", secret));
});
