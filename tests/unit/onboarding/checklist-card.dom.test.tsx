import { act, type ComponentProps } from "react";
import { expect, it, vi } from "vitest";
import { ChecklistCard } from "~/features/onboarding/checklist-card";
import { mountedRoot } from "../../support/mounted-root";

const fetcher = vi.hoisted(() => ({ state: "idle" }));
vi.mock("@remix-run/react", () => ({
  Link: ({ to, ...rest }: ComponentProps<"a"> & { to: string }) => <a href={to} {...rest} />,
  useFetcher: () => ({ ...fetcher, Form: (props: ComponentProps<"form">) => <form {...props} /> }),
}));
vi.mock("~/features/accounts/csrf-field", () => ({ CsrfField: () => null }));
vi.mock("~/features/shell/shell-context", () => ({
  useShell: () => ({ checklist: { items: [], hidden: false, completed: false } }),
}));

const root = mountedRoot();

it("hiding the first steps leaves the focus on the screen", () => {
  const show = () =>
    act(() =>
      root().render(
        <main id="content" tabIndex={-1} aria-label="Screen">
          <ChecklistCard />
        </main>,
      ),
    );
  show();
  const hide = [...document.querySelectorAll("button")].find((button) => button.textContent === "Hide")!;
  act(() => hide.focus());
  fetcher.state = "submitting";
  show();
  expect(document.querySelector("button")).toBeNull();
  expect(document.activeElement?.getAttribute("aria-label")).toBe("Screen");
});
