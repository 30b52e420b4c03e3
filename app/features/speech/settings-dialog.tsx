import type { ReactNode } from "react";
import { Dialog } from "~/ui/dialog";

/** Voice and settings where there is no room for them beside the text. Its code comes with its first use. */
export default function SettingsDialog({ onClose, children }: { onClose: () => void; children: ReactNode }) {
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title="Voice and settings" width="narrow">
      {children}
    </Dialog>
  );
}
