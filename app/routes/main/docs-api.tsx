import { type HeadersFunction, json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { sdkSetup } from "~/features/api-docs/examples";
import { OperationArticle } from "~/features/api-docs/operation-article";
import { findReader, type Reader } from "~/features/api-docs/reader-key.server";
import { PublicFrame, PublicHero } from "~/features/try-it/public-frame";
import { PUBLIC_CACHE_CONTROL, publicMeta } from "~/features/try-it/public-meta";
import { pageTitle } from "~/lib/page-title";
import type { RouteHandle } from "~/lib/route-handle";
import type { ApiFamily } from "../../../workers/app/api/reference";

export const handle: RouteHandle = { hydrate: false, shared: { visitorsOnly: true } };

export async function loader({ context, request }: LoaderFunctionArgs) {
  const reader = await findReader(request, context);
  const data = {
    families: context.apiReference(),
    reader,
    values: {
      origin: context.origin,
      apiKey: reader?.key?.shown ?? "$API_KEY",
      voiceId: context.services.voices.listPremade()[0]?.speaker.voiceId ?? "VOICE_ID",
    },
  };
  // Visitors all see the same page; what is filled in for a person stays with them.
  const cacheControl = reader ? "private, no-store" : PUBLIC_CACHE_CONTROL;
  return json(data, { headers: { "cache-control": cacheControl, vary: "cookie" } });
}

export const headers: HeadersFunction = ({ loaderHeaders }) => loaderHeaders;

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  publicMeta({
    title: pageTitle("API"),
    description: "Every operation of the Parlando API, with what it takes, what it answers, and how to call it.",
    url: `${data?.values.origin ?? ""}/docs/api`,
  });

const linkClass = "text-ink underline underline-offset-2 hover:text-accent-text";

function KeyNote({ reader }: { reader: Reader | null }) {
  const keysLink = (text: string) => (
    <a href="/app/settings/api-keys" className={linkClass}>
      {text}
    </a>
  );
  if (!reader?.key) {
    return (
      <>
        Send your key as <code className="font-mono">xi-api-key</code>, or as a bearer token. {keysLink("Make a key")}{" "}
        to get one.
      </>
    );
  }
  return (
    <>
      The examples show your key “{reader.key.name}” as <code className="font-mono">{reader.key.shown}</code>; put the
      whole key in its place. A key is shown once, when it is made: {keysLink("make another")}.
    </>
  );
}

/** Shown beside the operations, or folded above them where there is no room. */
function OperationIndex({ families }: { families: ApiFamily[] }) {
  return (
    <nav aria-label="Operations">
      {families.map((family) => (
        <div key={family.id} className="mt-4 lg:mt-0 lg:mb-4">
          <a href={`#family-${family.id}`} className="text-meta font-semibold hover:text-accent-text">
            {family.title}
          </a>
          <ul className="mt-1">
            {family.operations.map((operation) => (
              <li key={operation.id}>
                <a
                  href={`#${operation.id}`}
                  className="block py-1 text-meta text-muted hover:text-ink pointer-coarse:py-3"
                >
                  {operation.summary}
                </a>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}

export default function ApiDocs() {
  const { families, values, reader } = useLoaderData<typeof loader>();
  return (
    <PublicFrame isSignedIn={reader !== null}>
      <PublicHero title="The API">
        Speech, voices and history for your own code. It speaks the wire protocol of the official clients: change the
        address, keep the code.
      </PublicHero>
      <div className="mx-auto max-w-[1120px] px-5 lg:grid lg:grid-cols-[200px_minmax(0,1fr)] lg:gap-10">
        <details className="mb-10 border-y border-hairline py-3 lg:hidden">
          <summary className="cursor-pointer font-semibold">All operations</summary>
          <OperationIndex families={families} />
        </details>
        <div className="hidden lg:sticky lg:top-6 lg:block lg:max-h-[calc(100dvh-3rem)] lg:self-start lg:overflow-auto">
          <OperationIndex families={families} />
        </div>
        <div className="min-w-0">
          <section aria-labelledby="start" className="border-t border-ink pt-4">
            <h2 id="start" className="text-title font-semibold">
              Start here
            </h2>
            <p className="mt-2 max-w-[70ch] text-muted">
              <KeyNote reader={reader} /> The same operations as a document for tools:{" "}
              <a href="/openapi.json" className={linkClass}>
                openapi.json
              </a>
              .
            </p>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
            <pre tabIndex={0} className="mt-4 overflow-auto rounded-card border border-hairline bg-surface p-4">
              <code className="font-mono text-meta leading-[22px]">{sdkSetup(values)}</code>
            </pre>
            <p className="mt-4 max-w-[70ch] text-muted">
              A refusal has a status of 400 or more and says why:{" "}
              <code className="font-mono text-meta break-words">
                {'{"detail": {"status": "voice_not_found", "message": "…"}}'}
              </code>
              . A refusal with status 422 lists each field that does not fit. After 429, wait as long as{" "}
              <code className="font-mono text-meta">retry-after</code> says.
            </p>
          </section>
          {families.map((family) => (
            <section key={family.id} aria-labelledby={`family-${family.id}`} className="mt-12 border-t border-ink pt-4">
              <h2 id={`family-${family.id}`} className="text-title font-semibold">
                {family.title}
              </h2>
              <div className="divide-y divide-hairline">
                {family.operations.map((operation) => (
                  <OperationArticle key={operation.id} operation={operation} values={values} />
                ))}
              </div>
            </section>
          ))}
        </div>
      </div>
    </PublicFrame>
  );
}
