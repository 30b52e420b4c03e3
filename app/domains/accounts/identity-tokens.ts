/**
 * Short-lived identity tokens: what a signed-in browser sends as a bearer token to the API. A token names a session;
 * whoever accepts one also looks that session up, so a sign-out counts at once.
 */
import { jwtVerify, SignJWT } from "jose";

export interface Identity {
  userId: string;
  workspaceId: string;
  sessionId: string;
}

export const IDENTITY_TOKEN_LIFETIME_SECONDS = 600;
const ISSUER = "parlando";
const AUDIENCE = "parlando-api";

/** A signed JWT (HS256) with `sub`, `wid` and `sid`, valid for ten minutes. */
export async function mintIdentityToken(identity: Identity, secret: string, nowMs: number): Promise<string> {
  const nowSeconds = Math.floor(nowMs / 1000);
  return new SignJWT({ wid: identity.workspaceId, sid: identity.sessionId })
    .setProtectedHeader({ alg: "HS256", typ: "JWT" })
    .setSubject(identity.userId)
    .setIssuer(ISSUER)
    .setAudience(AUDIENCE)
    .setIssuedAt(nowSeconds)
    .setExpirationTime(nowSeconds + IDENTITY_TOKEN_LIFETIME_SECONDS)
    .sign(new TextEncoder().encode(secret));
}

/** What a token says, or null when it is malformed, forged, expired or made for something else. */
export async function verifyIdentityToken(
  token: string,
  secret: string,
  nowMs: number = Date.now(),
): Promise<Identity | null> {
  try {
    const { payload } = await jwtVerify(token, new TextEncoder().encode(secret), {
      algorithms: ["HS256"],
      issuer: ISSUER,
      audience: AUDIENCE,
      currentDate: new Date(nowMs),
      requiredClaims: ["sub", "exp", "iat"],
    });
    const { sub, wid, sid } = payload;
    if (typeof sub !== "string" || typeof wid !== "string" || typeof sid !== "string") return null;
    return { userId: sub, workspaceId: wid, sessionId: sid };
  } catch {
    return null;
  }
}
