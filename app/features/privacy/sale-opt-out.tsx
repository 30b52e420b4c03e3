import { toast } from "sonner";
import { dropEvents } from "~/lib/analytics";
import { apiJson, toastMessageOf } from "~/lib/api-client";
import { hasPrivacySignal, keepOptOutHere } from "~/lib/privacy-choice";
import { forgetVisitSource } from "~/lib/visit-source";
import { OptOutDialog, PrivacyPolicyLink } from "./opt-out-dialog";

/**
 * Keeps the choice in this browser and for the account, stops counting, and loads the page anew, so that nothing goes on that
 * began before. Source: spec 000, section 4 ("Privacy opt-out").
 */
async function recordOptOut(optedOut: boolean): Promise<void> {
  await apiJson("/v1/user/settings", "POST", { optOutCCPA: optedOut });
  keepOptOutHere(optedOut);
  if (optedOut) {
    dropEvents();
    forgetVisitSource();
  }
  window.location.reload();
}

/** The right of people in some states, and of those whose browsers say so, to keep their data from being sold or shared. */
export function SaleOptOutDialog({
  open,
  optedOut,
  onClose,
}: {
  open: boolean;
  optedOut: boolean;
  onClose: () => void;
}) {
  const bySignal = open && hasPrivacySignal();
  return (
    <OptOutDialog
      open={open}
      question={{
        title: "Your privacy choices",
        description: (
          <>
            Keep your personal information from being sold or shared. Then nothing you do here is counted either.{" "}
            <PrivacyPolicyLink />
          </>
        ),
        switchLabel: "Do not sell or share my personal information",
        initial: optedOut || bySignal,
        lockedBecause: bySignal ? "Your browser says so to every site. Change it there." : undefined,
      }}
      onAnswer={async (choice) => {
        if (choice === null) return onClose();
        try {
          await recordOptOut(choice);
        } catch (error) {
          toast.error(toastMessageOf(error));
        }
      }}
    />
  );
}
