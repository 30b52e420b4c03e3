import { act } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { OfflineNotice } from "~/features/shell/offline-notice";

let network = true;
let server = true;
let root: Root;

beforeEach(() => {
  (globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
  network = true;
  server = true;
  vi.useFakeTimers();
  vi.spyOn(navigator, "onLine", "get").mockImplementation(() => network);
  vi.stubGlobal("fetch", async () => {
    if (!server) throw new TypeError("Failed to fetch");
    return new Response();
  });
});
afterEach(() => {
  act(() => root.unmount());
  document.body.replaceChildren();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const settle = (ms = 0) => act(() => vi.advanceTimersByTimeAsync(ms));
const change = async (event: "online" | "offline") => {
  act(() => void window.dispatchEvent(new Event(event)));
  await settle();
};
const isSaid = () => document.body.textContent?.includes("You are offline.") ?? false;
async function showNotice() {
  root = createRoot(document.body.appendChild(document.createElement("div")));
  act(() => root.render(<OfflineNotice />));
  await settle();
}

describe("being offline", () => {
  test("is said when network and server are gone, and taken back when they return", async () => {
    await showNotice();
    expect(isSaid()).toBe(false);
    network = server = false;
    await change("offline");
    expect(isSaid()).toBe(true);
    network = server = true;
    await change("online");
    expect(isSaid()).toBe(false);
  });

  test("is not said of a machine without a network that runs the server itself", async () => {
    network = false;
    await showNotice();
    expect(isSaid()).toBe(false);
  });

  test("is said of such a machine when its server is gone", async () => {
    network = false;
    await showNotice();
    server = false;
    await settle(3000);
    expect(isSaid()).toBe(true);
  });

  test("ends when the server is back, though the browser has not noticed", async () => {
    network = server = false;
    await showNotice();
    expect(isSaid()).toBe(true);
    server = true;
    await settle(3000);
    expect(isSaid()).toBe(false);
  });

  test("ends when the network is back, whatever a look from before answers then", async () => {
    await showNotice();
    let fail = (_: Error) => {};
    vi.stubGlobal("fetch", () => new Promise((_, reject) => (fail = reject)));
    network = false;
    await change("offline");
    network = true;
    await change("online");
    fail(new TypeError("Failed to fetch"));
    await settle();
    expect(isSaid()).toBe(false);
  });
});
