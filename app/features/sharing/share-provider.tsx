import { type ReactNode, useMemo, useState } from "react";
import { PartBoundary } from "~/features/shell/part-boundary";
import { retryingLazy } from "~/ui/retrying-lazy";
import { type ShareView, SharingContext } from "./share-context";
import type { ShareItem } from "./share-item";

const ShareDialog = retryingLazy(() => import("./share-dialog"));

/**
 * Holds the one dialog of sharing, above the screens: a row that is scrolled out of its list, or a player that moves on,
 * does not take it away. Its code comes with its first use.
 */
export function ShareProvider({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState<{ item: ShareItem; view: ShareView }>();
  const sharing = useMemo(() => ({ open: (item: ShareItem, view: ShareView) => setShown({ item, view }) }), []);
  return (
    <SharingContext.Provider value={sharing}>
      {children}
      {shown && (
        <PartBoundary onUnavailable={() => setShown(undefined)}>
          <ShareDialog
            item={shown.item}
            view={shown.view}
            onView={(view) => setShown({ ...shown, view })}
            onClose={() => setShown(undefined)}
          />
        </PartBoundary>
      )}
    </SharingContext.Provider>
  );
}
