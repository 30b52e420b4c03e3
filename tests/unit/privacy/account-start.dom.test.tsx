import { useEffect, useState } from "react";
import { createRoot, hydrateRoot, type Root } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { AccountStart } from "~/features/privacy/account-start";
import { ShellDataProvider } from "~/features/shell/shell-context";
import type { ShellData } from "~/features/shell/shell-data";
import { hasOptedOutHere, keepOptOutHere } from "~/lib/privacy-choice";

vi.mock("@remix-run/react", async (load) => ({
  ...(await load<object>()),
  useSearchParams: () => [new URLSearchParams(), () => undefined],
}));

let root: Root;
const page = document.body.appendChild(document.createElement("div"));
beforeEach(() => {
  vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
});
afterEach(() => {
  root.unmount();
  vi.unstubAllGlobals();
});

const shellOf = (consent: Partial<ShellData["consent"]>) =>
  ({
    userId: "user_1",
    workspaceId: "workspace_1",
    email: "ada@site.example",
    credits: { used: 0, limit: 100, nextResetMs: 0 },
    consent: { ccpaOptOut: false, needsBiometricTerms: false, needsUpdatedTerms: false, ...consent },
  }) as ShellData;

/** As the app's shell: a key opens what the server has not drawn, and everything in the page is rendered once more. */
function Page({ data, onListening }: { data: ShellData; onListening: () => void }) {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const open = () => setOpen(true);
    window.addEventListener("keydown", open);
    onListening();
    return () => window.removeEventListener("keydown", open);
  }, [onListening]);
  return (
    <ShellDataProvider data={data}>
      <AccountStart />
      {isOpen && <p>Open</p>}
    </ShellDataProvider>
  );
}

it.each([
  ["asks nothing", {}, null],
  ["asks for something", { needsUpdatedTerms: true }, "Our terms have changed"],
])(
  "a page that %s takes a key as soon as it listens, and keeps what the server has drawn",
  async (_what, consent, asked) => {
    const data = shellOf(consent);
    page.innerHTML = renderToString(<Page data={data} onListening={() => {}} />);
    const thrownAway: unknown[] = [];
    // Before React has another turn.
    const press = () => queueMicrotask(() => window.dispatchEvent(new KeyboardEvent("keydown", { key: "k" })));
    root = hydrateRoot(page, <Page data={data} onListening={press} />, {
      onRecoverableError: (error) => thrownAway.push(error),
    });
    await vi.waitFor(() => expect(page.textContent).toContain("Open"));
    if (asked) await vi.waitFor(() => expect(document.body.textContent).toContain(asked), 5000);
    expect(thrownAway).toEqual([]);
  },
);

it("a browser learns from the account that its person has opted out", async () => {
  const heard = vi.fn();
  page.innerHTML = "";
  root = createRoot(page);
  root.render(<Page data={shellOf({ ccpaOptOut: true })} onListening={heard} />);
  await vi.waitFor(() => expect(heard).toHaveBeenCalled());
  await vi.waitFor(() => expect(document.cookie).toContain("xi_website_privacy=declined"));
  expect(hasOptedOutHere()).toBe(true);
  keepOptOutHere(false);
  root.render(<Page data={shellOf({ ccpaOptOut: false })} onListening={heard} />);
  await vi.waitFor(() => expect(document.cookie).toContain("xi_website_user"));
  expect(hasOptedOutHere()).toBe(false);
});
