import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { historyItemToWire } from "~/domains/history/wire";
import { requireUser } from "~/features/accounts/session.server";
import { rowOf } from "~/features/history/history-item";
import { HomeScreen } from "~/features/home/home-screen";

const RECENT_ITEMS = 6;

export const meta: MetaFunction = () => [{ title: "Home · Parlando" }];

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { workspaceId } = await requireUser(request, context);
  const { items } = await context.services.history.listHistory(workspaceId, {
    pageSize: RECENT_ITEMS,
    sortDirection: "desc",
  });
  return { recent: items.map((item) => rowOf(historyItemToWire(item))) };
}

export default function Home() {
  const { recent } = useLoaderData<typeof loader>();
  return <HomeScreen recent={recent} />;
}
