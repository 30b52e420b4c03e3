import { LogoMark } from "~/ui/logo";
import { PlayerScript } from "./share-frame";
import { SharePlayer } from "./share-player";
import type { ShownShare } from "./shown-share";

/**
 * The player as other pages frame it. It plays and nothing else: whatever leads into the product opens a page of its own,
 * which nobody may frame.
 */
export function EmbedPage({ share }: { share: ShownShare }) {
  return (
    <main className="flex min-h-dvh flex-col justify-center gap-3 overflow-hidden border border-hairline bg-surface px-4 py-3 sm:px-6">
      <div className="flex items-start gap-3 [@media(max-height:150px)]:hidden">
        <div className="min-w-0 grow">
          <h1 className="truncate text-[16px] leading-6 font-semibold" dir="auto" lang={share.language || undefined}>
            <a href={`/app/share/${share.shareId}`} target="_blank" rel="noopener" className="hover:text-accent-text">
              {share.title}
            </a>
          </h1>
          <p className="truncate text-meta text-muted">
            <bdi>{share.speakerName}</bdi> · spoken by <bdi>{share.voiceName}</bdi>
          </p>
        </div>
        <a
          href={`/app/share/${share.shareId}`}
          target="_blank"
          rel="noopener"
          aria-label="Listen on Parlando, opens a new tab"
          className="flex shrink-0 rounded-control p-1"
        >
          <LogoMark size={20} />
        </a>
      </div>
      <SharePlayer share={share} compact />
      <PlayerScript />
    </main>
  );
}
