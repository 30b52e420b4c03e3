/** Hands a link over to the clipboard or the device's own share sheet. Source: spec 000, sections 7 and 8. */
import { toast } from "sonner";
import { track } from "~/lib/analytics";
import { SHARE_TEXT, SHARE_TITLE } from "../share-address";

/** Puts the whole link on the clipboard. Answers whether it is there. */
export async function copyLink(link: string): Promise<boolean> {
  if (!((await writeToClipboard(link)) || copyByCommand(link))) {
    toast.error("The link could not be copied. Open it and copy it from the address bar.");
    return false;
  }
  track("share_link_copied");
  toast.success("Link copied");
  return true;
}

/** Opens the device's share sheet; copies the link where that fails. Somebody who changes their mind is left alone. */
export async function shareNatively(link: string): Promise<void> {
  if (typeof navigator.share !== "function") {
    toast.error("Share API not supported");
    return;
  }
  track("native_share_started");
  try {
    await navigator.share({ title: SHARE_TITLE, text: SHARE_TEXT, url: link });
    track("native_share_succeeded");
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") {
      track("native_share_aborted");
      return;
    }
    track("native_share_failed");
    await copyLink(link);
  }
}

async function writeToClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // Without a secure address, or without permission.
    return false;
  }
}

function copyByCommand(text: string): boolean {
  let written = false;
  const write = (event: ClipboardEvent) => {
    event.clipboardData?.setData("text/plain", text);
    event.preventDefault();
    written = true;
  };
  document.addEventListener("copy", write, { once: true });
  try {
    document.execCommand("copy");
  } catch {
    // Not offered: nothing was written.
  }
  document.removeEventListener("copy", write);
  return written;
}
