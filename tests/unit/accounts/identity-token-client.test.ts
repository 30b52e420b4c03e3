import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { clearIdentityToken, getIdentityToken, SignedOutError } from "~/lib/identity-token";

const answers: (() => Response)[] = [];
const calls: { url: string; init: RequestInit }[] = [];
const token = (text: string) => () => Response.json({ token: text, expires_at_unix: 0 });

beforeEach(() => {
  vi.useFakeTimers();
  clearIdentityToken();
  answers.length = 0;
  calls.length = 0;
  vi.stubGlobal("fetch", async (url: string, init: RequestInit) => {
    calls.push({ url, init });
    const answer = answers.shift();
    if (!answer) throw new TypeError("no answer");
    return answer();
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it("fetches a token once for parallel callers, and says that the request is its own", async () => {
  answers.push(token("one"));
  expect(await Promise.all([getIdentityToken(), getIdentityToken()])).toEqual(["one", "one"]);
  expect(await getIdentityToken()).toBe("one");
  expect(calls).toHaveLength(1);
  expect(calls[0]).toMatchObject({
    url: "/app/identity-token",
    init: { credentials: "same-origin", headers: { "x-parlando-request": "identity-token" } },
  });
});

it("fetches a new one after five minutes", async () => {
  answers.push(token("one"), token("two"));
  await getIdentityToken();
  vi.advanceTimersByTime(5 * 60_000 - 1);
  expect(await getIdentityToken()).toBe("one");
  vi.advanceTimersByTime(1);
  expect(await getIdentityToken()).toBe("two");
});

it("says so when the session has ended, and asks again the next time", async () => {
  answers.push(() => new Response(null, { status: 401 }), token("one"));
  await expect(getIdentityToken()).rejects.toBeInstanceOf(SignedOutError);
  expect(await getIdentityToken()).toBe("one");
});

it("keeps nothing of a token that arrives after a sign-out", async () => {
  answers.push(token("old"), token("new"));
  const late = getIdentityToken();
  clearIdentityToken();
  await late;
  expect(await getIdentityToken()).toBe("new");
});

it("does not remember a failure", async () => {
  answers.push(() => new Response(null, { status: 503 }), token("one"));
  await expect(getIdentityToken()).rejects.toBeInstanceOf(TypeError);
  expect(await getIdentityToken()).toBe("one");
});
