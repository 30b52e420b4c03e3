import { lazy, type ReactNode, Suspense, useMemo, useState } from "react";
import { type ShareView, SharingContext } from "./share-context";
import type { ShareItem } from "./share-item";

const ShareDialog = lazy(() => import("./share-dialog"));

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
        <Suspense fallback={null}>
          <ShareDialog
            item={shown.item}
            view={shown.view}
            onView={(view) => setShown({ ...shown, view })}
            onClose={() => setShown(undefined)}
          />
        </Suspense>
      )}
    </SharingContext.Provider>
  );
}
