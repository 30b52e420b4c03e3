import { act } from "react";
import { createRoot } from "react-dom/client";
import { afterEach, beforeEach, expect, test } from "vitest";
import { THEME_KEY, THEME_SCRIPT, toggleTheme } from "~/ui/toggle-theme";
import { useTheme } from "~/ui/use-theme";

beforeEach(() => {
  (globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
  localStorage.clear();
  delete document.documentElement.dataset.theme;
});
afterEach(() => document.body.replaceChildren());

function showTheme() {
  const element = document.body.appendChild(document.createElement("div"));
  const root = createRoot(element);
  act(() => root.render(<Shown />));
  return element;
}
function Shown() {
  return <span>{useTheme()}</span>;
}

test("light is the default, and toggling flips and is remembered", () => {
  const element = showTheme();
  expect(element.textContent).toBe("light");
  act(() => toggleTheme());
  expect(element.textContent).toBe("dark");
  expect(localStorage.getItem(THEME_KEY)).toBe("dark");
  act(() => toggleTheme());
  expect(element.textContent).toBe("light");
  expect(localStorage.getItem(THEME_KEY)).toBe("light");
});

test("the script before the first paint shows what was remembered", () => {
  localStorage.setItem(THEME_KEY, "dark");
  // As the browser runs it: a classic script of the page.
  new Function(THEME_SCRIPT)();
  expect(document.documentElement.dataset.theme).toBe("dark");
});

test("another tab's choice is followed", () => {
  const element = showTheme();
  act(() => {
    window.dispatchEvent(new StorageEvent("storage", { key: THEME_KEY, newValue: "dark" }));
  });
  expect(element.textContent).toBe("dark");
});
