/**
 * Asks whether the site may count how it is used. Plain DOM, so that pages without React have it too; never in the way: it is
 * put up when the page is ready, takes no focus and covers nothing that is read. Both answers weigh the same.
 */
import { track } from "~/lib/analytics";
import { type ConsentDecision, consentState, recordConsent } from "~/lib/cookie-consent";
import { hasOptedOutHere, hasPrivacySignal } from "~/lib/privacy-choice";
import { forgetVisitSource } from "~/lib/visit-source";

const ID = "cookie-consent";
const PANEL =
  "motion-fade fixed right-4 bottom-[calc(var(--floor,0px)+16px)] left-4 z-30 rounded-card border border-hairline bg-surface p-4 text-base text-ink shadow-float sm:left-auto sm:w-[400px]";
const BUTTON =
  "inline-flex h-10 min-w-0 grow basis-0 items-center justify-center rounded-control border border-hairline bg-surface px-4 font-medium text-ink hover:border-edge pointer-coarse:min-h-[44px]";

/** Asks those who are to be asked: in Europe, not decided, and nothing declined already. */
export function offerConsent(): void {
  if (consentState() === "undecided" && !hasPrivacySignal() && !hasOptedOutHere()) showConsentBanner();
}

/** Asks, also those who want to change their mind. */
export function showConsentBanner(): void {
  if (document.getElementById(ID)) return;
  const panel = document.createElement("section");
  panel.id = ID;
  panel.className = PANEL;
  panel.setAttribute("aria-label", "Cookies");
  const words = document.createElement("p");
  words.replaceChildren(
    "May we count how this site is used? Counts only, no profiles. What the site needs to work, such as staying signed in, is kept either way. ",
    link("/privacy", "How we treat your data"),
  );
  const choices = document.createElement("div");
  choices.className = "mt-3 flex gap-2";
  choices.replaceChildren(
    button("Decline", () => decide(panel, "denied")),
    button("Accept", () => decide(panel, "granted")),
  );
  panel.replaceChildren(words, choices);
  // First, so that the first Tab reaches it.
  document.body.insertBefore(panel, document.body.firstChild);
}

function decide(panel: HTMLElement, decision: ConsentDecision): void {
  const hadFocus = panel.contains(document.activeElement);
  panel.remove();
  if (hadFocus) document.getElementById("content")?.focus();
  recordConsent(decision);
  if (decision === "denied") forgetVisitSource();
  // Of a no nothing is sent, not even that it was one.
  track("cookiebot_consent_recorded", { decision });
}

function link(href: string, text: string): HTMLAnchorElement {
  const made = document.createElement("a");
  made.href = href;
  made.textContent = text;
  made.className = "underline underline-offset-2";
  return made;
}

function button(text: string, onClick: () => void): HTMLButtonElement {
  const made = document.createElement("button");
  made.type = "button";
  made.textContent = text;
  made.className = BUTTON;
  made.addEventListener("click", onClick);
  return made;
}
