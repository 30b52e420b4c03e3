import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { offersOptOut } from "~/domains/accounts/privacy/rules";
import { DepartureSections } from "~/features/account-departure/departure-sections";
import { requireUser } from "~/features/accounts/session.server";
import { type PrivacyChoices, PrivacyScreen } from "~/features/privacy/privacy-screen";
import { pageTitle } from "~/lib/page-title";

export const meta: MetaFunction = () => [{ title: pageTitle("Privacy") }];

export async function loader({ request, context }: LoaderFunctionArgs) {
  const user = await requireUser(request, context);
  const { accounts, workspaces } = context.services;
  const [consent, trainingOptOut] = await Promise.all([
    accounts.privacy.getConsent(user.userId, context.clientPlace),
    workspaces.getTrainingOptOut(user.workspaceId),
  ]);
  const hasSignal = request.headers.get("sec-gpc") === "1";
  const choices: PrivacyChoices = {
    offersOptOut: offersOptOut(context.clientPlace, hasSignal),
    hasSignal,
    ccpaOptOut: consent.ccpaOptOut,
    acceptedBiometricTerms: consent.acceptedBiometricTerms,
    needsBiometricTerms: consent.needsBiometricTerms,
    trainingOptOut,
    isAdmin: user.role === "admin",
  };
  return { choices };
}

export default function PrivacySettings() {
  const { choices } = useLoaderData<typeof loader>();
  return (
    <PrivacyScreen choices={choices}>
      <DepartureSections />
    </PrivacyScreen>
  );
}
