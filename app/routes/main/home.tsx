import { type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { historyItemToWire } from "~/domains/history/wire";
import { requireUser } from "~/features/accounts/session.server";
import { rowOf } from "~/features/history/history-item";
import { HomeScreen } from "~/features/home/home-screen";
import { pageTitle } from "~/lib/page-title";

const RECENT_ITEMS = 6;

export const meta: MetaFunction = () => [{ title: pageTitle("Home") }];

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { userId, workspaceId, isOnboardingCompleted, supportAccessId } = await requireUser(request, context);
  // Who is new is led to the questions once; the way past them is there.
  if (!isOnboardingCompleted && !supportAccessId) {
    if (await context.services.accounts.onboarding.shouldOfferSurvey(userId)) throw redirect("/app/onboarding");
  }
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
