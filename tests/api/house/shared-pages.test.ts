import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { sharedProduct } from "../../support/product";
import { Visitor } from "../../support/visitor";

const { url, email, password } = sharedProduct();

/** On the API page of people who have a key. */
const OF_A_PERSON = "The examples show your key";

async function signedIn(): Promise<Visitor> {
  const visitor = new Visitor(url);
  await visitor.submit("/app/sign-in", { email, password });
  return visitor;
}

/** The addresses of scripts that are named in a page or in a script. */
const scriptsIn = (words: string) => [...words.matchAll(/[\w./-]*\/[\w.-]+\.js\b/g)].map(([address]) => address);

describe("public pages", () => {
  it.each(["/", "/text-to-speech", "/terms-of-use-eu"])("ship at most 15 KB of script: %s", async (path) => {
    const scripts = new Map<string, number>();
    const ahead = scriptsIn((await new Visitor(url).get(path)).html).map((script) => new URL(script, url + path));
    for (const { href } of ahead) {
      if (scripts.has(href)) continue;
      const script = await (await fetch(href)).text();
      scripts.set(href, gzipSync(script).length);
      ahead.push(...scriptsIn(script).map((name) => new URL(name, href)));
    }
    const bytes = [...scripts.values()].reduce((sum, each) => sum + each, 0);
    expect(bytes).toBeGreaterThan(0);
    expect(bytes).toBeLessThanOrEqual(15 * 1024);
  });

  it.each(["/", "/text-to-speech", "/terms-of-use-eu", "/docs/api"])(
    "are asked for again by their tag: %s",
    async (path) => {
      const first = await new Visitor(url).get(path);
      expect(first.headers.get("cache-control")).toBe("public, max-age=0, must-revalidate");
      // No session is looked up.
      expect(first.headers.get("set-cookie")).toBeNull();
      const etag = first.headers.get("etag")!;
      const again = await new Visitor(url).get(path, { "if-none-match": etag });
      expect(again.status).toBe(304);
      expect(again.html).toBe("");
      // A cache puts these headers over the ones it kept, so they must fit the page it has.
      expect(again.headers.get("content-security-policy")).toBe(first.headers.get("content-security-policy"));
      expect(again.headers.get("etag")).toBe(etag);
      const head = await fetch(url + path, { method: "HEAD" });
      expect(head.headers.get("etag")).toBe(etag);
      expect(await head.text()).toBe("");
    },
  );

  it.each(["/", "/text-to-speech"])("are the same bytes for everybody: %s", async (path) => {
    const stranger = await new Visitor(url).get(path);
    const person = await (await signedIn()).get(path, { "user-agent": "Googlebot", "accept-language": "de" });
    expect(person.html).toBe(stranger.html);
    expect(person.headers.get("set-cookie")).toBeNull();
  });

  it("hold nothing of a person for the next one, whoever asked first", async () => {
    const person = await signedIn();
    const own = await person.get("/docs/api");
    expect(own.headers.get("cache-control")).toContain("no-store");
    expect(own.headers.get("etag")).toBeNull();
    expect(own.html.includes(OF_A_PERSON)).toBe(true);
    const visitor = await new Visitor(url).get("/docs/api");
    expect(visitor.html.includes(OF_A_PERSON)).toBe(false);
    expect(visitor.headers.get("vary")).toMatch(/cookie/i);
    const etag = visitor.headers.get("etag")!;
    // A tag from before the sign-in does not hide the person's own page.
    expect((await person.get("/docs/api", { "if-none-match": etag })).status).toBe(200);
  });

  it("show a person their key's end and the way into the app, and offer a visitor an account", async () => {
    const bannerOf = (html: string) => /<header.*?<\/header>/s.exec(html)![0];
    const own = (await (await signedIn()).get("/docs/api")).html.replaceAll("<!-- -->", "");
    expect(own).toMatch(/The examples show your key “[^<]+” as <code[^>]*>sk_…\w{4}</);
    expect(bannerOf(own)).toMatch(/<a [^>]*href="\/app\/home"[^>]*>Open the app</);
    expect(own).not.toMatch(/<a [^>]*>Sign in</);
    const { html } = await new Visitor(url).get("/docs/api");
    expect(bannerOf(html)).toMatch(/<a [^>]*>Create an account</);
    expect(html).toMatch(/<a [^>]*>Sign in</);
    expect(html).not.toMatch(/<a [^>]*>Open the app</);
  });

  it("differ by language, and by nothing else in the address", async () => {
    const visitor = new Visitor(url);
    const german = await visitor.get("/text-to-speech?language=de");
    expect(german.html).toContain("German text to speech");
    expect((await visitor.get("/text-to-speech?x=1&language=de")).html).toBe(german.html);
    const plain = await visitor.get("/text-to-speech");
    expect(plain.html).not.toBe(german.html);
    const injected = await visitor.get("/text-to-speech?language=%3Cscript%3Ealert(1)%3C/script%3E");
    expect(injected.html).toBe(plain.html);
  });

  it("say of an address that leads nowhere that there is nothing", async () => {
    const answer = await new Visitor(url).get("/no-such-page");
    expect(answer.status).toBe(404);
    expect(answer.html).toMatch(/<h1[^>]*>There is nothing here<\/h1>/);
  });

  it("show every component while the product is developed", async () => {
    expect((await new Visitor(url).get("/dev/ui")).html).toMatch(/<h1[^>]*>Components<\/h1>/);
  });

  it("name the host they were asked at", async () => {
    const { port } = new URL(url);
    const here = await new Visitor(url).get("/");
    const there = await new Visitor(url).get("/", { host: `other.localhost:${port}` });
    expect(here.html).toContain(`content="${url}/"`);
    expect(there.html).toContain(`content="http://other.localhost:${port}/"`);
  });
});
