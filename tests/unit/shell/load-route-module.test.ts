import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { loadRouteModule } from "~/features/shell/load-route-module";
import { isNetworkFailure, UnreachableError } from "~/features/shell/network-failure";

const THERE = { id: "there", module: "data:text/javascript,export const name = 'screen'" };
/** As a script that did not come: its import fails. */
const MISSING = {
  id: "missing",
  module: "data:text/javascript,throw new TypeError('no script')",
  imports: ["/part.js"],
};
const HISTORY = { pathname: "/app/history", search: "?search=fox", hash: "#today" };

let asked: string[];
let answer: (file: string) => Response;
let router: { navigation: { location?: typeof HISTORY }; revalidation: string; location: typeof HISTORY };
const assign = vi.fn();

beforeEach(() => {
  asked = [];
  answer = () => new Response();
  router = { navigation: {}, revalidation: "idle", location: { ...HISTORY, search: "", hash: "" } };
  const kept = new Map<string, string>();
  vi.stubGlobal("fetch", async (file: string) => {
    asked.push(file);
    return answer(file);
  });
  vi.stubGlobal("sessionStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  });
  vi.stubGlobal("window", { __remixRouter: { state: router }, location: { assign } });
});
afterEach(() => {
  assign.mockReset();
  vi.unstubAllGlobals();
});

/** Whether a promise is still open after everything that can happen at once has happened. */
async function staysOpen(promise: Promise<unknown>): Promise<boolean> {
  return (await Promise.race([promise, new Promise((resolve) => setTimeout(resolve, 50, "open"))])) === "open";
}

describe("loading a screen's code", () => {
  test("keeps what was loaded, and loads it once", async () => {
    const loaded: Record<string, { name: string }> = {};
    const module = await loadRouteModule(THERE, loaded);
    expect(module.name).toBe("screen");
    expect(await loadRouteModule(THERE, loaded)).toBe(module);
    expect(asked).toEqual([]);
  });

  test("fails as a network does where nobody answers, and never reloads", async () => {
    router.navigation.location = HISTORY;
    answer = () => {
      throw new TypeError("Failed to fetch");
    };
    const loaded = {};
    await expect(loadRouteModule(MISSING, loaded)).rejects.toBeInstanceOf(UnreachableError);
    answer = () => new Response(null, { status: 503 });
    await expect(loadRouteModule(MISSING, loaded)).rejects.toBeInstanceOf(UnreachableError);
    expect(assign).not.toHaveBeenCalled();
    expect(loaded).toEqual({});
  });

  test("goes to the destination as a document where a part of the script is gone, once", async () => {
    router.navigation.location = HISTORY;
    answer = (file) => new Response(null, { status: file === "/part.js" ? 404 : 200 });
    expect(await staysOpen(loadRouteModule(MISSING, {}))).toBe(true);
    expect(assign.mock.calls).toEqual([["/app/history?search=fox#today"]]);
    await expect(loadRouteModule(MISSING, {})).rejects.toThrow("no script");
    expect(assign).toHaveBeenCalledTimes(1);
  });

  test("loads the page anew where a screen in place is asked for again", async () => {
    router.revalidation = "loading";
    answer = () => new Response(null, { status: 404 });
    expect(await staysOpen(loadRouteModule(MISSING, {}))).toBe(true);
    expect(assign.mock.calls).toEqual([["/app/history"]]);
  });

  test("leaves the page alone where a script is gone that nobody waits for", async () => {
    answer = () => new Response(null, { status: 404 });
    await expect(loadRouteModule(MISSING, {})).rejects.toThrow("no script");
    expect(assign).not.toHaveBeenCalled();
  });

  test("says what is wrong with a script that is there and fails", async () => {
    router.navigation.location = HISTORY;
    await expect(loadRouteModule(MISSING, {})).rejects.toThrow("no script");
    expect(asked).toEqual([MISSING.module, "/part.js"]);
    expect(assign).not.toHaveBeenCalled();
  });
});

test.each([
  ["Failed to fetch", true],
  ["Failed to fetch dynamically imported module: https://example.com/a.js", true],
  ["NetworkError when attempting to fetch resource.", true],
  ["error loading dynamically imported module: https://example.com/a.js", true],
  ["Load failed", true],
  ["Importing a module script failed.", true],
  ["Cannot read properties of undefined (reading 'name')", false],
])("a TypeError that says %j is a failure of the network: %s", (message, expected) => {
  expect(isNetworkFailure(new TypeError(message))).toBe(expected);
  expect(isNetworkFailure(new Error(message))).toBe(false);
});
