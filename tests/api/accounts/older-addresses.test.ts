import { beforeAll, describe, expect, it } from "vitest";
import { FORWARDED_PATHS, KNOWN_PATHS } from "../../../app/domains/accounts/known-routes";
import { redirectAfterSignIn } from "../../../app/domains/accounts/redirect-rules";
import { sharedProduct } from "../../support/product";
import { newestLinkFor, Visitor } from "../../support/visitor";

const { url } = sharedProduct();
const PASSWORD = "Correct horse 7!";
const HISTORY = "/app/speech-synthesis/text-to-speech/history";
let email: string;

/** Known addresses with what they lead to, some with a query. */
const LINKS = [
  ["/history?voice_id=a", `${HISTORY}?voice_id=a`],
  ["/usage/?days=7", "/app/usage?days=7"],
  ["/speech-synthesis", "/app/speech-synthesis/text-to-speech"],
  ["/app/speech-synthesis", "/app/speech-synthesis/text-to-speech"],
  ["/subscription", "/app/home"],
  ["/redirect?to=https://evil.example", "/app/home"],
  ["/app/voice-lab", "/app/home"],
  ["/app/studio/st_1?tab=a", "/app/home"],
] as const;

async function signIn(visitor: Visitor, redirect = "/app/home"): Promise<string | null> {
  const path = `/app/sign-in?${new URLSearchParams({ redirect })}`;
  return (await visitor.submit(path, { email, password: PASSWORD })).location;
}

/** Where a browser ends that opens an address, and with which status. */
async function follow(visitor: Visitor, address: string): Promise<{ status: number; path: string }> {
  let path = address;
  for (let step = 0; step < 5; step++) {
    const { status, location } = await visitor.get(path);
    if (location === null) return { status, path };
    path = location;
  }
  throw new Error(`${address} leads from one address to another without end`);
}

beforeAll(async () => {
  email = `older-${process.pid}-${Date.now()}@example.com`;
  const visitor = new Visitor(url);
  await visitor.submit("/app/sign-up", { email, password: PASSWORD });
  await visitor.submit((await newestLinkFor(visitor, email, "verifyEmail"))!, {});
  await signIn(visitor);
  // Who is new is led to the questions first, once.
  await visitor.get("/app/home");
});

describe("an address of before, or of a screen that is still to come", () => {
  it.each(LINKS)("leads who is signed in from %s to %s", async (address, screen) => {
    const visitor = new Visitor(url);
    await signIn(visitor);
    expect(await follow(visitor, address)).toEqual({ status: 200, path: screen });
  });

  it.each(LINKS)("leads who signs in for %s to %s", async (address, screen) => {
    const visitor = new Visitor(url);
    expect(await signIn(visitor, address)).toBe(screen);
    expect(await follow(visitor, screen)).toEqual({ status: 200, path: screen });
  });

  it("asks a stranger to sign in, and leads on from there", async () => {
    const visitor = new Visitor(url);
    const asked = await follow(visitor, "/history?voice_id=a");
    expect(asked).toEqual({
      status: 200,
      path: `/app/sign-in?${new URLSearchParams({ redirect: `${HISTORY}?voice_id=a` })}`,
    });
    expect((await visitor.submit(asked.path, { email, password: PASSWORD })).location).toBe(`${HISTORY}?voice_id=a`);
  });
});

it("leads nobody who signs in to an address where there is nothing", async () => {
  const visitor = new Visitor(url);
  await signIn(visitor);
  const screens = new Set([...KNOWN_PATHS].map((path) => redirectAfterSignIn(path, url)));
  for (const address of [...screens, ...FORWARDED_PATHS.keys()])
    expect({ address, status: (await follow(visitor, address)).status }).toEqual({ address, status: 200 });
});

it("still finds nothing at addresses that nobody knows", async () => {
  const visitor = new Visitor(url);
  await signIn(visitor);
  for (const address of ["/app/nope", "/nope", "/app/settings/nope"])
    expect(await follow(visitor, address)).toEqual({ status: 404, path: address });
});
