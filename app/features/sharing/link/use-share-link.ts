import { useCallback, useEffect, useRef, useState } from "react";
import { toast } from "sonner";
import { ApiError, isFinalRefusal, toastMessageOf } from "~/lib/api-client";
import { GENERIC_MESSAGE } from "~/lib/api-problem";
import {
  changePublicName,
  getShareLink,
  type LinkSettings,
  revokeShareLink,
  setShareLink,
  type WireShareLink,
} from "../share-calls";

/** Timers of more than some weeks would go off at once. */
const LONGEST_TIMER_MS = 86_400_000;
/** Where this clock is ahead of the server's, it is asked again, though not all the time. */
const LEAST_TIMER_MS = 1000;

export type LinkState =
  | { kind: "loading" }
  | { kind: "ready"; link: WireShareLink }
  /** What the server said. */
  | { kind: "failed"; message: string; isFinal: boolean }
  | { kind: "revoked" };

/** An item's link and what can be done to it. The link is made by asking for it. */
export function useShareLink(historyItemId: string) {
  const [state, setState] = useState<LinkState>({ kind: "loading" });
  const loading = useRef<AbortController>();
  const show = useCallback(
    (change: Partial<WireShareLink>) =>
      setState((now) => (now.kind === "ready" ? { kind: "ready", link: { ...now.link, ...change } } : now)),
    [],
  );

  const load = useCallback(() => {
    loading.current?.abort();
    const mine = new AbortController();
    loading.current = mine;
    setState({ kind: "loading" });
    getShareLink(historyItemId, mine.signal).then(
      (link) => !mine.signal.aborted && setState({ kind: "ready", link }),
      (error: unknown) => {
        if (mine.signal.aborted) return;
        const message = error instanceof ApiError ? error.message : GENERIC_MESSAGE;
        setState({ kind: "failed", message, isFinal: isFinalRefusal(error) });
      },
    );
  }, [historyItemId]);
  useEffect(() => {
    load();
    return () => loading.current?.abort();
  }, [load]);

  // A link can expire while it is looked at; whether it has is for the server's clock to say.
  const expiresAtUnix = state.kind === "ready" && state.link.state === "open" ? state.link.expires_at_unix : null;
  useEffect(() => {
    if (expiresAtUnix === null) return;
    const leaving = new AbortController();
    let timer: ReturnType<typeof setTimeout>;
    const waitForIt = () => {
      const leftMs = expiresAtUnix * 1000 - Date.now();
      timer = setTimeout(look, Math.min(LONGEST_TIMER_MS, Math.max(LEAST_TIMER_MS, leftMs)));
    };
    const look = () =>
      getShareLink(historyItemId, leaving.signal)
        .then((link) => leaving.signal.aborted || show({ state: link.state }))
        .catch(() => undefined)
        .then(() => leaving.signal.aborted || waitForIt());
    waitForIt();
    return () => {
      leaving.abort();
      clearTimeout(timer);
    };
  }, [expiresAtUnix, historyItemId, show]);

  /** Shown at once, where the link is alive, and taken back when the server refuses. */
  async function set(settings: LinkSettings): Promise<void> {
    if (state.kind !== "ready") return;
    const { allows_download, is_indexed, expires_at_unix } = state.link;
    const before: LinkSettings = { allows_download, is_indexed, expires_at_unix };
    // One that is dead is not shown as alive before the server says so, by its own clock.
    if (state.link.state === "open") show(settings);
    try {
      show({ ...settings, state: (await setShareLink(historyItemId, settings)).state });
    } catch (error) {
      const changed = Object.keys(settings) as (keyof LinkSettings)[];
      show(Object.fromEntries(changed.map((name) => [name, before[name]])));
      toast.error(toastMessageOf(error));
    }
  }

  /** The message is the same when it fails, which is noted only. Source: spec 000, section 7. */
  async function rename(name: string): Promise<void> {
    try {
      show({ public_user_name: await changePublicName(name) });
    } catch (error) {
      console.error("The public name was not updated", error);
    }
    toast.success("Public name updated");
  }

  async function revoke(): Promise<boolean> {
    try {
      await revokeShareLink(historyItemId);
      setState({ kind: "revoked" });
      return true;
    } catch (error) {
      toast.error(toastMessageOf(error));
      return false;
    }
  }

  return { state, load, set, rename, revoke };
}
