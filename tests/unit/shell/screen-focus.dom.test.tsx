import { act } from "react";
import { expect, test, vi } from "vitest";
import { useScreenFocus } from "~/features/shell/use-screen-focus";
import { mountedRoot } from "../../support/mounted-root";

const location = vi.hoisted(() => ({ pathname: "/app/home", key: "default" }));
vi.mock("@remix-run/react", () => ({ useLocation: () => ({ ...location }) }));

function Shell() {
  useScreenFocus();
  return (
    <>
      <a href="/app/usage">Usage</a>
      <main id="content" tabIndex={-1}>
        <div key={location.key}>
          <a href="/app/settings">{location.pathname}</a>
          {location.pathname === "/app/search" && (
            // biome-ignore lint/a11y/noAutofocus: what the test is about
            <input autoFocus />
          )}
        </div>
      </main>
    </>
  );
}
const root = mountedRoot();
const open = (pathname: string, key = pathname) =>
  act(async () => {
    Object.assign(location, { pathname, key });
    root().render(<Shell />);
  });
const link = (name: string) => [...document.querySelectorAll("a")].find(({ textContent }) => textContent === name)!;
const focused = () => document.activeElement;
const content = () => document.querySelector("main");

test("a first screen leaves the focus where it is, and one that is only rendered anew too", async () => {
  await open("/app/home");
  expect(focused()).toBe(document.body);
  await open("/app/home");
  expect(focused()).toBe(document.body);
});

test("the next screen has the focus where what had it went with the one before", async () => {
  await open("/app/home");
  link("/app/home").focus();
  await open("/app/usage");
  expect(focused()).toBe(content());
});

test("so it is where only what is searched for is another", async () => {
  await open("/app/history", "one");
  link("/app/history").focus();
  await open("/app/history", "two");
  expect(focused()).toBe(content());
});

test("what stays on the screen keeps the focus, and a screen's own field gets it", async () => {
  await open("/app/home");
  link("Usage").focus();
  await open("/app/usage");
  expect(focused()).toBe(link("Usage"));
  link("/app/usage").focus();
  await open("/app/search");
  expect(focused()).toBe(document.querySelector("input"));
});
