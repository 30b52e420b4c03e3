import type { HeadersFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { ApiSnippet } from "~/features/try-it/api-snippet";
import { LanguageLinks } from "~/features/try-it/language-links";
import { LANGUAGE_LINKS_HTML } from "~/features/try-it/language-links.server";
import { PublicFrame, PublicHero } from "~/features/try-it/public-frame";
import { PUBLIC_CACHE_CONTROL, publicMeta } from "~/features/try-it/public-meta";
import { DEFAULT_SAMPLE, SAMPLE_TEXTS } from "~/features/try-it/sample-texts";
import { TryItForm } from "~/features/try-it/try-it-form";
import { tryItData } from "~/features/try-it/try-it-voices";
import type { RouteHandle } from "~/lib/route-handle";
import { buttonClass } from "~/ui/button";

export const handle: RouteHandle = { hydrate: false, shared: {} };
export const headers: HeadersFunction = () => ({ "cache-control": PUBLIC_CACHE_CONTROL });

export function loader({ context }: LoaderFunctionArgs) {
  return {
    origin: context.origin,
    tryIt: tryItData(context.services.voices.listPremade(), DEFAULT_SAMPLE.code),
    languageLinks: LANGUAGE_LINKS_HTML,
  };
}

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  publicMeta({
    title: "Parlando: speech from text, on a machine of your own",
    description:
      "Write a text, pick a voice, hear it at once. Parlando runs on one machine with real speech, and speaks the API your code already uses.",
    url: `${data?.origin ?? ""}/`,
  });

const FACTS = [
  {
    title: "It speaks while it is still reading",
    text: "Sound starts with the first clause, and each word lights up as it is said. Long texts begin as fast as short ones.",
  },
  {
    title: "It runs where you are",
    text: "One command starts the whole platform on a laptop: voices, history, accounts and the API. Nothing has to leave the machine.",
  },
  {
    title: "Your code already knows it",
    text: "The API speaks the wire protocol of existing clients. Change the address, keep the code.",
  },
];

export default function Home() {
  const { origin, tryIt, languageLinks } = useLoaderData<typeof loader>();
  return (
    <PublicFrame>
      <PublicHero title="Write it. Hear it at once.">
        Parlando turns text into speech in {SAMPLE_TEXTS.length} languages. It is yours: the voices, the history and the
        API run on a machine of your own, or at the edge.
      </PublicHero>
      <div className="mx-auto max-w-[1120px] px-5">
        <TryItForm data={tryIt} sample={DEFAULT_SAMPLE} />
      </div>
      <div className="mx-auto mt-20 grid max-w-[1120px] gap-x-10 gap-y-8 px-5 md:grid-cols-3">
        {FACTS.map((fact) => (
          <section key={fact.title} className="border-t border-ink pt-4">
            <h2 className="text-[16px] leading-6 font-semibold">{fact.title}</h2>
            <p className="mt-2 text-muted">{fact.text}</p>
          </section>
        ))}
      </div>
      <section className="mx-auto mt-20 max-w-[1120px] px-5" aria-labelledby="languages">
        <h2 id="languages" className="mb-4 text-title font-semibold">
          Pick a language to hear it
        </h2>
        <LanguageLinks html={languageLinks} />
      </section>
      <section className="mx-auto mt-20 max-w-[1120px] px-5" aria-labelledby="api">
        <h2 id="api" className="text-title font-semibold">
          Speech from your own code
        </h2>
        <p className="mt-1 mb-5 text-muted">
          Create an account, make a key, and this works.{" "}
          <a href="/docs/api" className="text-ink underline underline-offset-2 hover:text-accent-text">
            Read the API
          </a>
        </p>
        <ApiSnippet origin={origin} />
        <a href="/app/sign-up" className={buttonClass("secondary", "large", "mt-8")}>
          Create an account
        </a>
      </section>
    </PublicFrame>
  );
}
