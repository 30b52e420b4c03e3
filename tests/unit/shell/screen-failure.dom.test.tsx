import { act } from "react";
import { toast } from "sonner";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ScreenFailure } from "~/features/shell/screen-failure";
import { mountedRoot } from "../../support/mounted-root";

const router = vi.hoisted(() => ({ revalidate: vi.fn(), state: "idle" }));
vi.mock("@remix-run/react", () => ({
  isRouteErrorResponse: () => false,
  Link: () => null,
  useRevalidator: () => router,
}));

let isServerThere: boolean;
let hasNetwork: boolean;

beforeEach(() => {
  isServerThere = hasNetwork = true;
  router.revalidate.mockReset();
  router.state = "idle";
  vi.spyOn(toast, "error").mockReturnValue(1);
  vi.spyOn(navigator, "onLine", "get").mockImplementation(() => hasNetwork);
  vi.stubGlobal("fetch", async () => {
    if (!isServerThere) throw new TypeError("Failed to fetch");
    return new Response();
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});
const root = mountedRoot();

const show = (error: Error) => act(async () => root().render(<ScreenFailure error={error} />));
const NO_NETWORK = new TypeError("Failed to fetch");
const title = () => document.querySelector("h1")?.textContent;
const button = () => document.querySelector("button")!;
const tryAgain = () => act(async () => button().click());
async function lose() {
  hasNetwork = isServerThere = false;
  await act(async () => void window.dispatchEvent(new Event("offline")));
}
async function findAgain() {
  hasNetwork = isServerThere = true;
  await act(async () => void window.dispatchEvent(new Event("online")));
}

test("a screen that could not be loaded is asked for again by its button where the server is there", async () => {
  await show(NO_NETWORK);
  expect(title()).toBe("Network error");
  expect(router.revalidate).not.toHaveBeenCalled();
  await tryAgain();
  expect(router.revalidate).toHaveBeenCalledTimes(1);
  expect(toast.error).not.toHaveBeenCalled();
});

test("without a server its button asks for nothing and says so each time", async () => {
  await show(NO_NETWORK);
  await lose();
  await tryAgain();
  await tryAgain();
  expect(vi.mocked(toast.error).mock.calls).toEqual([["Network error"], ["Network error"]]);
  expect(router.revalidate).not.toHaveBeenCalled();
  expect(button().getAttribute("aria-busy")).toBeNull();
});

test("while the server is looked for, and while the screen is on its way, the button is busy and takes no other press", async () => {
  await show(NO_NETWORK);
  let answer = (_: Response) => {};
  vi.stubGlobal("fetch", () => new Promise<Response>((resolve) => (answer = resolve)));
  await tryAgain();
  expect(button().getAttribute("aria-busy")).toBe("true");
  await tryAgain();
  await act(async () => answer(new Response()));
  expect(router.revalidate).toHaveBeenCalledTimes(1);
  router.state = "loading";
  await show(NO_NETWORK);
  expect(button().getAttribute("aria-busy")).toBe("true");
  await tryAgain();
  expect(router.revalidate).toHaveBeenCalledTimes(1);
});

test("a screen that the network kept away is asked for by itself when that is back", async () => {
  await show(NO_NETWORK);
  await lose();
  expect(router.revalidate).not.toHaveBeenCalled();
  await findAgain();
  expect(router.revalidate).toHaveBeenCalledTimes(1);
});

test("a screen that failed for another reason does not say that it is the network, and waits for its button", async () => {
  await show(new Error("Broken."));
  expect(title()).toBe("This screen could not be shown");
  await lose();
  await findAgain();
  expect(router.revalidate).not.toHaveBeenCalled();
  await tryAgain();
  expect(router.revalidate).toHaveBeenCalledTimes(1);
});
