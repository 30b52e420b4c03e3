import { useEffect, useId, useRef, useState } from "react";
import { track } from "~/lib/analytics";
import { formatClock } from "~/lib/format-clock";
import { usePlayer } from "~/player/player-provider";
import { Button } from "~/ui/button";
import { Checkbox } from "~/ui/checkbox";
import { CircleAlert, Link2, RotateCw } from "~/ui/icons";
import { Spinner } from "~/ui/spinner";
import { wholeLink } from "../share-address";
import type { WireShareLink } from "../share-calls";
import type { ShareItem } from "../share-item";
import { DeadLink } from "./dead-link";
import { LinkBox } from "./link-box";
import { LinkSettings } from "./link-settings";
import { LinkTargets } from "./link-targets";
import { PublicName } from "./public-name";
import { useShareLink } from "./use-share-link";

/** An item's public link: loading, ready, refused or revoked. Source: spec 000, section 4, "Share link dialog". */
export function LinkPanel({ item }: { item: ShareItem }) {
  const sharing = useShareLink(item.historyItemId);
  const { state } = sharing;
  useEffect(() => track("share_link_opened"), []);

  if (state.kind === "loading") {
    return (
      <div role="status" className="flex min-h-44 items-center justify-center gap-2 text-muted">
        <Spinner />
        Generating link...
      </div>
    );
  }
  if (state.kind === "failed") {
    return (
      <div className="flex min-h-44 flex-col items-start justify-center gap-4">
        <div
          role="alert"
          className="flex w-full items-start gap-2.5 rounded-card border border-accent-text/40 bg-accent-wash px-3.5 py-3"
        >
          <CircleAlert className="mt-0.5 size-4 shrink-0 text-accent-text" aria-hidden="true" />
          <p className="min-w-0 [overflow-wrap:anywhere]">{state.message}</p>
        </div>
        {!state.isFinal && (
          <Button onClick={sharing.load}>
            <RotateCw size={14} aria-hidden="true" />
            Try again
          </Button>
        )}
      </div>
    );
  }
  if (state.kind === "revoked") {
    return (
      <div className="flex min-h-44 flex-col items-start justify-center gap-4">
        <p role="status">The link is revoked. Whoever opens it reads that it is no longer available.</p>
        <Button onClick={sharing.load}>
          <Link2 size={15} aria-hidden="true" />
          Make a new link
        </Button>
      </div>
    );
  }
  return (
    <ReadyLink item={item} link={state.link} onSet={sharing.set} onRename={sharing.rename} onRevoke={sharing.revoke} />
  );
}

function ReadyLink(props: {
  item: ShareItem;
  link: WireShareLink;
  onSet: ReturnType<typeof useShareLink>["set"];
  onRename: (name: string) => Promise<void>;
  onRevoke: () => Promise<boolean>;
}) {
  const { item, link } = props;
  const heardSeconds = usePlaceInPlayer(item.historyItemId);
  const [fromHere, setFromHere] = useState(false);
  const startId = useId();
  const isOpen = link.state === "open";
  // What brought it back leaves the screen, and must not take the focus along.
  const ways = useRef<HTMLDivElement>(null);
  const isRevived = useRef(false);
  const revive: typeof props.onSet = (settings) => {
    isRevived.current = true;
    return props.onSet(settings);
  };
  useEffect(() => {
    if (isOpen && isRevived.current) ways.current?.querySelector("button")?.focus();
    if (isOpen) isRevived.current = false;
  }, [isOpen]);
  const address = wholeLink(link.share_link, window.location.href, fromHere ? heardSeconds : undefined);
  return (
    <div className="flex flex-col gap-5">
      {!isOpen && <DeadLink link={link} onSet={revive} />}
      <div ref={ways} className="flex flex-col gap-3">
        <LinkBox address={address} isOpen={isOpen} />
        {isOpen && heardSeconds >= 1 && (
          <div className="flex items-center gap-2.5 pointer-coarse:min-h-[44px]">
            <Checkbox id={startId} checked={fromHere} onCheckedChange={setFromHere} />
            <label htmlFor={startId} className="tabular">
              Start at {formatClock(heardSeconds)}
            </label>
          </div>
        )}
        <LinkTargets address={address} isOpen={isOpen} />
      </div>
      <PublicName name={link.public_user_name} isOwn={link.is_own_name} onRename={props.onRename} />
      <LinkSettings link={link} onSet={props.onSet} onRevoke={props.onRevoke} />
    </div>
  );
}

/** Where the player is in this item, in seconds, when the dialog opens; 0 when it plays something else. */
function usePlaceInPlayer(historyItemId: string): number {
  const player = usePlayer();
  const [place] = useState(() =>
    player?.getSnapshot().item?.id === historyItemId ? Math.floor(player.getPositionSeconds()) : 0,
  );
  return place;
}
