import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { createSamlAdapter } from "../../../workers/adapters/identity/saml";
import {
  PERSISTENT,
  type SamlOdds,
  type SamlPerson,
  type SamlServer,
  startSamlServer,
} from "../../support/saml-server";
import { makeSelfSignedCertificate } from "../../support/self-signed-certificate";

const US = {
  entityId: "https://parlando.example/app/sso/saml/idp_1/metadata",
  acsUrl: "https://parlando.example/app/sso/saml/idp_1/acs",
};
const REQUEST_ID = "_00112233445566778899aabbccddeeff00112233";
const ADA: SamlPerson = { nameId: "ada-1", email: "ada@example.com", firstName: "Ada" };
const saml = createSamlAdapter();
let server: SamlServer;
let authorizeUrl: string;

beforeAll(async () => {
  server = await startSamlServer();
  authorizeUrl = await saml.begin(server, US, { requestId: REQUEST_ID, relayState: "state" });
});
afterAll(() => server.close());
afterEach(() => void vi.useRealTimers());

const answer = async (odds: SamlOdds = {}, person = ADA) => (await server.answer(authorizeUrl, person, odds)).xml;
const finish = (xml: string, requestId = REQUEST_ID) =>
  saml.finish(server, US, { response: Buffer.from(xml).toString("base64"), requestId });
const refusedFor = (detail: RegExp) => ({ kind: "failed", reason: "invalid", detail: expect.stringMatching(detail) });

describe("a signed assertion", () => {
  it("names the person it is about", async () => {
    const { relayState, acsUrl } = await server.answer(authorizeUrl, ADA);
    expect([relayState, acsUrl]).toEqual(["state", US.acsUrl]);
    expect(await finish(await answer())).toMatchObject({
      kind: "identity",
      identity: { subject: "ada-1", email: "ada@example.com", isEmailVerified: true, firstName: "Ada" },
      assertionId: expect.stringMatching(/^_\w{20,}/),
    });
  });

  it("may be in a response that is signed as well", async () => {
    expect(await finish(await answer({ signResponse: true }))).toMatchObject({ kind: "identity" });
  });

  it("gives the address by the subject's own name where there is no attribute", async () => {
    const { identity } = (await finish(await answer({}, { nameId: "ada@example.com" }))) as { identity: object };
    expect(identity).toMatchObject({ subject: "ada@example.com", email: "ada@example.com" });
  });

  it("can be taken by several certificates, while a provider changes them", async () => {
    const other = makeSelfSignedCertificate("Next").certificate;
    const certificate = saml.readCertificates(`${other}\n${server.certificate}`) ?? "";
    const response = Buffer.from(await answer()).toString("base64");
    const taken = await saml.finish({ ...server, certificate }, US, { response, requestId: REQUEST_ID });
    expect(taken.kind).toBe("identity");
  });
});

describe("an answer is refused", () => {
  it.each<[string, SamlOdds, RegExp]>([
    ["without a signature", { signAssertion: false }, /signature/i],
    ["with only the response signed", { signAssertion: false, signResponse: true }, /signature/i],
    ["signed with another key", { key: makeSelfSignedCertificate("Somebody") }, /signature/i],
    ["signed with SHA-1", { algorithm: "sha1" }, /algorithm .* is not taken/],
    ["for another audience", { audience: "https://elsewhere.example" }, /audience/],
    ["for another address", { recipient: "https://elsewhere.example/acs" }, /does not answer this request/],
    ["from another issuer", { issuer: "https://elsewhere.example" }, /another provider/],
    ["to another request", { inResponseTo: "_other" }, /InResponseTo/],
    ["to no request", { inResponseTo: "" }, /InResponseTo/],
  ])("%s", async (_, odds, detail) => {
    expect(await finish(await answer(odds))).toEqual(refusedFor(detail));
  });

  it("once its time is over, give or take a minute", async () => {
    const xml = await answer({ lifetimeInSeconds: 60 });
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 110_000 });
    expect((await finish(xml)).kind).toBe("identity");
    vi.setSystemTime(Date.now() + 20_000);
    expect(await finish(xml)).toEqual(refusedFor(/confirmation|expired/));
  });

  it("before its time has come", async () => {
    const xml = await answer();
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() - 120_000 });
    expect(await finish(xml)).toEqual(refusedFor(/not yet valid/));
  });

  it("when it is older than ten minutes, however long it says it lasts", async () => {
    const xml = await answer({ lifetimeInSeconds: 86_400 });
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 12 * 60_000 });
    expect(await finish(xml)).toEqual(refusedFor(/confirmation|too old/));
  });

  it("when the provider names people by passing names", async () => {
    const person = { ...ADA, nameIdFormat: "urn:oasis:names:tc:SAML:2.0:nameid-format:transient" };
    expect(await finish(await answer({}, person))).toEqual(refusedFor(/passing/));
  });

  it("when anything in it was changed", async () => {
    const xml = await answer();
    for (const [from, to] of [
      ["ada-1", "bob-1"],
      ["ada@example.com", "bob@example.com"],
      [PERSISTENT, "urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified"],
    ] as const) {
      expect(xml).toContain(from);
      expect(await finish(xml.replaceAll(from, to))).toEqual(refusedFor(/signature/i));
    }
  });

  it("as cancelled when the provider says that nobody signed in", async () => {
    const status = (code: string) =>
      `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" ID="_r" InResponseTo="${REQUEST_ID}" Version="2.0"><samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Responder"><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:${code}"/></samlp:StatusCode></samlp:Status></samlp:Response>`;
    expect(await finish(status("AuthnFailed"))).toMatchObject({ kind: "failed", reason: "cancelled" });
    expect(await finish(status("UnknownPrincipal"))).toMatchObject({ kind: "failed", reason: "refused" });
  });
});

describe("signature wrapping and other tricks", () => {
  const evil = (xml: string) => xml.replaceAll("ada-1", "admin-1").replaceAll("ada@example.com", "admin@example.com");
  const assertionOf = (xml: string) => /<saml:Assertion[\s\S]*<\/saml:Assertion>/.exec(xml)?.[0] ?? "";
  const unsigned = (assertion: string) => assertion.replace(/<Signature[\s\S]*<\/Signature>/, "");
  const renamed = (assertion: string, id: string) => assertion.replace(/ID="[^"]*"/, `ID="${id}"`);

  async function expectRefused(xml: string) {
    expect(xml).toContain("admin-1");
    expect(await finish(xml)).toMatchObject({ kind: "failed", reason: "invalid" });
  }

  it("cannot put a second assertion before or after the signed one", async () => {
    const xml = await answer();
    const signed = assertionOf(xml);
    const forged = renamed(unsigned(evil(signed)), "_evil");
    await expectRefused(xml.replace(signed, forged + signed));
    await expectRefused(xml.replace(signed, signed + forged));
  });

  it("cannot hide the signed assertion inside a forged one, or in its signature", async () => {
    const xml = await answer();
    const signed = assertionOf(xml);
    const forged = renamed(unsigned(evil(signed)), "_evil");
    await expectRefused(xml.replace(signed, forged.replace("</saml:Assertion>", `${signed}</saml:Assertion>`)));
    const signature = /<Signature[\s\S]*<\/Signature>/.exec(signed)?.[0] ?? "";
    const object = signature.replace("</Signature>", `<Object>${unsigned(signed)}</Object></Signature>`);
    await expectRefused(xml.replace(signed, forged.replace("</saml:Issuer>", `</saml:Issuer>${object}`)));
    await expectRefused(xml.replace(signed, `<samlp:Extensions>${signed}</samlp:Extensions>${forged}`));
  });

  it("cannot move the signed assertion's signature onto a forged one of the same id", async () => {
    const xml = await answer();
    const signed = assertionOf(xml);
    await expectRefused(xml.replace(signed, evil(signed)));
    // The signed one stays in the document, as something else, under the id that the signature names.
    const aside = unsigned(signed)
      .replace("<saml:Assertion", "<saml:Advice")
      .replace("</saml:Assertion>", "</saml:Advice>");
    await expectRefused(xml.replace(signed, evil(signed) + aside));
  });

  it("cannot cut a name short by a comment", async () => {
    // The signature would hold: comments are no part of what is signed.
    const person = { nameId: "admin-1.evil.example", email: "ada@example.com" };
    const xml = await answer({}, person);
    await expectRefused(xml.replace("admin-1.evil.example", "admin-1<!---->.evil.example"));
    await expectRefused(xml.replace("admin-1.evil.example", "admin-1<![CDATA[.evil.example]]>"));
    await expectRefused(xml.replace("admin-1.evil.example", "admin-1<?x?>.evil.example"));
  });

  it("cannot bring entities", async () => {
    const xml = await answer({}, { ...ADA, nameId: "admin-1" });
    const bomb = `<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>`;
    await expectRefused(bomb + xml.replace("admin-1", "admin-1&b;"));
    await expectRefused(`<!DOCTYPE x [<!ENTITY f SYSTEM "file:///etc/passwd">]>${xml}`);
    await expectRefused(xml.replace("admin-1", "admin-1&b;"));
    // UTF-16 would read otherwise to whoever believes the declaration.
    await expectRefused(`<?xml version="1.0" encoding="UTF-16"?>${xml.replace("admin-1", "admin-1&b;")}`);
  });

  it("cannot be long, or no base64, or no XML", async () => {
    for (const response of ["A".repeat(200_001), "", "%%%", "PGE+", Buffer.from("<a").toString("base64")])
      expect(await saml.finish(server, US, { response, requestId: REQUEST_ID })).toMatchObject({ kind: "failed" });
  });

  it("cannot answer where nothing was asked", async () => {
    expect(await finish(await answer({ inResponseTo: "" }), "")).toMatchObject({ kind: "failed" });
  });
});

describe("metadata", () => {
  it("of a provider is read", async () => {
    const { issuer, entryPoint, certificate } = server;
    expect(await saml.readMetadata(server.metadata)).toEqual({ issuer, entryPoint, certificate });
    const commented = server.metadata.replace("<IDPSSODescriptor", "<!-- <IDPSSODescriptor> --><IDPSSODescriptor");
    expect(await saml.readMetadata(commented)).toEqual({ issuer, entryPoint, certificate });
  });

  it("is not taken where it is something else, of several, or without a certificate", async () => {
    const { metadata } = server;
    for (const xml of [
      "",
      "<a/>",
      `<!DOCTYPE x [<!ENTITY a "b">]>${metadata}`,
      metadata + metadata,
      metadata.replace(/<X509Certificate>[\s\S]*?<\/X509Certificate>/g, ""),
      metadata.replace(/HTTP-Redirect/g, "SOAP"),
      await saml.describe(US),
      "x".repeat(500_001),
    ])
      expect(await saml.readMetadata(xml)).toBeNull();
  });

  it("of ours says who we are and that assertions have to be signed", async () => {
    const xml = await saml.describe(US);
    expect(xml).toContain(`entityID="${US.entityId}"`);
    expect(xml).toContain(`Location="${US.acsUrl}"`);
    expect(xml).toContain('WantAssertionsSigned="true"');
  });
});

describe("certificates", () => {
  it("are read from PEM and from bare base64", () => {
    const bare = server.certificate.replace(/-----[A-Z ]+-----/g, "");
    expect(saml.readCertificates(bare)).toBe(server.certificate);
    expect(saml.readCertificates(`Bag\r\n${server.certificate.replaceAll("\n", "\r\n")}`)).toBe(server.certificate);
  });
  it("are refused where they are none", () => {
    for (const text of ["", "hello", "A".repeat(400), server.key.privateKey])
      expect(saml.readCertificates(text)).toBeNull();
  });
});
