import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData, useSearchParams } from "@remix-run/react";
import { requireUser } from "~/features/accounts/session.server";
import { filterFromAddress } from "~/features/history/history-filter";
import { HistoryScreen } from "~/features/history/history-screen";
import { pageTitle } from "~/lib/page-title";

export const meta: MetaFunction = () => [{ title: pageTitle("History") }];

/** The list itself is loaded by the screen, which keeps it live; the filter needs the voices' names. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireUser(request, context);
  const voices = context.services.voices.listPremade().map(({ speaker, name }) => ({ voiceId: speaker.voiceId, name }));
  return { voices: voices.sort((a, b) => a.name.localeCompare(b.name)) };
}

export default function History() {
  const { voices } = useLoaderData<typeof loader>();
  const [parameters, setParameters] = useSearchParams();
  return (
    <HistoryScreen
      voices={voices}
      filter={filterFromAddress(parameters)}
      onFilter={(filter) =>
        setParameters(
          Object.fromEntries(
            Object.entries({ search: filter.search, voice_id: filter.voiceId, source: filter.source }).filter(
              ([, value]) => value !== "",
            ),
          ),
          { replace: true, preventScrollReset: true },
        )
      }
    />
  );
}
