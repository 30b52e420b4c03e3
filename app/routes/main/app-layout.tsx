import { json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import {
  isRouteErrorResponse,
  Outlet,
  type ShouldRevalidateFunction,
  useLoaderData,
  useRouteError,
} from "@remix-run/react";
import { factsOf, UNLIMITED } from "~/domains/billing/rules";
import { issueCsrfToken } from "~/features/accounts/csrf.server";
import { requireUser } from "~/features/accounts/session.server";
import { AppShell } from "~/features/shell/app-shell";
import type { ShellData } from "~/features/shell/shell-data";
import { FailurePage } from "~/ui/failure-page";

export const meta: MetaFunction = () => [{ title: "Parlando" }, { name: "robots", content: "noindex" }];

/** The person, the workspace and its credits, for everything under /app that needs someone signed in. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { services } = context;
  const user = await requireUser(request, context);
  const [workspace, subscription, csrf] = await Promise.all([
    services.workspaces.getWorkspace(user),
    services.billing.getSubscription(user.workspaceId),
    issueCsrfToken(request, context),
  ]);
  const shell: ShellData = {
    userId: user.userId,
    email: user.email,
    firstName: user.firstName,
    workspaceName: workspace.name,
    tierLabel: factsOf(subscription.tier).label,
    credits: {
      used: subscription.characterCount + subscription.charactersReserved,
      limit: subscription.characterLimit === UNLIMITED ? null : subscription.characterLimit,
      nextResetMs: subscription.nextResetMs,
    },
  };
  return json({ shell, csrfToken: csrf.csrfToken }, { headers: csrf.headers });
}

/** Loaded once: moving between screens does not ask again, credits follow the channel. Forms do refresh it. */
export const shouldRevalidate: ShouldRevalidateFunction = ({ formMethod, defaultShouldRevalidate }) =>
  formMethod !== undefined && formMethod !== "GET" ? defaultShouldRevalidate : false;

export default function AppLayout() {
  const { shell } = useLoaderData<typeof loader>();
  return (
    <AppShell data={shell}>
      <Outlet />
    </AppShell>
  );
}

export function ErrorBoundary() {
  const error = useRouteError();
  return <FailurePage notFound={isRouteErrorResponse(error) && error.status === 404} backTo="/app/home" />;
}
