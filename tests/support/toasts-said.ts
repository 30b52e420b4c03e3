import type { Page } from "@playwright/test";

/** Answers what toasts of the pages opened from now on have said, oldest first, also where one is gone when it is looked for. */
export async function noteToasts(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const toasts = new Map<Element, string>();
    Object.assign(window, { toasts });
    new MutationObserver(() => {
      for (const toast of document.querySelectorAll("[data-sonner-toast]"))
        if (!toasts.has(toast)) toasts.set(toast, toast.textContent ?? "");
    }).observe(document, { childList: true, subtree: true });
  });
  return () => page.evaluate(() => [...(window as unknown as { toasts: Map<Element, string> }).toasts.values()]);
}
