import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { AnalyticsScreen } from "~/features/analytics/analytics-screen";
import { rangeFromAddress } from "~/features/usage/usage-data";
import { requireAdmin } from "~/features/workspace/admin.server";
import { pageTitle } from "~/lib/page-title";

export const meta: MetaFunction = () => [{ title: pageTitle("Analytics") }];

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { workspaceId } = await requireAdmin(request, context);
  const days = rangeFromAddress(new URL(request.url).searchParams.get("days"));
  return { days, counts: await context.services.analytics.listDays(workspaceId, days) };
}

export default function Analytics() {
  const { days, counts } = useLoaderData<typeof loader>();
  return <AnalyticsScreen days={days} counts={counts} />;
}
