import { useEffect, useState } from "react";
import { Button } from "~/ui/button";
import { Check, Copy } from "~/ui/icons";
import { shownLink } from "../share-address";
import { copyLink } from "./hand-over";

const COPIED_FOR_MS = 2000;

const BOX =
  "flex h-10 min-w-0 grow basis-64 items-center rounded-control border border-hairline bg-sunken px-3 pointer-coarse:h-[44px]";

/** The link, cut where it is long, and the button that copies all of it; neither while it leads nowhere. */
export function LinkBox({ address, isOpen }: { address: string; isOpen: boolean }) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), COPIED_FOR_MS);
    return () => clearTimeout(timer);
  }, [copied]);
  return (
    <div className="flex flex-wrap gap-2">
      {isOpen ? (
        <a
          href={address}
          target="_blank"
          rel="noreferrer"
          title={address}
          aria-label={`Open the link ${address}`}
          data-share-link={address}
          className={`${BOX} hover:border-edge`}
        >
          <span className="truncate">{shownLink(address)}</span>
        </a>
      ) : (
        <p className={`${BOX} text-muted line-through`}>
          <span className="truncate">{shownLink(address)}</span>
        </p>
      )}
      <Button
        variant="primary"
        disabled={!isOpen}
        className="min-w-[128px] max-xs:grow"
        onClick={async () => setCopied(await copyLink(address))}
      >
        {copied ? <Check size={15} aria-hidden="true" /> : <Copy size={15} aria-hidden="true" />}
        {copied ? "Copied" : "Copy link"}
      </Button>
    </div>
  );
}
