import { createContext, useContext } from "react";
import type { ShareItem } from "./share-item";

export type ShareView = "link" | "video";

export interface Sharing {
  /** Opens a dialog over the screen. */
  open(item: ShareItem, view: ShareView): void;
}

export const SharingContext = createContext<Sharing | null>(null);

export function useSharing(): Sharing {
  const sharing = useContext(SharingContext);
  if (!sharing) throw new Error("useSharing used outside of provider");
  return sharing;
}
