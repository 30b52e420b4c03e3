import { PLAIN_PRESSES_SCRIPT } from "./plain-page-presses";
import { THEME_SCRIPT } from "./toggle-theme";

/** The one inline script of a page without React: the same on each, so that its hash lets it run. */
export const PLAIN_FIRST_SCRIPT = `${THEME_SCRIPT};${PLAIN_PRESSES_SCRIPT}`;
