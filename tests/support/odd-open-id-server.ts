/**
 * An OpenID Connect issuer that answers as a test tells it, to see what is refused. The real provider of tests is in
 * `open-id-server.ts`.
 */
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from "jose";

export interface OddOpenIdServer {
  issuer: string;
  /** What the next answers are made of. Reset by `reset`. */
  odds: {
    description: Record<string, unknown>;
    claims: JWTPayload;
    userinfo: Record<string, unknown> | undefined;
    /** Signs with a key that the issuer does not publish. */
    strangerSigns: boolean;
    unsigned: boolean;
    /** In place of an answer at a path. */
    instead: Record<string, (response: ServerResponse) => void>;
  };
  /** Form fields of the last exchange of a code. */
  exchanged(): { form: URLSearchParams; authorization: string | undefined };
  reset(): void;
  close(): Promise<void>;
}

export async function startOddOpenIdServer(): Promise<OddOpenIdServer> {
  const own = await generateKeyPair("RS256");
  const stranger = await generateKeyPair("RS256");
  const key = { ...(await exportJWK(own.publicKey)), kid: "k1", alg: "RS256", use: "sig" };
  let issuer = "";
  let exchanged = { form: new URLSearchParams(), authorization: undefined as string | undefined };
  const fresh = (): OddOpenIdServer["odds"] => ({
    description: {},
    claims: {},
    userinfo: undefined,
    strangerSigns: false,
    unsigned: false,
    instead: {},
  });
  const odds = fresh();

  const answers: Record<string, (body: string, authorization: string | undefined) => Promise<object> | object> = {
    "/.well-known/openid-configuration": () => ({
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/keys`,
      userinfo_endpoint: `${issuer}/userinfo`,
      response_types_supported: ["code"],
      subject_types_supported: ["public"],
      id_token_signing_alg_values_supported: ["RS256"],
      ...odds.description,
    }),
    "/keys": () => ({ keys: [key] }),
    "/token": async (body, authorization) => {
      exchanged = { form: new URLSearchParams(body), authorization };
      return { access_token: "access", token_type: "Bearer", expires_in: 60, id_token: await idToken() };
    },
    "/userinfo": () => odds.userinfo ?? { sub: "somebody else" },
  };

  async function idToken(): Promise<string> {
    const now = Math.floor(Date.now() / 1000);
    const claims = {
      iss: issuer,
      aud: "client",
      sub: "sub-1",
      iat: now,
      exp: now + 60,
      nonce: "nonce",
      ...odds.claims,
    };
    if (odds.unsigned) {
      const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
      return `${part({ alg: "none" })}.${part(claims)}.`;
    }
    const { privateKey } = odds.strangerSigns ? stranger : own;
    return new SignJWT(claims).setProtectedHeader({ alg: "RS256", kid: "k1" }).sign(privateKey);
  }

  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://x");
    const instead = odds.instead[pathname];
    const answer = answers[pathname];
    if (instead) return void instead(response);
    if (!answer) return void response.writeHead(404).end();
    let body = "";
    request.setEncoding("utf8").on("data", (chunk) => {
      body += chunk;
    });
    request.on("end", async () => {
      const json = JSON.stringify(await answer(body, request.headers.authorization));
      response.writeHead(200, { "content-type": "application/json" }).end(json);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    issuer,
    odds,
    exchanged: () => exchanged,
    reset: () => void Object.assign(odds, fresh()),
    async close() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
