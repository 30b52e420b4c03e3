import { buttonClass } from "~/ui/button";
import { MAKE_YOUR_OWN, ShareFrame } from "./share-frame";
import { SharePlayer } from "./share-player";
import { ShareText } from "./share-text";
import type { ShownShare } from "./shown-share";

const day = new Intl.DateTimeFormat("en", { day: "numeric", month: "long", year: "numeric", timeZone: "UTC" });

/** The page of a link: who and what, the player, the words. */
export function SharePage({ share }: { share: ShownShare }) {
  const [line] = share.lines;
  return (
    <ShareFrame>
      <article className="mx-auto max-w-[720px] px-5 pt-8 sm:pt-14">
        {share.isWholeInTitle && line ? (
          <h1
            className="spoken-text font-serif text-[24px] leading-9 font-medium tracking-[-0.01em] sm:text-[32px] sm:leading-[46px]"
            lang={share.language || undefined}
            dir="auto"
            data-words={line.words}
          >
            {line.text}
          </h1>
        ) : (
          <h1
            className="text-[26px] leading-8 font-semibold tracking-[-0.02em] [overflow-wrap:anywhere] sm:text-[32px] sm:leading-[38px]"
            lang={share.language || undefined}
            dir="auto"
          >
            {share.title}
          </h1>
        )}
        <p className="mt-4 text-muted [overflow-wrap:anywhere]">
          Shared by{" "}
          <span className="font-medium text-ink">
            <bdi>{share.speakerName}</bdi>
          </span>
          <Dot />
          spoken by <bdi>{share.voiceName}</bdi>
          <Dot />
          <time dateTime={new Date(share.createdAtMs).toISOString()}>{day.format(share.createdAtMs)}</time>
        </p>
        <div className="sticky top-0 z-10 -mx-5 mt-5 bg-paper px-5 py-3" data-player-place>
          <div className="rounded-card border border-hairline bg-surface px-4 pt-4 pb-2 sm:px-6 sm:pt-5 sm:pb-3">
            <SharePlayer share={share} />
          </div>
        </div>
        {!share.isWholeInTitle && (
          <div className="mt-5 sm:px-6">
            <ShareText share={share} />
          </div>
        )}
        <p className="mt-8 text-meta text-muted pointer-coarse:hidden sm:px-6" data-live>
          <Key name="Space" /> plays and pauses, <Key name="←" /> <Key name="→" /> skip 3 seconds. Click a word to hear
          it.
        </p>
        <section className="mt-14 flex flex-wrap items-center gap-x-8 gap-y-4 border-t border-ink pt-6">
          <div className="min-w-[240px] grow basis-0">
            <h2 className="text-title font-semibold">Have something to say?</h2>
            <p className="mt-1 text-muted">Write a text, pick a voice, hear it at once. No account needed.</p>
          </div>
          <a href={MAKE_YOUR_OWN} className={buttonClass("secondary", "large")}>
            Make your own
          </a>
        </section>
      </article>
    </ShareFrame>
  );
}

const Dot = () => <span aria-hidden="true"> · </span>;

function Key({ name }: { name: string }) {
  return (
    <kbd className="rounded-control border border-hairline bg-surface px-1.5 py-px font-sans text-tiny">{name}</kbd>
  );
}
