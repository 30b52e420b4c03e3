import { json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import {
  type ClientLoaderFunctionArgs,
  isRouteErrorResponse,
  Outlet,
  type ShouldRevalidateFunction,
  useLoaderData,
  useRouteError,
} from "@remix-run/react";
import { factsOf, UNLIMITED } from "~/domains/billing/rules";
import { maySharePublicly } from "~/domains/sharing/rules";
import { issueCsrfToken } from "~/features/accounts/csrf.server";
import { requireUser } from "~/features/accounts/session.server";
import { sharingModeOf } from "~/features/sharing/share-item";
import { AppShell } from "~/features/shell/app-shell";
import type { ShellData } from "~/features/shell/shell-data";
import { loadSupportState } from "~/features/support-access/support-session.server";
import { titleWithout } from "~/lib/page-title";
import { FailurePage, leadsNowhere } from "~/ui/failure-page";

export const meta: MetaFunction = ({ error }) => [
  { title: titleWithout(error) },
  { name: "robots", content: "noindex" },
];

/** The person, the workspace and its credits, for everything under /app that needs someone signed in. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { services } = context;
  const user = await requireUser(request, context);
  const [workspace, subscription, features, csrf, isStaff, support, consent, checklist] = await Promise.all([
    services.workspaces.getWorkspace(user),
    services.billing.getSubscription(user.workspaceId),
    services.workspaces.getFeatures(user.workspaceId),
    issueCsrfToken(request, context),
    services.accounts.supportAccess.isStaff(user),
    loadSupportState(user, context),
    user.supportAccessId ? null : services.accounts.privacy.getConsent(user.userId, context.clientPlace),
    services.accounts.onboarding.findChecklist(user.userId),
  ]);
  const shell: ShellData = {
    userId: user.userId,
    workspaceId: user.workspaceId,
    email: user.email,
    firstName: user.firstName,
    workspaceName: workspace.name,
    tierLabel: factsOf(subscription.tier).label,
    credits: {
      used: subscription.characterCount + subscription.charactersReserved,
      limit: subscription.characterLimit === UNLIMITED ? null : subscription.characterLimit,
      nextResetMs: subscription.nextResetMs,
    },
    isAdmin: workspace.role === "admin",
    inactivityTimeoutSeconds: user.inactivityTimeoutSeconds,
    consent: consent && {
      ccpaOptOut: consent.ccpaOptOut,
      needsBiometricTerms: consent.needsBiometricTerms,
      needsUpdatedTerms: consent.needsUpdatedTerms,
    },
    checklist,
    sharing: sharingModeOf({
      mayShare: maySharePublicly(subscription.tier, features.text_to_speech_video),
      hasVideos: features.text_to_speech_video,
    }),
    isStaff,
    support,
  };
  return json({ shell, csrfToken: csrf.csrfToken }, { headers: csrf.headers });
}

/**
 * Loaded once: moving between screens does not ask again, credits follow the channel. Forms do refresh it, and screens that
 * ask for it where they are.
 */
export const shouldRevalidate: ShouldRevalidateFunction = (change) => {
  const changed = change.formMethod !== undefined && change.formMethod !== "GET";
  const stays = change.currentUrl.href === change.nextUrl.href;
  return changed || stays ? change.defaultShouldRevalidate : false;
};

/** Asked anew without an answer, what is known stays: the app would be lost with it, and what plays in it. */
export async function clientLoader({ serverLoader }: ClientLoaderFunctionArgs) {
  try {
    return await serverLoader<typeof loader>();
  } catch (error) {
    const known: unknown = window.__remixRouter.state.loaderData[ROUTE_ID];
    // Somebody who is signed out is led away, and who may not is told so.
    const isAnswer = error instanceof Response || (isRouteErrorResponse(error) && error.status < 500);
    if (isAnswer || known === undefined) throw error;
    return known;
  }
}

const ROUTE_ID = "routes/main/app-layout";

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
  return <FailurePage notFound={leadsNowhere(error)} backTo="/app/home" />;
}
