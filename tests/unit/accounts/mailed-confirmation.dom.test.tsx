import { act } from "react";
import { toast } from "sonner";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { rememberLink } from "~/features/accounts/link-memory";
import { useMailedConfirmation } from "~/features/accounts/use-mailed-confirmation";
import { clearIdentityToken } from "~/lib/identity-token";
import { mountedRoot } from "../../support/mounted-root";

const root = mountedRoot();
const said: string[] = [];
const posted: unknown[] = [];
let answer: () => Response;
beforeEach(() => {
  said.length = 0;
  posted.length = 0;
  localStorage.clear();
  clearIdentityToken();
  vi.stubGlobal("fetch", async (path: string, init: RequestInit = {}) => {
    if (path === "/app/identity-token") return Response.json({ token: "t" });
    posted.push([path, JSON.parse(String(init.body))]);
    return answer();
  });
  vi.spyOn(toast, "success").mockImplementation((message) => said.push(`success: ${message}`));
  vi.spyOn(toast, "error").mockImplementation((message) => said.push(`error: ${message}`));
});
afterEach(() => {
  window.history.replaceState(null, "", "/");
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function Page() {
  useMailedConfirmation("ada@example.com");
  return null;
}

it.each([
  ["confirms", () => Response.json({ message: "Verified." }), "success: Verified."],
  [
    "was opened elsewhere",
    () => Response.json({ detail: { status: "invalid_action_code", message: "Another browser." } }, { status: 400 }),
    "error: Another browser.",
  ],
])("a mailed link that %s says so, sends its code once, and leaves none in the address", async (_, made, expected) => {
  answer = made;
  window.history.replaceState(null, "", "/app/settings/security?sensitiveActionVerificationCode=sa&days=7");
  rememberLink(window.location.search);
  act(() => root().render(<Page />));
  await vi.waitFor(() => expect(said).toEqual([expected]));
  expect(window.location.search).toBe("?days=7");
  act(() => root().render(<p />));
  act(() => root().render(<Page />));
  await act(() => new Promise((resolve) => setTimeout(resolve, 5)));
  expect(posted).toEqual([["/v1/user/verify-sensitive-action-code", { sensitive_action_verification_code: "sa" }]]);
});
