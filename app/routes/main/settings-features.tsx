import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { requireAdmin } from "~/features/workspace/admin.server";
import { FeaturesScreen } from "~/features/workspace/features-screen";
import { pageTitle } from "~/lib/page-title";

export const meta: MetaFunction = () => [{ title: pageTitle("Features") }];

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { workspaceId } = await requireAdmin(request, context);
  return { features: await context.services.workspaces.getFeatures(workspaceId) };
}

export default function FeaturesSettings() {
  const { features } = useLoaderData<typeof loader>();
  return <FeaturesScreen features={features} />;
}
