import type { MetaDescriptor } from "@remix-run/cloudflare";
import { pageTitle } from "~/lib/page-title";
import { buttonClass } from "~/ui/button";
import { LogoMark } from "~/ui/logo";
import { MAKE_YOUR_OWN, ShareFrame } from "./share-frame";

type Missing = "unavailable" | "unknown";

const WORDS: Record<Missing, { title: string; text: string }> = {
  unavailable: {
    title: "This is no longer available",
    text: "There was something to hear here. Whoever shared it has taken it back, or its time has run out.",
  },
  unknown: {
    title: "There is nothing at this address",
    text: "A part of the link may be missing. Ask for it again, or copy it whole.",
  },
};

export const missingMeta = (missing: Missing): MetaDescriptor[] => [
  { title: pageTitle(WORDS[missing].title) },
  { name: "robots", content: "noindex" },
];

/** The page of a link that leads nowhere: silence, drawn as a waveform draws it. */
export function MissingShare({ missing }: { missing: Missing }) {
  const { title, text } = WORDS[missing];
  return (
    <ShareFrame>
      <div className="mx-auto max-w-[720px] px-5 pt-16 sm:pt-28">
        <div aria-hidden="true" className="max-w-[360px] border-t-[3px] border-dotted border-edge" />
        <h1 className="mt-10 text-[26px] leading-8 font-semibold tracking-[-0.02em] sm:text-[32px] sm:leading-[38px]">
          {title}
        </h1>
        <p className="mt-3 max-w-[52ch] text-lead text-muted">{text}</p>
        <div className="mt-8 flex flex-wrap gap-3">
          <a href={MAKE_YOUR_OWN} className={buttonClass("primary", "large")}>
            Make your own
          </a>
          <a href="/" className={buttonClass("secondary", "large")}>
            Go to the start page
          </a>
        </div>
      </div>
    </ShareFrame>
  );
}

/** The same within the frame of another page. */
export function MissingEmbed({ missing }: { missing: Missing }) {
  return (
    <main className="flex min-h-dvh items-center justify-center gap-3 px-5 text-center text-muted">
      <LogoMark size={20} />
      <h1 className="text-base font-normal">{WORDS[missing].title}</h1>
    </main>
  );
}
