import { describe, expect, it } from "vitest";
import { checkVariables } from "../../../workers/app/env";

const HOUSE = { name: "house", label: "House", issuer: "https://login.example.com", clientId: "c", clientSecret: "s" };
const check = (providers: unknown, others: Record<string, string> = {}) =>
  checkVariables({
    APP_ENV: "test",
    OIDC_PROVIDERS: typeof providers === "string" ? providers : JSON.stringify(providers),
    ...others,
  });
const problemsOf = (...given: Parameters<typeof check>) => {
  const checked = check(...given);
  return checked.ok ? [] : checked.problems;
};

describe("OIDC_PROVIDERS", () => {
  it("is a list, in which a secret may be left out", () => {
    const { clientSecret, ...open } = HOUSE;
    const checked = check([HOUSE, { ...open, name: "other" }]);
    expect(checked.ok && checked.variables.OIDC_PROVIDERS).toEqual([
      { ...HOUSE, clientSecret },
      { ...open, name: "other", clientSecret: null },
    ]);
  });

  it.each([
    ["no JSON", "house", /is no JSON; it has to be a list like \[\{"name"/],
    ["no list", HOUSE, /the list/],
    ["a name that is no part of an address", [{ ...HOUSE, name: "The House" }], /\[0\]\.name: .*lower-case/],
    ["a name like a workspace's provider", [{ ...HOUSE, name: "idp_1" }], /\[0\]\.name/],
    ["no issuer", [HOUSE, { ...HOUSE, name: "b", issuer: "login" }], /\[1\]\.issuer: has to be an address/],
    ["a word it does not know", [{ ...HOUSE, client_id: "x" }], /\[0\].*client_id/],
    ["the same name twice", [HOUSE, HOUSE], /a name of its own/],
  ])("says in words what is wrong with %s", (_, providers, words) => {
    expect(problemsOf(providers)).toEqual([expect.stringMatching(words)]);
    expect(problemsOf(providers)[0]).toMatch(/^OIDC_PROVIDERS: /);
  });
});

describe("in production", () => {
  const production = {
    APP_ENV: "production",
    SESSION_SECRET: "x".repeat(32),
    PUBLIC_URL: "https://voice.example.com",
  };
  it("providers have TLS, and none is in a private network", () => {
    expect(problemsOf([HOUSE], production)).toEqual([]);
    expect(problemsOf([{ ...HOUSE, issuer: "http://login.example.com" }], production)).toEqual([
      "OIDC_PROVIDERS: the issuer of house has to begin with https:// in production",
    ]);
    expect(problemsOf([HOUSE], { ...production, SSO_PRIVATE_PROVIDERS: "allow" })).toEqual([
      "SSO_PRIVATE_PROVIDERS: not in production",
    ]);
  });
});
