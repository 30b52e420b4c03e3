/**
 * An OpenID Connect provider in this process, by `oidc-provider`. Its page asks for an address and believes it; people whose
 * address begins with `unverified` have not verified it.
 */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import Provider from "oidc-provider";

export interface OpenIdServer {
  issuer: string;
  /** What the product is told about it. */
  clientId: string;
  clientSecret: string;
  /** Where browsers may be sent back to. Set before the first sign-in. */
  allowRedirectTo(uri: string): void;
  /** In place of answers, for a provider that is out of order: `/token` and the like. */
  instead: Map<string, (response: ServerResponse) => void>;
  close(): Promise<void>;
}

const CLIENT_ID = "parlando";
const CLIENT_SECRET = "a secret between the two";

/** @param host where browsers find it; another name than the product's makes it another site */
export async function startOpenIdServer(host = "127.0.0.1"): Promise<OpenIdServer> {
  const redirectUris: string[] = [];
  const instead: OpenIdServer["instead"] = new Map();
  let callback: (request: IncomingMessage, response: ServerResponse) => void = () => {};
  let provider: Provider | undefined;
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://x");
    const other = instead.get(pathname);
    if (other) return other(response);
    if (!pathname.startsWith("/interaction/")) return callback(request, response);
    void interact(request, response).catch((error) => response.writeHead(500).end(String(error)));
  });
  await new Promise<void>((resolve) => server.listen(0, resolve));
  const issuer = `http://${host}:${(server.address() as AddressInfo).port}`;

  /** Made at the first use, when it is known where browsers may be sent. */
  function ready(): Provider {
    if (provider) return provider;
    provider = new Provider(issuer, {
      clients: [
        {
          client_id: CLIENT_ID,
          client_secret: CLIENT_SECRET,
          redirect_uris: redirectUris,
          grant_types: ["authorization_code"],
          response_types: ["code"],
        },
      ],
      claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["given_name"] },
      findAccount: (_, email) => ({
        accountId: email,
        claims: () => ({
          sub: email,
          email,
          email_verified: !email.startsWith("unverified"),
          given_name: "Grace",
        }),
      }),
      cookies: { keys: ["of a test"] },
      features: { devInteractions: { enabled: false } },
      interactions: { url: (_, { uid }) => `/interaction/${uid}` },
      pkce: { required: () => true },
      ttl: { Interaction: 600, Session: 600, Grant: 600, AccessToken: 600, IdToken: 600 },
    });
    callback = provider.callback();
    return provider;
  }
  callback = (request, response) => {
    ready();
    callback(request, response);
  };

  async function interact(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const oidc = ready();
    if (request.method !== "POST") {
      response.writeHead(200, { "content-type": "text/html; charset=utf-8" });
      response.end(
        `<!doctype html><html lang="en"><title>Test provider</title><h1>Test provider</h1><form method="post"><label>E-mail <input name="email" autofocus></label><button name="answer" value="yes">Sign in here</button><button name="answer" value="no">Cancel</button></form></html>`,
      );
      return;
    }
    let body = "";
    for await (const chunk of request.setEncoding("utf8")) body += chunk;
    const form = new URLSearchParams(body);
    if (form.get("answer") === "no") {
      await oidc.interactionFinished(request, response, { error: "access_denied" });
      return;
    }
    const accountId = form.get("email") ?? "";
    const grant = new oidc.Grant({ accountId, clientId: CLIENT_ID });
    grant.addOIDCScope("openid email profile");
    await oidc.interactionFinished(request, response, {
      login: { accountId },
      consent: { grantId: await grant.save() },
    });
  }

  return {
    issuer,
    clientId: CLIENT_ID,
    clientSecret: CLIENT_SECRET,
    allowRedirectTo: (uri) => void redirectUris.push(uri),
    instead,
    async close() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
