import { act, type ComponentProps, forwardRef } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { ManagedProvider } from "~/domains/accounts/single-sign-on/administration";
import { ProviderDomains } from "~/features/single-sign-on/provider-domains";

let answer: { done: string } | undefined;
vi.mock("@remix-run/react", () => ({
  Form: forwardRef<HTMLFormElement, ComponentProps<"form"> & { preventScrollReset?: boolean }>(function Form(
    { preventScrollReset: _, ...rest },
    ref,
  ) {
    return <form ref={ref} {...rest} />;
  }),
  useActionData: () => answer,
  useNavigation: () => ({}),
  useMatches: () => [],
}));

let root: Root;
beforeEach(() => {
  (globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
  answer = undefined;
  root = createRoot(document.body.appendChild(document.createElement("div")));
  document.addEventListener("submit", keepPage);
});
afterEach(() => {
  act(() => root.unmount());
  document.body.replaceChildren();
  document.removeEventListener("submit", keepPage);
});
const keepPage = (event: Event) => event.preventDefault();

function show(domains: string[]): void {
  const provider = {
    id: "idp_1",
    domains: domains.map((domain) => ({ domain, token: "t", isVerified: true })),
  } as unknown as ManagedProvider;
  act(() => root.render(<ProviderDomains provider={provider} problemsAt={() => undefined} />));
}
const field = () => document.querySelector("input[name=domain]") as HTMLInputElement;
const add = () => act(() => field().form!.requestSubmit());

test("a domain that was added leaves its field, each time", () => {
  const domains: string[] = [];
  show(domains);
  for (const domain of ["one.example", "two.example"]) {
    field().value = domain;
    add();
    answer = { done: "add_domain idp_1" };
    domains.push(domain);
    show(domains);
    expect(field().value).toBe("");
  }
});

test("what is typed in the field stays when the list changes, and when an answer comes for what was sent before", () => {
  show(["one.example", "two.example"]);
  field().value = "three.example";
  answer = { done: "remove_domain one.example" };
  show(["two.example"]);
  expect(field().value).toBe("three.example");
  add();
  field().value = "four.example";
  answer = { done: "add_domain idp_1" };
  show(["two.example", "three.example"]);
  expect(field().value).toBe("four.example");
});
