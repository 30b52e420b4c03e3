import { act, type ComponentProps, forwardRef, type ReactElement } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Passkey } from "~/domains/accounts/security/passkeys";
import type { FactorList } from "~/domains/accounts/security/second-factors";
import type { DeviceSession } from "~/domains/accounts/security/security";
import type { ManagedProvider } from "~/domains/accounts/single-sign-on/administration";
import { FactorsSection } from "~/features/security/factors-section";
import { PasskeysSection } from "~/features/security/passkeys-section";
import { SessionsScreen } from "~/features/security/sessions-screen";
import { EmailSection } from "~/features/settings/email-section";
import { ProviderDomains } from "~/features/single-sign-on/provider-domains";
import { SupportBanner } from "~/features/support-access/support-banner";

type FormProps = ComponentProps<"form"> & { preventScrollReset?: boolean };
vi.mock("@remix-run/react", () => {
  const Form = forwardRef<HTMLFormElement, FormProps>(function Form({ preventScrollReset: _, ...rest }, ref) {
    return <form ref={ref} {...rest} />;
  });
  return {
    Form,
    Link: ({
      to,
      preventScrollReset: _,
      ...rest
    }: ComponentProps<"a"> & { to: string; preventScrollReset?: boolean }) => <a href={to} {...rest} />,
    useFetcher: () => ({ Form, state: "idle", submit() {}, load() {} }),
    useRevalidator: () => ({ revalidate() {} }),
    useActionData: () => undefined,
    useNavigation: () => ({ state: "idle" }),
    useSubmit: () => () => {},
    useMatches: () => [],
  };
});
vi.mock("~/features/accounts/passkey-ceremony", () => ({ supportsPasskeys: () => true }));
vi.mock("~/features/accounts/csrf-field", () => ({ CsrfField: () => null, useCsrfToken: () => "t" }));
vi.mock("~/ui/confirm-dialog", () => ({ ConfirmDialog: () => null }));

let root: Root;
beforeEach(() => {
  (globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
  const main = document.body.appendChild(document.createElement("main"));
  Object.assign(main, { id: "content", tabIndex: -1 });
  main.setAttribute("aria-label", "Screen");
  root = createRoot(document.body.appendChild(document.createElement("div")));
});
afterEach(() => {
  act(() => root.unmount());
  document.body.replaceChildren();
});

const nameOf = (element: Element | null) =>
  element?.getAttribute("aria-label") ??
  (element instanceof HTMLInputElement ? element.labels?.[0]?.textContent : element?.textContent);
const show = (part: ReactElement) => act(() => root.render(part));
const control = (name: string) =>
  [...document.querySelectorAll<HTMLElement>("button, a")].find((one) => nameOf(one) === name)!;
const focus = (name: string) => act(() => control(name).focus());
const focused = () => nameOf(document.activeElement);

const passkey = (name: string) => ({ passkeyId: name, name, createdAtMs: 1, lastUsedAtMs: null }) as Passkey;
const passkeys = (...names: string[]) => <PasskeysSection passkeys={names.map(passkey)} suggestedName="Mine" />;
const sessions = (...names: string[]) => (
  <SessionsScreen
    sessions={names.map(
      (device, i) => ({ sessionId: device, device, isCurrent: i === 0, lastSeenAtMs: 1 }) as DeviceSession,
    )}
    nowMs={2}
  />
);
const factors = (list: Partial<FactorList>) => (
  <FactorsSection factors={{ totp: null, sms: null, backupCode: null, ...list } as FactorList} />
);
const [totp, sms] = [{ createdAtMs: 1 }, { phonePreview: "…89", createdAtMs: 1 }];
const domains = (...names: string[]) => (
  <ProviderDomains
    provider={
      {
        id: "idp_1",
        domains: names.map((domain) => ({ domain, token: "t", isVerified: true })),
      } as unknown as ManagedProvider
    }
    problemsAt={() => undefined}
  />
);
const email = (isChanging: boolean) => <EmailSection email="a@b.example" isChanging={isChanging} mailboxPath={null} />;
const visits = (...ids: string[]) => (
  <SupportBanner
    support={
      ids.length === 0
        ? null
        : {
            kind: "visited",
            accesses: ids.map((accessId) => ({
              accessId,
              staffEmail: `${accessId}@b.example`,
              endsAtMs: Date.now() + 60_000,
            })),
          }
    }
  />
);

it.each<[string, ReactElement, string, ReactElement, string]>([
  ["a removed passkey", passkeys("One", "Two"), "Remove One", passkeys("Two"), "Remove Two"],
  ["the last passkey", passkeys("One"), "Remove One", passkeys(), "Add a passkey"],
  ["an ended session", sessions("Here", "A", "B"), "Sign out A", sessions("Here", "B"), "Sign out B"],
  ["the last other session", sessions("Here", "A"), "Sign out A", sessions("Here"), "Your sessions"],
  ["all other sessions", sessions("Here", "A"), "Sign out everywhere else", sessions("Here"), "Your sessions"],
  [
    "a removed factor",
    factors({ totp, sms } as Partial<FactorList>),
    "Remove Authenticator app",
    factors({ sms } as Partial<FactorList>),
    "Remove Text messages",
  ],
  [
    "the last factor",
    factors({ totp } as Partial<FactorList>),
    "Remove Authenticator app",
    factors({}),
    "Add a second factor",
  ],
  ["a removed domain", domains("a.example", "b.example"), "Remove b.example", domains("a.example"), "Remove a.example"],
  ["the last domain", domains("a.example"), "Remove a.example", domains(), "Domain of your e-mail addresses"],
  ["a form that is cancelled", email(true), "Cancel", email(false), "Change"],
  ["the last visit of support that is ended", visits("a"), "End access", visits(), "Screen"],
])("the focus of %s goes to what is near", (_, before, had, after, expected) => {
  show(before);
  focus(had);
  show(after);
  expect(focused()).toBe(expected);
});

it("renaming a passkey gives the focus back to what began it", () => {
  show(passkeys("One", "Two"));
  act(() => control("Rename Two").click());
  focus("Cancel");
  act(() => control("Cancel").click());
  expect(focused()).toBe("Rename Two");
});
