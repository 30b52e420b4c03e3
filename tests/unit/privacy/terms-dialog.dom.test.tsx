import { act } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type Terms, TermsDialog } from "~/features/privacy/terms-dialog";
import { clearIdentityToken } from "~/lib/identity-token";

let root: Root;
const onAgreed = vi.fn();
let refuse = false;
const posted: string[] = [];
beforeEach(() => {
  (globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
  window.matchMedia = (query) =>
    ({ matches: false, media: query, addEventListener() {}, removeEventListener() {} }) as unknown as MediaQueryList;
  vi.stubGlobal("fetch", async (path: string, init: RequestInit = {}) => {
    if (path === "/app/identity-token") return Response.json({ token: "t" });
    posted.push(`${init.method} ${path}`);
    return refuse
      ? Response.json({ detail: { message: "Not now." } }, { status: 429 })
      : Response.json({ status: "ok" });
  });
  clearIdentityToken();
  posted.length = 0;
  refuse = false;
  onAgreed.mockReset();
  root = createRoot(document.body.appendChild(document.createElement("div")));
});
afterEach(() => {
  act(() => root.unmount());
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});
const show = (terms: Terms) => act(() => root.render(<TermsDialog terms={terms} onAgreed={onAgreed} />));
const press = (name: string) =>
  act(async () => [...document.querySelectorAll("button")].find((each) => each.textContent === name)?.click());

test.each([
  ["updated", "POST /v1/user/accept-terms", "May 31, 2024", "/terms-of-use-eu"],
  ["biometric", "POST /v1/user/accept-bipa-terms", "Illinois", "/terms-of-use-eu#biometric-data"],
] as const)("the %s terms say what they are, and are agreed to by one call", async (terms, call, words, href) => {
  show(terms);
  expect(document.body.textContent).toContain(words);
  expect(document.querySelector("a")?.getAttribute("href")).toBe(href);
  await press("I agree");
  await vi.waitFor(() => expect(onAgreed).toHaveBeenCalledOnce());
  expect(posted).toEqual([call]);
  expect(document.querySelector('[role="dialog"]')).toBeNull();
});

test("whoever puts them off has agreed to nothing", async () => {
  show("updated");
  await press("Not now");
  expect([posted, onAgreed.mock.calls, document.querySelector('[role="dialog"]')]).toEqual([[], [], null]);
});

test("a call that was refused leaves the question on screen", async () => {
  refuse = true;
  show("updated");
  await press("I agree");
  await vi.waitFor(() => expect(posted).toHaveLength(1));
  expect(onAgreed).not.toHaveBeenCalled();
  expect(document.querySelector('[role="dialog"]')).not.toBeNull();
});
