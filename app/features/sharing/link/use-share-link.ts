import { useCallback, useEffect, useRef, useState } from "react";
import { toast } from "sonner";
import { ApiError, isFinalRefusal, toastMessageOf } from "~/lib/api-client";
import { GENERIC_MESSAGE } from "~/lib/api-problem";
import { atOnce, inTurn } from "~/lib/call-order";
import {
  changePublicName,
  getShareLink,
  isLinkGone,
  type LinkSettings,
  revokeShareLink,
  setShareLink,
  type WireShareLink,
} from "../share-calls";

/** Timers of more than some weeks would go off at once. */
const LONGEST_TIMER_MS = 86_400_000;
/** Where this clock is ahead of the server's, it is asked again, though not all the time. */
const LEAST_TIMER_MS = 1000;

interface ReadyLink {
  kind: "ready";
  link: WireShareLink;
}

export type LinkState =
  | { kind: "loading" }
  | ReadyLink
  /** What the server said. */
  | { kind: "failed"; message: string; isFinal: boolean }
  | { kind: "revoked" };

/** A link as the server said it last, and the changes that it has not answered yet, the oldest first. */
type HeldLink = ReadyLink & { wanted: readonly LinkSettings[] };

/** Changes show at once. Yet a dead link is not shown as alive before the server says so, by its own clock. */
function shownLink({ link, wanted }: HeldLink): WireShareLink {
  const shown = Object.assign({}, link, ...wanted) as WireShareLink;
  return link.state === "open" ? shown : { ...shown, expires_at_unix: link.expires_at_unix };
}

/** An item's link and what can be done to it. The link is made by asking for it. */
export function useShareLink(historyItemId: string) {
  const [held, setHeld] = useState<Exclude<LinkState, ReadyLink> | HeldLink>({ kind: "loading" });
  const loading = useRef<AbortController>();
  const state: LinkState = held.kind === "ready" ? { kind: "ready", link: shownLink(held) } : held;
  const shareId = state.kind === "ready" ? state.link.share_id : undefined;
  /** For answers about a link: they say nothing of another that has taken its place. */
  const update = useCallback(
    (about: string, change: (now: HeldLink) => HeldLink | { kind: "revoked" }) =>
      setHeld((now) => (now.kind === "ready" && now.link.share_id === about ? change(now) : now)),
    [],
  );

  const load = useCallback(() => {
    loading.current?.abort();
    const mine = new AbortController();
    loading.current = mine;
    setHeld({ kind: "loading" });
    inTurn(historyItemId, () => getShareLink(historyItemId, mine.signal)).then(
      (link) => !mine.signal.aborted && setHeld({ kind: "ready", link, wanted: [] }),
      (error: unknown) => {
        if (mine.signal.aborted) return;
        const message = error instanceof ApiError ? error.message : GENERIC_MESSAGE;
        setHeld({ kind: "failed", message, isFinal: isFinalRefusal(error) });
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
    if (expiresAtUnix === null || shareId === undefined) return;
    const leaving = new AbortController();
    let timer: ReturnType<typeof setTimeout>;
    const waitForIt = () => {
      const leftMs = expiresAtUnix * 1000 - Date.now();
      timer = setTimeout(look, Math.min(LONGEST_TIMER_MS, Math.max(LEAST_TIMER_MS, leftMs)));
    };
    const look = () =>
      inTurn(historyItemId, () => getShareLink(historyItemId, leaving.signal, shareId))
        .then((link) => update(shareId, (now) => ({ ...now, link })))
        .catch((error: unknown) => isLinkGone(error) && update(shareId, () => ({ kind: "revoked" })))
        .then(() => leaving.signal.aborted || waitForIt());
    waitForIt();
    return () => {
      leaving.abort();
      clearTimeout(timer);
    };
  }, [expiresAtUnix, historyItemId, shareId, update]);

  /** Shown at once, and taken back when the server refuses. */
  async function set(settings: LinkSettings): Promise<void> {
    if (shareId === undefined) return;
    const others = (wanted: readonly LinkSettings[]) => wanted.filter((each) => each !== settings);
    update(shareId, (now) => ({ ...now, wanted: [...now.wanted, settings] }));
    try {
      const link = await inTurn(historyItemId, () => setShareLink(historyItemId, shareId, settings));
      update(shareId, ({ wanted }) => ({ kind: "ready", link, wanted: others(wanted) }));
    } catch (error) {
      if (isLinkGone(error)) return update(shareId, () => ({ kind: "revoked" }));
      update(shareId, (now) => ({ ...now, wanted: others(now.wanted) }));
      toast.error(toastMessageOf(error));
    }
  }

  /** The message is the same when it fails, which is noted only. Source: spec 000, section 7. */
  async function rename(name: string): Promise<void> {
    if (shareId === undefined) return;
    try {
      const public_user_name = await inTurn(historyItemId, () => changePublicName(name));
      update(shareId, (now) => ({ ...now, link: { ...now.link, public_user_name } }));
    } catch (error) {
      console.error("The public name was not updated", error);
    }
    toast.success("Public name updated");
  }

  /** Waits for no setting: those that come after it are refused. */
  async function revoke(): Promise<boolean> {
    if (shareId === undefined) return false;
    try {
      await atOnce(historyItemId, () => revokeShareLink(historyItemId, shareId));
      update(shareId, () => ({ kind: "revoked" }));
      return true;
    } catch (error) {
      toast.error(toastMessageOf(error));
      return false;
    }
  }

  return { state, load, set, rename, revoke };
}
