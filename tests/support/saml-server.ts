/**
 * A SAML identity provider in this process, by `samlp`. Its page asks who signs in, as a provider's would; tests without a
 * browser take an answer directly, and may have it made differently.
 */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import samlp from "samlp";
import { type KeyWithCertificate, makeSelfSignedCertificate } from "./self-signed-certificate";

export interface SamlPerson {
  /** The subject's name. */
  nameId: string;
  nameIdFormat?: string;
  email?: string;
  firstName?: string;
}

/** How an answer is made where it is not made as it should be. */
export interface SamlOdds {
  key?: KeyWithCertificate;
  issuer?: string;
  audience?: string;
  recipient?: string;
  inResponseTo?: string;
  lifetimeInSeconds?: number;
  signAssertion?: boolean;
  signResponse?: boolean;
  algorithm?: "sha1" | "sha256";
}

export interface SamlAnswer {
  acsUrl: string;
  /** XML, not yet in base64. */
  xml: string;
  relayState: string;
}

export interface SamlServer {
  issuer: string;
  entryPoint: string;
  certificate: string;
  key: KeyWithCertificate;
  /** The provider's metadata. */
  metadata: string;
  /** What the provider has the browser post, when it comes with this address. */
  answer(authorizeUrl: string, person: SamlPerson, odds?: SamlOdds): Promise<SamlAnswer>;
  close(): Promise<void>;
}

const EMAIL = "http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress";
const GIVEN_NAME = "http://schemas.xmlsoap.org/ws/2005/05/identity/claims/givenname";
export const PERSISTENT = "urn:oasis:names:tc:SAML:2.0:nameid-format:persistent";

/** @param host where browsers find it; another name than the product's makes it another site */
export async function startSamlServer(host = "127.0.0.1"): Promise<SamlServer> {
  const key = makeSelfSignedCertificate("Test identity provider");
  const server = createServer((request, response) => {
    void serve(request.url ?? "/").then(
      (html) => response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(html),
      (error) => response.writeHead(400).end(String(error)),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, resolve));
  const base = `http://${host}:${(server.address() as AddressInfo).port}`;
  const issuer = `${base}/metadata`;
  const entryPoint = `${base}/sso`;

  /** First a form for who signs in, then what that person's browser posts on. */
  async function serve(path: string): Promise<string> {
    const url = new URL(path, base);
    const email = url.searchParams.get("email");
    if (!email) {
      const kept = [...url.searchParams].map(([name, value]) => hidden(name, value)).join("");
      return page(
        `<h1>Test provider</h1><form action="/sso">${kept}<label>E-mail <input name="email" autofocus></label><button>Sign in here</button></form>`,
      );
    }
    url.searchParams.delete("email");
    const person = { nameId: `subject of ${email}`, nameIdFormat: PERSISTENT, email, firstName: "Grace" };
    const { acsUrl, xml, relayState } = await answer(url.href, person);
    const fields = hidden("SAMLResponse", Buffer.from(xml).toString("base64")) + hidden("RelayState", relayState);
    return page(
      `<form method="post" action="${escapeText(acsUrl)}">${fields}<button>Continue</button></form><script>document.forms[0].submit()</script>`,
    );
  }

  async function answer(authorizeUrl: string, person: SamlPerson, odds: SamlOdds = {}): Promise<SamlAnswer> {
    const query = Object.fromEntries(new URL(authorizeUrl).searchParams);
    const request = await new Promise<{ id: string; issuer: string; assertionConsumerServiceURL: string }>(
      (resolve, reject) =>
        samlp.parseRequest({ method: "GET", query }, {}, (error, data) => (error ? reject(error) : resolve(data))),
    );
    const acsUrl = request.assertionConsumerServiceURL;
    const { algorithm = "sha256", key: usedKey = key, ...others } = odds;
    const xml = await new Promise<string>((resolve, reject) =>
      samlp.getSamlResponse(
        {
          issuer,
          cert: usedKey.certificate,
          key: usedKey.privateKey,
          audience: request.issuer,
          recipient: acsUrl,
          destination: acsUrl,
          inResponseTo: request.id,
          lifetimeInSeconds: 300,
          signatureAlgorithm: `rsa-${algorithm}`,
          digestAlgorithm: algorithm,
          profileMapper: () => ({
            getClaims: () => ({
              ...(person.email ? { [EMAIL]: person.email } : {}),
              ...(person.firstName ? { [GIVEN_NAME]: person.firstName } : {}),
            }),
            getNameIdentifier: () => ({
              nameIdentifier: person.nameId,
              nameIdentifierFormat: person.nameIdFormat ?? PERSISTENT,
            }),
          }),
          ...others,
        },
        person,
        (error, response) => (error ? reject(error) : resolve(response)),
      ),
    );
    return { acsUrl, xml, relayState: query.RelayState ?? "" };
  }

  return {
    issuer,
    entryPoint,
    certificate: key.certificate,
    key,
    metadata: metadataOf({ issuer, entryPoint, certificate: key.certificate }),
    answer,
    async close() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

function metadataOf({ issuer, entryPoint, certificate }: { issuer: string; entryPoint: string; certificate: string }) {
  const { host, pathname } = new URL(entryPoint);
  let xml = "";
  const middleware = samlp.metadata({
    issuer,
    cert: certificate,
    redirectEndpointPath: pathname,
    postEndpointPath: pathname,
  });
  middleware(
    { protocol: "http", originalUrl: "/", headers: { host } },
    {
      set: () => {},
      send: (body) => {
        xml = body;
      },
    },
  );
  return xml;
}

const escapeText = (text: string) => text.replace(/&/g, "&amp;").replace(/"/g, "&quot;").replace(/</g, "&lt;");
const hidden = (name: string, value: string) =>
  `<input type="hidden" name="${escapeText(name)}" value="${escapeText(value)}">`;
const page = (body: string) => `<!doctype html><html lang="en"><title>Test provider</title><body>${body}</body></html>`;
