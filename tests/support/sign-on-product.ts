/** A product with an identity provider of each kind in this process, and browsers without scripts that go through them. */
import { type DomainRecordsServer, startDomainRecordsServer } from "./domain-records-server";
import { type OpenIdServer, startOpenIdServer } from "./open-id-server";
import { type Product, startProduct } from "./product";
import { type SamlOdds, type SamlPerson, type SamlServer, startSamlServer } from "./saml-server";
import { newestLinkFor, type PageAnswer, Visitor } from "./visitor";

export const PASSWORD = "Correct horse 7!";
/** Where a browser ends that is not signed in. */
export const problem = (code: string) => `/app/sso?problem=${code}`;

let people = 0;
export const newName = () => `person-${Date.now()}-${++people}`;

export class SignOnProduct {
  readonly product: Product;
  readonly openId: OpenIdServer;
  readonly saml: SamlServer;
  readonly dns: DomainRecordsServer;

  private constructor(product: Product, openId: OpenIdServer, saml: SamlServer, dns: DomainRecordsServer) {
    this.product = product;
    this.openId = openId;
    this.saml = saml;
    this.dns = dns;
  }

  /** Its one configured provider is called `house`. `host`: where its providers are. */
  static async start(host?: string): Promise<SignOnProduct> {
    const [openId, saml, dns] = await Promise.all([
      startOpenIdServer(host),
      startSamlServer(host),
      startDomainRecordsServer(),
    ]);
    const house = { issuer: openId.issuer, clientId: openId.clientId, clientSecret: openId.clientSecret };
    const product = await startProduct({
      DNS_URL: dns.url,
      SSO_PRIVATE_PROVIDERS: "allow",
      OIDC_PROVIDERS: JSON.stringify([{ name: "house", label: "House", ...house }]),
    });
    openId.allowRedirectTo(`${product.url}/app/sso/openid/house/callback`);
    return new SignOnProduct(product, openId, saml, dns);
  }

  async stop(): Promise<void> {
    await this.product.stop();
    await Promise.all([this.openId.close(), this.saml.close(), this.dns.close()]);
  }

  newVisitor(): Visitor {
    return new Visitor(this.product.url);
  }

  /** Where a page of ours goes on to by itself, as a path of ours. */
  ownNext(answer: PageAnswer): string {
    return nextOf(answer).replace(this.product.url, "");
  }

  /** Sets out as a browser does that clicks a link on our page; answers the provider's address. */
  async setOut(visitor: Visitor, providerKey: string, query = ""): Promise<string> {
    await visitor.get("/app/sign-in");
    return nextOf(await visitor.get(`/app/sso/start/${providerKey}${query}`, { "sec-fetch-site": "same-origin" }));
  }

  /** Signs in at the OpenID Connect provider and answers where it sends the browser back to. */
  async atOpenId(authorizeUrl: string, email: string, answer = "yes"): Promise<string> {
    const browser = new Visitor(this.openId.issuer);
    const path = (url: string | null) => (url ?? "").replace(this.openId.issuer, "");
    const asked = await browser.get(path(authorizeUrl));
    const agreed = await browser.post(path(asked.location), { email, answer });
    return (await browser.get(path(agreed.location))).location ?? "";
  }

  /** What a browser sends along that comes from another site: no strict cookies. */
  async comeBack(callbackUrl: string): Promise<PageAnswer> {
    return this.newVisitor().get(callbackUrl.replace(this.product.url, ""), { "sec-fetch-site": "cross-site" });
  }

  async signInAtHouse(visitor: Visitor, email: string): Promise<PageAnswer> {
    const back = await this.comeBack(await this.atOpenId(await this.setOut(visitor, "house"), email));
    return back.location ? back : visitor.get(this.ownNext(back));
  }

  /** Posts what the SAML provider had the browser post, from another site. */
  async postSaml(answer: { acsUrl: string; xml: string; relayState: string }): Promise<PageAnswer> {
    const fields = { SAMLResponse: Buffer.from(answer.xml).toString("base64"), RelayState: answer.relayState };
    const foreign = { origin: "https://login.elsewhere.example", "sec-fetch-site": "cross-site" };
    return this.newVisitor().post(answer.acsUrl.replace(this.product.url, ""), fields, foreign);
  }

  async signInAtSaml(
    visitor: Visitor,
    providerId: string,
    person: SamlPerson,
    odds: SamlOdds = {},
  ): Promise<PageAnswer> {
    const back = await this.postSaml(await this.saml.answer(await this.setOut(visitor, providerId), person, odds));
    return back.location ? back : visitor.get(this.ownNext(back));
  }

  /** Somebody with a password, signed in. */
  async signedUp(email: string): Promise<Visitor> {
    const visitor = this.newVisitor();
    await visitor.submit("/app/sign-up", { email, password: PASSWORD });
    await visitor.submit((await newestLinkFor(visitor, email, "verifyEmail")) ?? "", {});
    await visitor.submit("/app/sign-in", { email, password: PASSWORD });
    return visitor;
  }
}

function nextOf({ html }: PageAnswer): string {
  const [, url] = /http-equiv="refresh" content="0;url=([^"]*)"/.exec(html) ?? [];
  return url?.replaceAll("&amp;", "&").replaceAll("&#39;", "'") ?? "";
}
