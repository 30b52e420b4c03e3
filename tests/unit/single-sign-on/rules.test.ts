import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type AccountInQuestion,
  type Authority,
  decideSignOn,
  normalizeDomain,
  providerName,
  providerUrlProblem,
  verificationRecord,
} from "~/domains/accounts/single-sign-on/rules";

const INSTALLATION: Authority = { kind: "installation" };
const WORKSPACE: Authority = { kind: "workspace", workspaceId: "ws_1", verifiedDomains: ["example.com"] };
const ADA = { subject: "1", email: "ada@example.com", isEmailVerified: true, firstName: "Ada" };
const ACCOUNT: AccountInQuestion = {
  userId: "user_1",
  email: "ada@example.com",
  isEmailVerified: true,
  isMember: true,
  hasToComeByIt: false,
};

const refused = (problem: string) => ({ kind: "refused", problem });

describe("a subject that is known", () => {
  it("is that person, whatever address the provider names now", () => {
    for (const email of ["ada@example.com", "other@example.org", null])
      expect(decideSignOn(INSTALLATION, { ...ADA, email, isEmailVerified: false }, ACCOUNT, null)).toEqual({
        kind: "sign_in",
        userId: "user_1",
      });
    expect(decideSignOn(WORKSPACE, ADA, ACCOUNT, null)).toEqual({ kind: "sign_in", userId: "user_1" });
  });

  it("is nobody for a workspace they have left, or once their account has another address", () => {
    expect(decideSignOn(WORKSPACE, ADA, { ...ACCOUNT, isMember: false }, null)).toEqual(refused("not_member"));
    const moved = { ...ACCOUNT, email: "ada@home.example" };
    expect(decideSignOn(WORKSPACE, ADA, moved, null)).toEqual(refused("wrong_domain"));
    expect(decideSignOn({ ...WORKSPACE, verifiedDomains: [] }, ADA, ACCOUNT, null)).toEqual(refused("wrong_domain"));
  });

  it("is still that person with another address where the workspace lets them in no other way", () => {
    const held = { ...ACCOUNT, email: "ada@home.example", hasToComeByIt: true };
    expect(decideSignOn(WORKSPACE, ADA, held, null)).toEqual({ kind: "sign_in", userId: "user_1" });
    expect(decideSignOn(WORKSPACE, ADA, { ...held, isMember: false }, null)).toEqual(refused("not_member"));
  });
});

describe("a subject that is new", () => {
  it("gets an account of their own, by the address in its stored form", () => {
    expect(decideSignOn(INSTALLATION, { ...ADA, email: " Ada@Example.COM" }, null, null)).toEqual({
      kind: "create",
      email: "ada@example.com",
    });
  });

  it("gets one also where somebody signed up with the address and never verified it", () => {
    for (const authority of [INSTALLATION, WORKSPACE])
      for (const isMember of [true, false]) {
        const prepared = { ...ACCOUNT, isEmailVerified: false, isMember };
        expect(decideSignOn(authority, ADA, null, prepared)).toEqual({ kind: "create", email: "ada@example.com" });
      }
  });

  it("is linked to the account with the address", () => {
    const link = { kind: "link", userId: "user_1", email: "ada@example.com" };
    expect(decideSignOn(INSTALLATION, ADA, null, { ...ACCOUNT, isMember: false })).toEqual(link);
    expect(decideSignOn(WORKSPACE, ADA, null, ACCOUNT)).toEqual(link);
  });

  it.each([
    ["no address", { ...ADA, email: null }, null, "no_email"],
    ["no usable address", { ...ADA, email: "ada" }, null, "no_email"],
    ["an address that the provider has not verified", { ...ADA, isEmailVerified: false }, null, "email_unverified"],
    ["such an address, of an account", { ...ADA, isEmailVerified: false }, ACCOUNT, "email_unverified"],
  ])("is refused with %s", (_, identity, account, problem) => {
    for (const authority of [INSTALLATION, WORKSPACE])
      expect(decideSignOn(authority, identity, null, account)).toEqual(refused(problem));
  });

  it("is refused by a workspace for the address of an account that is no member", () => {
    expect(decideSignOn(WORKSPACE, ADA, null, { ...ACCOUNT, isMember: false })).toEqual(refused("email_taken"));
  });

  it("is never let into an account by a workspace's provider with an address outside its verified domains", () => {
    const domain = fc.constantFrom("example.org", "sub.example.com", "example.com.evil.example", "xexample.com");
    fc.assert(
      fc.property(domain, fc.boolean(), fc.option(fc.boolean()), (each, isMember, isEmailVerified) => {
        const email = `ada@${each}`;
        const account = isEmailVerified === null ? null : { ...ACCOUNT, email, isMember, isEmailVerified };
        expect(decideSignOn(WORKSPACE, { ...ADA, email }, null, account)).toEqual(refused("wrong_domain"));
      }),
    );
  });
});

describe("what admins type", () => {
  it("is a domain in its ASCII form", () => {
    expect(normalizeDomain(" @Example.COM. ")).toBe("example.com");
    expect(normalizeDomain("Bücher.example")).toBe("xn--bcher-kva.example");
    for (const text of [
      "",
      "localhost",
      "com",
      "a b.com",
      "example.com/x",
      "1.2.3.4",
      "[::1]",
      "nas.local",
      "a@b@c.example",
      "x".repeat(300),
    ])
      expect([text, normalizeDomain(text)]).toEqual([text, null]);
  });

  it("is an address of a provider that is public and has TLS", () => {
    expect(providerUrlProblem("https://login.example.com/tenant", false)).toBeNull();
    expect(providerUrlProblem("http://login.example.com", false)).toBe("not_https");
    for (const url of ["https://127.0.0.1", "https://localhost/x", "https://[fe80::1]/", "https://intranet/"])
      expect([url, providerUrlProblem(url, false)]).toEqual([url, "private"]);
    for (const url of [
      "",
      "login.example.com",
      "javascript:alert(1)",
      "file:///etc/passwd",
      "https://a:b@login.example.com",
      "https://x.example/#a",
    ])
      for (const allowed of [true, false])
        expect([url, providerUrlProblem(url, allowed)]).toEqual([url, "not_an_address"]);
    expect(providerUrlProblem("http://127.0.0.1:8080", true)).toBeNull();
  });

  it("is a name in one line", () => {
    expect(providerName("  Our login ")).toBe("Our login");
    expect([providerName(" "), providerName("x".repeat(61))]).toEqual([null, null]);
  });

  it("is shown by a record of the domain's own", () => {
    expect(verificationRecord("example.com", "abc")).toEqual({
      name: "_parlando.example.com",
      text: "parlando-verification=abc",
    });
  });
});
