import { act, type ComponentProps, forwardRef } from "react";
import { toast } from "sonner";
import { afterEach, expect, it, vi } from "vitest";
import { PasswordSection } from "~/features/security/password-section";
import type { SecurityAnswer } from "~/features/security/security-form";
import { mountedRoot } from "../../support/mounted-root";

let answer: SecurityAnswer | undefined;
vi.mock("@remix-run/react", () => ({
  Link: ({ to, ...rest }: ComponentProps<"a"> & { to: string }) => <a href={to} {...rest} />,
  useFetcher: () => ({ Form: FetcherForm, state: "idle", data: answer }),
}));
const FetcherForm = forwardRef<HTMLFormElement, ComponentProps<"form">>(function FetcherForm(rest, ref) {
  return <form ref={ref} {...rest} />;
});
vi.mock("~/features/accounts/csrf-field", () => ({ CsrfField: () => null }));
vi.mock("~/features/accounts/step-up-dialog", () => ({ StepUp: () => null }));

const root = mountedRoot();
afterEach(() => {
  vi.restoreAllMocks();
});

it("a wrong old password is said beside its field, which takes the focus; a right one empties the form and is told", () => {
  const said: string[] = [];
  vi.spyOn(toast, "success").mockImplementation((message) => said.push(String(message)));
  const show = (next?: SecurityAnswer) => {
    answer = next;
    act(() => root().render(<PasswordSection />));
  };
  show();
  const field = (name: string) => document.querySelector(`input[name=${name}]`) as HTMLInputElement;
  for (const name of ["old_password", "password", "repeated"]) field(name).value = "Another horse 8!";
  show({ problems: { old_password: "This is not your password." } });
  expect(document.querySelector("[role=alert]")?.textContent).toBe("This is not your password.");
  expect(document.activeElement).toBe(field("old_password"));
  expect([field("password").value, said]).toEqual(["Another horse 8!", []]);
  show({ done: "password_changed" });
  expect(said).toEqual(["Password changed. You were signed out everywhere else."]);
  expect(document.querySelector("[role=alert]")).toBeNull();
  expect(["old_password", "password", "repeated"].map((name) => field(name).value)).toEqual(["", "", ""]);
});
