import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { requireUser } from "~/features/accounts/session.server";
import { dayRange, rangeFromAddress, usageData } from "~/features/usage/usage-data";
import { UsageScreen } from "~/features/usage/usage-screen";
import { pageTitle } from "~/lib/page-title";

export const meta: MetaFunction = () => [{ title: pageTitle("Usage") }];

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { workspaceId } = await requireUser(request, context);
  const days = rangeFromAddress(new URL(request.url).searchParams.get("days"));
  const range = dayRange(days, Date.now());
  const { billing, voices } = context.services;
  const names = new Map(voices.listPremade().map(({ speaker, name }) => [speaker.voiceId, name]));
  const sums = await billing.usage(workspaceId, range.fromDay, range.toDay);
  return { days, data: usageData(sums, range, (voiceId) => names.get(voiceId) ?? voiceId) };
}

export default function Usage() {
  const { data, days } = useLoaderData<typeof loader>();
  return <UsageScreen data={data} days={days} />;
}
