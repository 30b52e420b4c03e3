import { useEffect, useState } from "react";
import { Button } from "~/ui/button";
import { Check, Copy } from "~/ui/icons";
import { shownLink } from "../share-address";
import { copyLink } from "./hand-over";

const COPIED_FOR_MS = 2000;

/** The link, cut where it is long, and the button that copies all of it. */
export function LinkBox({ address }: { address: string }) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), COPIED_FOR_MS);
    return () => clearTimeout(timer);
  }, [copied]);
  return (
    <div className="flex flex-wrap gap-2">
      <a
        href={address}
        target="_blank"
        rel="noreferrer"
        title={address}
        aria-label={`Open the link ${address}`}
        data-share-link={address}
        className="flex h-10 min-w-0 grow basis-64 items-center rounded-control border border-hairline bg-sunken px-3 hover:border-edge pointer-coarse:h-11"
      >
        <span className="truncate">{shownLink(address)}</span>
      </a>
      <Button
        variant="primary"
        className="min-w-[128px] max-xs:grow"
        onClick={async () => setCopied(await copyLink(address))}
      >
        {copied ? <Check size={15} aria-hidden="true" /> : <Copy size={15} aria-hidden="true" />}
        {copied ? "Copied" : "Copy link"}
      </Button>
    </div>
  );
}
