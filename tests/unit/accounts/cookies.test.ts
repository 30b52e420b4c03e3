import { describe, expect, it } from "vitest";
import { browserCookie, sessionCookie } from "~/features/accounts/cookies.server";
import { issueCsrfToken, readOwnForm } from "~/features/accounts/csrf.server";
import { endSession, findUser, signInHeader } from "~/features/accounts/session.server";
import type { RequestContext } from "../../../workers/app/context";

const ORIGIN = "https://parlando.example";
const PERSON = { userId: "user_1", supportAccessId: null };

interface Fakes {
  environment?: "production" | "test";
  publicUrl?: string;
  signedOut?: string[];
}

/** The parts of a context that cookies need. */
function contextWith({ environment = "production", publicUrl = ORIGIN, signedOut = [] }: Fakes = {}): RequestContext {
  return {
    origin: publicUrl,
    variables: { APP_ENV: environment, PUBLIC_URL: publicUrl },
    services: {
      cookieSecrets: { cookie: async () => "cookie secret", csrf: async () => "form secret" },
      accounts: {
        findSignedIn: async (secret: string) => (secret === "right" ? PERSON : null),
        signOut: async (secret: string) => void signedOut.push(secret),
      },
    },
  } as unknown as RequestContext;
}
const request = (init: RequestInit = {}) => new Request(`${ORIGIN}/app/sign-in`, init);
const nameAndValue = (setCookie: string) => setCookie.slice(0, setCookie.indexOf(";"));

describe("cookies", () => {
  it("are secure, strict and out of the reach of scripts in production", async () => {
    for (const make of [sessionCookie, browserCookie]) {
      const cookie = await (await make(request(), contextWith())).serialize("x");
      expect(cookie).toMatch(/^xi_website_\w+=\S+; Max-Age=31104000; Path=\/; HttpOnly; Secure; SameSite=Strict$/);
    }
  });

  it("are not marked secure on a plain local address, where browsers would drop them", async () => {
    const context = contextWith({ environment: "test", publicUrl: "http://localhost:8787" });
    const cookie = await (await sessionCookie(request(), context)).serialize("x");
    expect(cookie).not.toContain("Secure");
    expect(cookie).toContain("SameSite=Strict");
  });

  it("name the session, and nothing once they were changed", async () => {
    const cookie = nameAndValue(await signInHeader("right", request(), contextWith()));
    expect(await findUser(request({ headers: { cookie } }), contextWith())).toEqual(PERSON);
    const others = [
      cookie.replace(/=./, (first) => (first === "=I" ? "=J" : "=I")),
      cookie.replace(/.$/, "!"),
      "xi_website_session=right",
      "xi_website_session=.",
      "xi_website_session=%E0%A4%A.x",
      "",
    ];
    for (const other of others) {
      expect(await findUser(request({ headers: { cookie: other } }), contextWith())).toBeNull();
    }
  });

  it("are taken away at sign-out, which ends the session too", async () => {
    const signedOut: string[] = [];
    const context = contextWith({ signedOut });
    const cookie = nameAndValue(await signInHeader("right", request(), context));
    expect(await endSession(request({ headers: { cookie } }), context)).toMatch(/^xi_website_session=\S*; Max-Age=0;/);
    expect(signedOut).toEqual(["right"]);
  });
});

describe("form tokens", () => {
  const post = (fields: Record<string, string>, headers: Record<string, string>) =>
    request({ method: "POST", body: new URLSearchParams(fields), headers: { origin: ORIGIN, ...headers } });
  const issue = async () => {
    const { csrfToken, headers } = await issueCsrfToken(request(), contextWith());
    return { csrf: csrfToken, cookie: nameAndValue(new Headers(headers).get("set-cookie") ?? "") };
  };

  it("are accepted from the browser that they were made for", async () => {
    const { csrf, cookie } = await issue();
    const form = await readOwnForm(post({ csrf, name: "Ada" }, { cookie }), contextWith());
    expect(form.get("name")).toBe("Ada");
  });

  it("stay the same for a browser that has its cookie, which is not set again", async () => {
    const { csrf, cookie } = await issue();
    const again = await issueCsrfToken(request({ headers: { cookie } }), contextWith());
    expect(again).toEqual({ csrfToken: csrf, headers: {} });
  });

  it.each([
    ["without a token", { csrf: "" }, {}],
    ["with another token", { csrf: "0".repeat(64) }, {}],
    ["without the cookie", {}, { cookie: "" }],
    ["from another origin", {}, { origin: "https://evil.example" }],
    ["from a subdomain", {}, { origin: "https://evil.parlando.example" }],
    ["from another site", {}, { "sec-fetch-site": "cross-site" }],
  ])("are refused %s", async (_, fields, headers) => {
    const { csrf, cookie } = await issue();
    const refused = readOwnForm(post({ csrf, ...fields }, { cookie, ...headers }), contextWith());
    await expect(refused).rejects.toMatchObject({ code: "forbidden", status: 403 });
  });

  it("are accepted behind a proxy that speaks to the site by another name", async () => {
    const { csrf, cookie } = await issue();
    const behind = new Request("http://10.0.0.5:8787/app/sign-in", {
      method: "POST",
      body: new URLSearchParams({ csrf }),
      headers: { origin: ORIGIN, cookie },
    });
    await expect(readOwnForm(behind, contextWith())).resolves.toBeInstanceOf(FormData);
  });
});
