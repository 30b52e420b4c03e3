import { act } from "react";
import { createRoot } from "react-dom/client";
import { expect, test } from "vitest";
import { LocaleSelect } from "~/features/settings/locale-select";

test("a language that was chosen in another tab is shown, and so not taken back by saving here", () => {
  (globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
  const root = createRoot(document.body.appendChild(document.createElement("div")));
  act(() => root.render(<LocaleSelect locale="en" problem={undefined} />));
  act(() => root.render(<LocaleSelect locale="de" problem={undefined} />));
  expect(document.querySelector("select")?.value).toBe("de");
  act(() => root.unmount());
});
