import type { ReactElement } from "react";
import { useShare } from "~/features/sharing/share-control";
import { Download, Share2, Trash2 } from "~/ui/icons";
import { Menu, MenuItem } from "~/ui/menu";
import { type HistoryRow, shareItemOf } from "./history-item";

/** What can be done with an item, where a row has no room for buttons. Its code comes with its first use. */
export default function RowMenu({
  trigger,
  row,
  onDownload,
  onDelete,
}: {
  trigger: ReactElement;
  row: HistoryRow;
  onDownload: () => void;
  onDelete: () => void;
}) {
  const share = useShare(shareItemOf(row));
  return (
    <Menu trigger={trigger} label="Item" defaultOpen>
      {share && (
        <MenuItem icon={<Share2 size={16} aria-hidden="true" />} onSelect={share}>
          Share
        </MenuItem>
      )}
      <MenuItem icon={<Download size={16} aria-hidden="true" />} onSelect={onDownload}>
        Download
      </MenuItem>
      <MenuItem icon={<Trash2 size={16} aria-hidden="true" />} danger onSelect={onDelete}>
        Delete
      </MenuItem>
    </Menu>
  );
}
