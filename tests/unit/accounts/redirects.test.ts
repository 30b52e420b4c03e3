import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { KNOWN_PATHS } from "~/domains/accounts/known-routes";
import { allowedRedirect, redirectAfterSignIn } from "~/domains/accounts/redirect-rules";

const ORIGIN = "https://parlando.example";

describe("where a sign-in may lead", () => {
  it.each([
    ["/app/home", "/app/home"],
    [
      "/app/speech-synthesis/text-to-speech/history?voice=a#b",
      "/app/speech-synthesis/text-to-speech/history?voice=a#b",
    ],
    ["/app/settings?dialog=add-2fa", "/app/settings?dialog=add-2fa"],
    ["/pricing/", "/pricing"],
    ["/", "/"],
    ["/subscription", "/subscription"],
    ["/request-alpha-access", "/request-alpha-access"],
    ["/v1/dubs/dub_123", "/v1/dubs/dub_123"],
    ["/v1/projects/p-1", "/v1/projects/p-1"],
    ["/app/voice-lab/share/abc/def", "/app/voice-lab/share/abc/def"],
    ["/sound-effects/rain", "/sound-effects/rain"],
    ["/app/studio/st_1", "/app/studio/st_1"],
    [`${ORIGIN}/app/home`, "/app/home"],
    ["/app/usage/../home", "/app/home"],
    [
      "/app/integrations/vercel/callback?code=1&configurationId=2&next=3&source=4&teamId=5&other=6",
      "/app/integrations/vercel/callback?code=1&configurationId=2&next=3&source=4&teamId=5",
    ],
  ])("allows %s", (target, path) => {
    expect(allowedRedirect(target, ORIGIN)).toBe(path);
  });

  it.each([
    "https://evil.example/app/home",
    "//evil.example/app/home",
    "///evil.example",
    "/\\evil.example",
    "\\\\evil.example",
    "/\t/evil.example",
    "/app/home\n",
    " /app/home",
    "javascript:alert(1)",
    "data:text/html,x",
    `${ORIGIN}.evil.example/app/home`,
    `${ORIGIN}@evil.example/app/home`,
    `https://user:secret@parlando.example/app/home`,
    "http://parlando.example/app/home",
    "https://parlando.example:8443/app/home",
    "app/home",
    "?x",
    "/v1/user",
    "/v1/dubs/a/b",
    "/app/studio/a%2Fb",
    "/app/voice-lab/share/abc",
    "/app/unknown",
    "/app/action?mode=resetPassword",
    "/app/home/extra",
    "/dev/mailbox",
    `/app/home?${"x".repeat(3000)}`,
    "",
  ])("refuses %j and uses the default instead", (target) => {
    expect(allowedRedirect(target, ORIGIN)).toBeNull();
    expect(redirectAfterSignIn(target, ORIGIN)).toBe("/app/home");
  });

  it("takes nothing for nothing", () => {
    expect(redirectAfterSignIn(null, ORIGIN)).toBe("/app/home");
    expect(redirectAfterSignIn(undefined, ORIGIN)).toBe("/app/home");
  });

  const hostile = fc
    .array(
      fc.constantFrom(
        ..."/\\.@:?#%;, \t\r\n\u0000\u2028\uff0f".split(""),
        ...[
          "//",
          "https:",
          "javascript:",
          "evil.example",
          "parlando.example",
          ORIGIN,
          "/app/home",
          "/app/studio/",
          "%2f",
          "%5c",
          "..",
          "a",
        ],
      ),
      { maxLength: 12 },
    )
    .map((parts) => parts.join(""));

  it("never leaves the site, whatever is asked for", () => {
    fc.assert(
      fc.property(fc.oneof(hostile, fc.string({ unit: "binary" }), fc.webUrl()), (target) => {
        const path = redirectAfterSignIn(target, ORIGIN);
        expect(path).toMatch(/^\/(?![/\\])/);
        const reached = new URL(path, ORIGIN);
        expect(reached.origin).toBe(ORIGIN);
        // What the browser reads is what was checked, and asking again changes nothing.
        expect(allowedRedirect(path, ORIGIN)).toBe(path);
      }),
      { numRuns: 3000 },
    );
  });

  it("allows every known path, with any query that has no line breaks", () => {
    fc.assert(
      fc.property(fc.constantFrom(...KNOWN_PATHS), fc.webQueryParameters(), (path, query) => {
        const target = query === "" ? path : `${path}?${query}`;
        expect(allowedRedirect(target, ORIGIN)?.startsWith(path)).toBe(true);
      }),
    );
  });
});
