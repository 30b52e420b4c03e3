import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { FORWARDED_PATHS, KNOWN_PATHS, SCREEN_PATHS } from "~/domains/accounts/known-routes";
import { allowedRedirect, allowedScreen, redirectAfterSignIn } from "~/domains/accounts/redirect-rules";
import { appRoutes } from "../../../app/routes";

const ORIGIN = "https://parlando.example";

/** The paths of all routes without parameters, as the table of routes writes them down, those that forward left out. */
function routePaths(): Set<string> {
  const paths = new Set<string>();
  let above = "";
  appRoutes((define) => {
    define((path, file, ...rest) => {
      const full = path ? `${above}/${path.replace(/^\//, "")}` : above;
      if (!file.endsWith("/older-address.tsx")) paths.add(full === "" ? "/" : full);
      const children = rest.find((each): each is () => void => typeof each === "function");
      if (!children) return;
      const before = above;
      above = full;
      children();
      above = before;
    });
    return {};
  });
  return paths;
}

describe("the addresses that are known", () => {
  it("say of each whether there is a screen, as the table of routes does", () => {
    const routes = routePaths();
    expect([...KNOWN_PATHS].filter((path) => routes.has(path.replace(/(.)\/$/, "$1"))).sort()).toEqual(
      [...SCREEN_PATHS].sort(),
    );
  });

  it("are forwarded to screens, and none that is a screen itself", () => {
    for (const [older, screen] of FORWARDED_PATHS) {
      expect([older, KNOWN_PATHS.has(older), SCREEN_PATHS.has(older)]).toEqual([older, true, false]);
      expect([screen, SCREEN_PATHS.has(screen)]).toEqual([screen, true]);
    }
  });
});

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

  it.each([
    ["/history", "/app/speech-synthesis/text-to-speech/history"],
    ["/history?voice_id=a&page=2#b", "/app/speech-synthesis/text-to-speech/history?voice_id=a&page=2#b"],
    ["/usage/?days=7", "/app/usage?days=7"],
    ["/speech-synthesis?text=Hello%20there", "/app/speech-synthesis/text-to-speech?text=Hello%20there"],
    ["/app/speech-synthesis", "/app/speech-synthesis/text-to-speech"],
    ["/subscription?promo=a", "/app/home"],
    ["/affiliates", "/app/home"],
    ["/audio-native", "/app/home"],
    ["/request-alpha-access", "/app/home"],
    ["/dubs", "/app/home"],
    ["/redirect", "/app/home"],
    ["/app/voice-lab", "/app/home"],
    ["/pricing", "/app/home"],
    ["/v1/dubs/dub_123", "/app/home"],
    ["/v1/projects/p-1", "/app/home"],
    ["/app/studio/st_1", "/app/home"],
    ["/app/voice-lab/share/abc/def", "/app/home"],
    ["/app/integrations/vercel/callback?code=1", "/app/home"],
    ["/app/settings?dialog=add-2fa", "/app/settings?dialog=add-2fa"],
    ["/text-to-speech", "/text-to-speech"],
    ["/", "/"],
    ["/app", "/app"],
  ])("leads from %s to a screen that there is: %s", (target, screen) => {
    expect(redirectAfterSignIn(target, ORIGIN)).toBe(screen);
    expect(allowedScreen(target, ORIGIN)).toBe(screen);
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

  /** Spellings of an allowed path that a careless check takes for it, or a browser for something else. */
  const spelled = fc.tuple(fc.constantFrom(...KNOWN_PATHS), fc.nat(), fc.nat()).chain(([path, a, b]) => {
    const at = a % (path.length + 1);
    const character = path[b % path.length] ?? "/";
    const code = character.charCodeAt(0).toString(16);
    const insert = (text: string) => path.slice(0, at) + text + path.slice(at);
    return fc.constantFrom(
      ...["\t", "\n", "\r", "\u0000", "\u00a0", "\u200b", "\u2028", "\u202e", "\ufeff", "\u3000"].map(insert),
      ...["\\", "/", "//", "/\\", "@", ":", ";", "%00", "%0d%0a", "%09", "%2f", "%5c", "%252f", "\uff0f", "\u2215"].map(
        insert,
      ),
      path.replace(character, `%${code}`),
      path.replace(character, `%25${code}`),
      path.toUpperCase(),
      `/${path}`,
      `\\${path}`,
      `/.${path}`,
      `/%2e${path}`,
      `${path}/..`,
      `${path}/%2e%2e/%2E%2E//evil.example`,
      `/..//evil.example${path}`,
      `/%2f/evil.example${path}`,
      `//evil.example${path}`,
      `/\\/evil.example${path}`,
    );
  });

  it("takes no spelling of an allowed path that reads as another one somewhere", () => {
    fc.assert(
      fc.property(spelled, (target) => {
        const allowed = allowedRedirect(target, ORIGIN);
        if (allowed === null) return;
        // What is left are spellings that every reader of addresses takes for the same allowed path.
        const read = new URL(target, ORIGIN);
        expect(read.origin).toBe(ORIGIN);
        expect(KNOWN_PATHS.has(new URL(allowed, ORIGIN).pathname)).toBe(true);
        expect(read.pathname.replace(/(.)\/$/, "$1")).toBe(new URL(allowed, ORIGIN).pathname);
        expect(target).not.toMatch(/[\\\s\p{Cc}]|^\/\//u);
      }),
      { numRuns: 4000 },
    );
  });

  const scheme = fc.constantFrom(
    "https:",
    "HTTPS:",
    "hTTps:",
    "http:",
    "javascript:",
    "data:",
    "blob:",
    "view-source:",
    "",
  );
  const slashes = fc.constantFrom("//", "/", "", "///", "\\\\", "/\\", "\\/");
  const userInfo = fc.constantFrom("", "parlando.example@", "me:secret@", "https:%2f%2fparlando.example@", "@", ":@");
  const host = fc.constantFrom(
    "parlando.example",
    "PARLANDO.EXAMPLE",
    "parlando.example.",
    "parlando.example.evil.example",
    "parlando.example%2eevil.example",
    "parlando.example%00.evil.example",
    "evil.example",
    "\uff50arlando.example",
    "p\u0430rlando.example",
    "xn--prlando-5fg.example",
    "parlando\u3002example",
    "parlando\uff0eexample",
    "127.0.0.1",
    "2130706433",
    "[::1]",
    "",
  );
  const port = fc.constantFrom("", ":443", ":0443", ":80", ":8443", ":");
  const path = fc.constantFrom("/app/home", "/app/home/", "/app/studio/a", "/app/unknown", "", "?x", "#/app/home");

  it("takes a whole address only where it is spelled as this site's own", () => {
    fc.assert(
      fc.property(fc.tuple(scheme, slashes, userInfo, host, port, path), (parts) => {
        const target = parts.join("");
        const allowed = allowedRedirect(target, ORIGIN);
        if (target.startsWith("/")) {
          // Nothing but a scheme's absence makes a path of it, and then it has to be one that is listed.
          if (allowed !== null)
            expect(["/", "/app/home", "/app/studio/a"]).toContain(new URL(allowed, ORIGIN).pathname);
        } else if (allowed !== null) expect(target.startsWith(`${ORIGIN}/`)).toBe(true);
      }),
      { numRuns: 4000 },
    );
  });

  it("takes ids of letters, digits, hyphens and underscores alone", () => {
    const id = fc.string({ unit: "binary", minLength: 1, maxLength: 20 });
    const place = fc.constantFrom("/v1/dubs/", "/v1/projects/", "/app/studio/", "/sound-effects/", "/blog/");
    fc.assert(
      fc.property(place, id, (before, text) => {
        const allowed = allowedRedirect(before + text, ORIGIN);
        if (/^[\w-]+$/.test(text)) expect(allowed).toBe(before + text);
        else if (allowed !== null) expect(allowed).toMatch(/^\/[\w/-]*([?#]|$)/);
      }),
      { numRuns: 3000 },
    );
  });

  it("reads no target that is longer than addresses are", () => {
    for (const length of [2049, 10_000, 1_000_000])
      expect(allowedRedirect(`/app/home?${"x".repeat(length - 10)}`, ORIGIN)).toBeNull();
    expect(allowedRedirect(`/app/home?${"x".repeat(2000)}`, ORIGIN)).not.toBeNull();
  });

  it("keeps of a connected service's answer what belongs to it", () => {
    const names = ["code", "configurationId", "next", "source", "teamId"];
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...names, "redirect", "other"), fc.string()), (given) => {
        const target = `/app/integrations/vercel/callback?${new URLSearchParams(given)}`;
        const kept = new URL(allowedRedirect(target, ORIGIN) ?? "/", ORIGIN);
        expect(kept.pathname).toBe("/app/integrations/vercel/callback");
        expect([...kept.searchParams.keys()].every((name) => names.includes(name))).toBe(true);
      }),
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
