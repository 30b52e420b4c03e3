/** Follows what a new member does, and notes each first step that it completes. */
import { useEffect, useRef } from "react";
import { toast } from "sonner";
import { itemCompletedBy } from "~/domains/accounts/onboarding/checklist-items";
import { ONBOARDING_MESSAGES } from "~/domains/accounts/onboarding/messages";
import type { Checklist } from "~/domains/accounts/onboarding/onboarding";
import { useShell } from "~/features/shell/shell-context";
import { onTracked, track } from "~/lib/analytics";
import { apiJson } from "~/lib/api-client";

/** Source: spec 000, section 4 ("Onboarding checklist"): a step that is done is not sent again. */
export function ChecklistProgress() {
  const { checklist } = useShell();
  const current = useRef<Checklist | null>(checklist);
  current.current = checklist;
  /** Sent by this page; the list itself follows a moment later. */
  const sent = useRef(new Set<string>());

  useEffect(
    () =>
      onTracked((name, props) => {
        const item = itemCompletedBy(name, props);
        const open = current.current?.items.some(({ id, isCompleted }) => id === item?.id && !isCompleted);
        if (!item || !open || current.current?.completed || sent.current.has(item.id)) return;
        sent.current.add(item.id);
        void complete(item.id, current.current?.hidden ?? false).then(
          (isDone) => isDone || sent.current.delete(item.id),
        );
      }),
    [],
  );
  return null;
}

/** Answers whether it was noted; a failure is only logged, since what the person did has worked. */
async function complete(itemId: string, hidden: boolean): Promise<boolean> {
  try {
    await apiJson("/v1/user/onboarding-checklist/update", "POST", { item_id: itemId });
  } catch (error) {
    console.warn("The first step could not be noted.", error);
    return false;
  }
  if (!hidden) toast.success(ONBOARDING_MESSAGES.stepCompleted);
  track("onboarding_checklist_action_completed", { item_id: itemId });
  return true;
}
