import { gzipSync } from "node:zlib";
import { expect, it } from "vitest";
// @ts-expect-error: plain JavaScript, shared with the check of sizes
import { measureFirstScripts } from "../../../workers/tooling/first-scripts.mjs";
import { sharedProduct } from "../../support/product";
import { Visitor } from "../../support/visitor";

/** What one screen needs of its own, beside what all screens share, see docs/decisions/019. */
const MOST_FILES = 16;

const { url, email, password } = sharedProduct();
const measured: { name: string; bytes: number; budget: number }[] = measureFirstScripts();

/** All scripts that a page names, as modules to preload or as imports. */
function scriptsIn(html: string): string[] {
  const preloaded = [...html.matchAll(/href="([^"]+\.js)"/g)].map((match) => match[1]!);
  const imported = [...html.matchAll(/import\s+(?:[^"']*from\s+)?["'](\/assets\/[^"']+\.js)["']/g)].map((m) => m[1]!);
  return [...new Set([...preloaded, ...imported])];
}

it.each(measured)(
  "the $name loads first is no larger and in no more files than a person should wait for",
  async ({ name, bytes, budget }) => {
    const visitor = new Visitor(url);
    await visitor.submit("/app/sign-in", { email, password });
    const page = await visitor.get(name.replace("script ", ""));
    expect(page.status).toBe(200);
    const scripts = scriptsIn(page.html);
    expect(scripts.length).toBeLessThanOrEqual(MOST_FILES);
    let sent = 0;
    for (const script of scripts) {
      sent += gzipSync(Buffer.from(await (await fetch(url + script)).arrayBuffer())).length;
    }
    expect(sent).toBeGreaterThan(50 * 1024);
    expect(sent).toBeLessThanOrEqual(budget);
    // What is checked without a server is what the page names.
    expect(Math.abs(sent - bytes)).toBeLessThan(3 * 1024);
  },
);
