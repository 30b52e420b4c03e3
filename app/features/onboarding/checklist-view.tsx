import { Link } from "@remix-run/react";
import { clsx } from "clsx";
import { SHOWN_ITEMS } from "~/domains/accounts/onboarding/checklist-items";
import type { Checklist } from "~/domains/accounts/onboarding/onboarding";
import { Check, ChevronRight } from "~/ui/icons";

export function doneOf({ items }: Checklist): number {
  return items.filter(({ isCompleted }) => isCompleted).length;
}

/** The steps, each a way to where it is done. */
export function ChecklistSteps({ checklist }: { checklist: Checklist }) {
  const done = new Set(checklist.items.flatMap(({ id, isCompleted }) => (isCompleted ? id : [])));
  return (
    <ol className="divide-y divide-hairline border-y border-hairline">
      {SHOWN_ITEMS.map(({ id, title, description, to }) => (
        <li key={id}>
          <Link to={to} className="flex items-center gap-3 py-3 hover:bg-ink/4 sm:px-3">
            <StepMark done={done.has(id)} />
            <span className="min-w-0 grow">
              <span className={clsx("block font-medium", done.has(id) && "text-muted")}>{title}</span>
              <span className="block text-meta text-muted">{description}</span>
            </span>
            <ChevronRight size={16} aria-hidden="true" className="shrink-0 text-muted" />
          </Link>
        </li>
      ))}
    </ol>
  );
}

function StepMark({ done }: { done: boolean }) {
  return (
    <span
      className={clsx(
        "flex size-5 shrink-0 items-center justify-center rounded-full border",
        done ? "border-positive bg-positive-wash text-positive" : "border-edge",
      )}
    >
      {done && <Check size={14} aria-hidden="true" />}
      <span className="sr-only">{done ? "Done:" : "To do:"}</span>
    </span>
  );
}

/** How much is done, as bars; the text beside it says the same. */
export function ChecklistBars({ checklist }: { checklist: Checklist }) {
  return (
    <span aria-hidden="true" className="flex gap-1">
      {checklist.items.map(({ id, isCompleted }) => (
        <span key={id} className={clsx("h-1.5 w-8 rounded-full", isCompleted ? "bg-positive" : "bg-hairline")} />
      ))}
    </span>
  );
}
