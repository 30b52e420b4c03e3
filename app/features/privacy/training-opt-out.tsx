import { useRevalidator } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { toast } from "sonner";
import { WORKSPACE_MESSAGES } from "~/domains/workspaces/messages";
import { ApiError, apiJson, toastMessageOf } from "~/lib/api-client";
import { inTurn } from "~/lib/call-order";
import { OptOutDialog, PrivacyPolicyLink } from "./opt-out-dialog";

/** The choice is read after it was last sent, also by a dialog that was closed meanwhile. */
const SUBJECT = "training-opt-out";
const ADMINS_ONLY = "Only workspace admins can change this.";

interface Standing {
  mayTrain: boolean;
  canBeChanged: boolean;
}

async function fetchStanding(): Promise<Standing> {
  const answer = await apiJson<{ training_opt_out: { enabled: boolean }; can_be_changed: boolean }>(
    "/v1/workspace/training-opt-out",
    "GET",
  );
  return { mayTrain: !answer.training_opt_out.enabled, canBeChanged: answer.can_be_changed };
}

/**
 * Whether models may be trained on what the workspace makes. The switch says yes, so what is stored is its opposite.
 * Source: spec 000, sections 4 and 7 (`training_opt_out`).
 */
export function TrainingOptOutDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { revalidate } = useRevalidator();
  const [standing, setStanding] = useState<Standing>();
  /** Which opening of the dialog this is: a late answer closes none but its own. */
  const opening = useRef<object>();
  // Asked each time it opens: an admin may have changed it, or the person's role.
  // biome-ignore lint/correctness/useExhaustiveDependencies: closing is whoever opened it's affair
  useEffect(() => {
    if (!open) return setStanding(undefined);
    const mine = {};
    opening.current = mine;
    inTurn(SUBJECT, fetchStanding).then(
      (found) => opening.current === mine && setStanding(found),
      (error: unknown) => {
        if (opening.current !== mine) return;
        toast.error(toastMessageOf(error));
        onClose();
      },
    );
    return () => {
      opening.current = undefined;
    };
  }, [open]);

  async function answer(mayTrain: boolean | null): Promise<void> {
    if (mayTrain === null) return onClose();
    const mine = opening.current;
    try {
      await inTurn(SUBJECT, () => apiJson(`/v1/workspace/update-workspace?training_opt_out=${!mayTrain}`, "PUT"));
      toast.success(WORKSPACE_MESSAGES.trainingOptOutUpdated);
      revalidate();
      if (opening.current === mine) onClose();
    } catch (error) {
      const message = error instanceof ApiError ? error.message : String(error);
      toast.error(WORKSPACE_MESSAGES.trainingOptOutFailed(message));
    }
  }

  return (
    <OptOutDialog
      open={open && standing !== undefined}
      question={{
        title: "Training of models",
        description: (
          <>
            Say whether models may be trained on what this workspace makes. It holds for all of its members.{" "}
            <PrivacyPolicyLink />
          </>
        ),
        switchLabel: "Allow training on this workspace's content",
        initial: standing?.mayTrain ?? false,
        lockedBecause: standing?.canBeChanged === false ? ADMINS_ONLY : undefined,
      }}
      onAnswer={answer}
    />
  );
}
