import { SignJWT, UnsecuredJWT } from "jose";
import { expect, it } from "vitest";
import {
  IDENTITY_TOKEN_LIFETIME_SECONDS,
  mintIdentityToken,
  verifyIdentityToken,
} from "~/domains/accounts/identity-tokens";

const SECRET = "a secret of more than thirty-two characters";
const IDENTITY = { userId: "user_1", workspaceId: "ws_1", sessionId: "session" };
const NOW = Date.UTC(2026, 0, 1);

it("says who it was made for, for ten minutes", async () => {
  const token = await mintIdentityToken(IDENTITY, SECRET, NOW);
  expect(await verifyIdentityToken(token, SECRET, NOW)).toEqual(IDENTITY);
  const end = NOW + IDENTITY_TOKEN_LIFETIME_SECONDS * 1000;
  expect(await verifyIdentityToken(token, SECRET, end - 1000)).toEqual(IDENTITY);
  expect(await verifyIdentityToken(token, SECRET, end)).toBeNull();
});

it("is refused when it was signed with another secret, changed, or is no token", async () => {
  const token = await mintIdentityToken(IDENTITY, SECRET, NOW);
  const [header, payload, signature] = token.split(".") as [string, string, string];
  const other = Buffer.from(
    JSON.stringify({ ...JSON.parse(Buffer.from(payload, "base64url").toString()), sub: "user_2" }),
  );
  expect(await verifyIdentityToken(token, `${SECRET}!`, NOW)).toBeNull();
  expect(await verifyIdentityToken(`${header}.${other.toString("base64url")}.${signature}`, SECRET, NOW)).toBeNull();
  for (const text of ["", "x", "a.b.c", `${header}.${payload}.`])
    expect(await verifyIdentityToken(text, SECRET, NOW)).toBeNull();
});

it("is refused without a signature, whatever its header says", async () => {
  const claims = { sub: "user_1", wid: "ws_1", sid: "session", iss: "parlando", aud: "parlando-api" };
  const unsigned = new UnsecuredJWT(claims)
    .setIssuedAt(NOW / 1000)
    .setExpirationTime(NOW / 1000 + 600)
    .encode();
  expect(await verifyIdentityToken(unsigned, SECRET, NOW)).toBeNull();
});

it("is refused when it was made for another audience or never ends", async () => {
  const key = new TextEncoder().encode(SECRET);
  const jwt = (audience: string) =>
    new SignJWT({ wid: "ws_1", sid: "session" })
      .setProtectedHeader({ alg: "HS256" })
      .setSubject("user_1")
      .setIssuer("parlando")
      .setAudience(audience)
      .setIssuedAt(NOW / 1000);
  expect(
    await verifyIdentityToken(
      await jwt("other")
        .setExpirationTime(NOW / 1000 + 600)
        .sign(key),
      SECRET,
      NOW,
    ),
  ).toBeNull();
  expect(await verifyIdentityToken(await jwt("parlando-api").sign(key), SECRET, NOW)).toBeNull();
});
