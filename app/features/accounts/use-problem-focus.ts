import { type RefObject, useEffect } from "react";
import type { Problems } from "./form-refusal.server";

/** After a refusal, moves the focus to the first field in question, or to the message about the whole form. */
export function useProblemFocus(form: RefObject<HTMLFormElement>, problems: Problems | undefined): void {
  useEffect(() => {
    if (!problems) return;
    form.current?.querySelector<HTMLElement>("[aria-invalid='true'], [data-form-problem]")?.focus();
  }, [form, problems]);
}
