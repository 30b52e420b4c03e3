import { Dialog } from "~/ui/dialog";
import { LinkPanel } from "./link/link-panel";
import type { ShareView } from "./share-context";
import { isPhoneByUserAgent, type ShareItem } from "./share-item";
import { VideoPanel } from "./video/video-panel";

/**
 * One window for link and video, so that going from one to the other keeps the focus inside and brings it back to where it
 * was opened from. On a phone it is a sheet from below. Source: spec 000, section 2, "Share feature".
 */
export default function ShareDialog(props: {
  item: ShareItem;
  view: ShareView;
  onView: (view: ShareView) => void;
  onClose: () => void;
}) {
  const { item, view } = props;
  const form = isPhoneByUserAgent(navigator.userAgent) ? "sheet" : "window";
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && props.onClose()}
      form={form}
      title={view === "video" ? "Share video" : "Share with your community"}
      description={view === "video" ? undefined : "Whoever has the link can listen, without an account."}
      width={view === "video" ? "wide" : "medium"}
    >
      {view === "video" ? (
        <VideoPanel item={item} onShareLink={() => props.onView("link")} />
      ) : (
        <LinkPanel item={item} />
      )}
    </Dialog>
  );
}
