import { Link, useFetcher } from "@remix-run/react";
import { CsrfField } from "~/features/accounts/csrf-field";
import { useShell } from "~/features/shell/shell-context";
import { Button } from "~/ui/button";
import { useRowFocus } from "~/ui/use-row-focus";
import { ChecklistBars, ChecklistSteps, doneOf } from "./checklist-view";

/** The first steps on the start page, until they are done or hidden. */
export function ChecklistCard() {
  const { checklist } = useShell();
  const hiding = useFetcher();
  const card = useRowFocus<HTMLElement>([], () => document.getElementById("content"));
  if (!checklist || checklist.hidden || checklist.completed || hiding.state !== "idle") return null;
  const done = doneOf(checklist);
  return (
    <section {...card.holder} aria-labelledby="first-steps" className="mb-10">
      <div className="mb-3 flex flex-wrap items-center gap-x-4 gap-y-2">
        <h2 id="first-steps" className="text-lead font-semibold">
          <Link to="/app/onboarding-checklist" className="hover:underline">
            First steps
          </Link>
        </h2>
        <ChecklistBars checklist={checklist} />
        <p className="mr-auto text-meta text-muted tabular">
          {done} of {checklist.items.length} done
        </p>
        <hiding.Form method="post" action="/app/onboarding-checklist">
          <CsrfField />
          <Button type="submit" name="intent" value="hide" variant="quiet" size="small">
            Hide
          </Button>
        </hiding.Form>
      </div>
      <ChecklistSteps checklist={checklist} />
    </section>
  );
}
