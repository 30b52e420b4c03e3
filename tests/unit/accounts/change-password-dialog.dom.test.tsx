import { act, type ComponentProps, forwardRef } from "react";
import { expect, it, vi } from "vitest";
import { ChangePasswordDialog } from "~/features/accounts/change-password-dialog";
import { mountedRoot } from "../../support/mounted-root";

const navigation: { formMethod?: string } = vi.hoisted(() => ({}));
vi.mock("@remix-run/react", () => ({
  Form: forwardRef<HTMLFormElement, ComponentProps<"form">>(function Form(rest, ref) {
    return <form ref={ref} {...rest} />;
  }),
  useNavigation: () => navigation,
}));
vi.mock("~/features/accounts/csrf-field", () => ({ CsrfField: () => null }));

const root = mountedRoot();

it("Change Password keeps the focus while what was sent is under way, and cannot be pressed before the link's code is there", () => {
  const show = (formMethod?: string, hasCode = true) => {
    Object.assign(navigation, { formMethod });
    act(() =>
      root().render(
        <ChangePasswordDialog problems={undefined} hasCode={hasCode} ways={{ removable: [], kept: [], sinceMs: 0 }} />,
      ),
    );
  };
  const button = () => document.querySelector<HTMLButtonElement>("[type=submit]")!;
  show(undefined, false);
  expect(button().disabled).toBe(true);
  show();
  button().focus();
  show("POST");
  expect(document.activeElement).toBe(button());
  expect([button().disabled, button().getAttribute("aria-busy")]).toEqual([false, "true"]);
});
