import type { HeadersFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { LanguageLinks } from "~/features/try-it/language-links";
import { LANGUAGE_LINKS_HTML } from "~/features/try-it/language-links.server";
import { PublicFrame, PublicHero } from "~/features/try-it/public-frame";
import { PUBLIC_CACHE_CONTROL, publicMeta } from "~/features/try-it/public-meta";
import { DEFAULT_SAMPLE, findSample, SAMPLE_TEXTS, TRY_IT_LIMIT } from "~/features/try-it/sample-texts";
import { TryItForm } from "~/features/try-it/try-it-form";
import { tryItData } from "~/features/try-it/try-it-voices";
import { pageTitle } from "~/lib/page-title";
import type { RouteHandle } from "~/lib/route-handle";
import { buttonClass } from "~/ui/button";

export const handle: RouteHandle = {
  hydrate: false,
  shared: { query: { language: SAMPLE_TEXTS.map(({ code }) => code) } },
};
export const headers: HeadersFunction = () => ({ "cache-control": PUBLIC_CACHE_CONTROL });

export function loader({ context, request }: LoaderFunctionArgs) {
  const url = new URL(request.url);
  const sample = findSample(url.searchParams.get("language"));
  return {
    origin: context.origin,
    tryIt: tryItData(context.services.voices.listPremade(), (sample ?? DEFAULT_SAMPLE).code),
    language: sample?.code ?? null,
    languageLinks: LANGUAGE_LINKS_HTML,
  };
}

export const meta: MetaFunction<typeof loader> = ({ data }) => {
  const name = findSample(data?.language ?? null)?.name;
  return publicMeta({
    title: pageTitle(name ? `${name} text to speech` : "Text to speech"),
    description: `Speak any text${name ? ` in ${name}` : ""} and hear it at once. Free to try, no account needed.`,
    url: `${data?.origin ?? ""}/text-to-speech${data?.language ? `?language=${data.language}` : ""}`,
  });
};

const STEPS = [
  {
    title: "Write",
    text: "Type or paste a text. Numbers, dates, links and mixed scripts are read as a person would read them.",
  },
  {
    title: "Choose",
    text: "Pick a voice by language, gender and accent, and set how even, lively, slow or fast it speaks.",
  },
  {
    title: "Listen",
    text: "Press Speak. Sound starts at once, and with an account everything you make is kept and can be downloaded.",
  },
];

export default function TextToSpeechPage() {
  const { tryIt, language, languageLinks } = useLoaderData<typeof loader>();
  const sample = findSample(language) ?? DEFAULT_SAMPLE;
  return (
    <PublicFrame>
      <PublicHero title={language ? `${sample.name} text to speech` : "Text to speech"}>
        Up to {TRY_IT_LIMIT} characters at a time without an account. With one, whole chapters, dialogues with a voice
        for each speaker, and a history you can search.
      </PublicHero>
      <div className="mx-auto max-w-[1120px] px-5">
        <TryItForm data={tryIt} sample={sample} />
      </div>
      <ol className="mx-auto mt-20 grid max-w-[1120px] gap-x-10 gap-y-8 px-5 md:grid-cols-3">
        {STEPS.map((step, i) => (
          <li key={step.title} className="border-t border-ink pt-4">
            <h2 className="flex gap-2 text-[16px] leading-6 font-semibold">
              <span className="tabular text-muted">{i + 1}</span>
              {step.title}
            </h2>
            <p className="mt-2 text-muted">{step.text}</p>
          </li>
        ))}
      </ol>
      <section className="mx-auto mt-20 max-w-[1120px] px-5" aria-labelledby="languages">
        <h2 id="languages" className="mb-4 text-title font-semibold">
          {SAMPLE_TEXTS.length} languages
        </h2>
        <LanguageLinks html={languageLinks} />
        <a href="/app/sign-up" className={buttonClass("secondary", "large", "mt-10")}>
          Create an account
        </a>
      </section>
    </PublicFrame>
  );
}
