import { type ReactNode, Suspense, useSyncExternalStore } from "react";

const never = () => () => {};

/**
 * Around parts whose code is loaded (`lazy`) and that a page may have from its first moment. The server sends `fallback` in their
 * place: a `Suspense` of the server's is taken over only when nothing else is to do, and a key or an event of the channel that
 * comes before makes React throw it away and report it (error 421).
 */
export function OnceHydrated({ fallback = null, children }: { fallback?: ReactNode; children: ReactNode }) {
  const isHydrated = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  return isHydrated ? <Suspense fallback={fallback}>{children}</Suspense> : fallback;
}
