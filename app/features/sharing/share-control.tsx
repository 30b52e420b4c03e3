import { toast } from "sonner";
import { sharingMessages } from "~/domains/sharing/messages";
import { useShell } from "~/features/shell/shell-context";
import { Button } from "~/ui/button";
import { IconButton } from "~/ui/icon-button";
import { Share2 } from "~/ui/icons";
import { useSharing } from "./share-context";
import type { ShareItem } from "./share-item";

/** How to open the dialogs of sharing for an item; null where the workspace may not share. */
export function useShare(item: ShareItem | null): (() => void) | null {
  const { sharing: mode } = useShell();
  const sharing = useSharing();
  if (mode === "hidden") return null;
  return () => {
    if (!item) return;
    const onlyLink = mode === "video" && item.kind !== "speech";
    if (onlyLink) toast.error(sharingMessages.onlyTextToSpeech);
    sharing.open(item, mode === "video" && !onlyLink ? "video" : "link");
  };
}

/**
 * Opens the dialogs of sharing: a button where videos can be made, an icon where there is only the link, nothing where the
 * workspace may not share. Disabled without an item. Source: spec 000, section 6.
 */
export function ShareControl({
  item,
  compact = false,
  onOpen,
}: {
  item: ShareItem | null;
  /** Among other controls in a row: smaller, and without its label where the screen is narrow. */
  compact?: boolean;
  /** Before the dialogs open; closes what they would stand over. */
  onOpen?: () => void;
}) {
  const { sharing: mode } = useShell();
  const open = useShare(item);
  if (!open) return null;
  const share = () => {
    onOpen?.();
    open();
  };
  const icon = <Share2 className="size-4" aria-hidden="true" />;
  if (mode === "link") return <IconButton label="Share" icon={icon} disabled={!item} onClick={share} />;
  return (
    <Button size={compact ? "small" : "medium"} disabled={!item} onClick={share}>
      {icon}
      <span className={compact ? "max-lg:sr-only" : "max-sm:sr-only"}>Share</span>
    </Button>
  );
}
