import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { deviceName } from "~/domains/accounts/security/device-name";
import { answerHeaders } from "~/features/accounts/answer-headers";
import { readOwnForm } from "~/features/accounts/csrf.server";
import { refusalOf } from "~/features/accounts/form-refusal.server";
import { requireUser } from "~/features/accounts/session.server";
import { ActivitySection } from "~/features/security/activity-section";
import { AddFactorDialog } from "~/features/security/add-factor-dialog";
import { FactorsSection } from "~/features/security/factors-section";
import { PasskeysSection } from "~/features/security/passkeys-section";
import { PasswordSection } from "~/features/security/password-section";
import { runSecurityAction } from "~/features/security/security-actions.server";
import { TimeoutSection } from "~/features/security/timeout-section";
import { SettingsFrame } from "~/features/settings/settings-frame";
import { pageTitle } from "~/lib/page-title";

export const meta: MetaFunction = () => [{ title: pageTitle("Security") }];
export const headers = answerHeaders;

export async function loader({ request, context }: LoaderFunctionArgs) {
  const user = await requireUser(request, context);
  const { secondFactors, passkeys, security } = context.services.accounts;
  const [factors, keys, events] = await Promise.all([
    secondFactors.listFactors(user.userId),
    passkeys.listPasskeys(user.userId),
    security.listEvents(user.userId),
  ]);
  return {
    factors,
    passkeys: keys,
    events,
    suggestedName: deviceName(request.headers.get("user-agent") ?? ""),
    isAdmin: user.role === "admin",
    inactivityTimeoutSeconds: user.inactivityTimeoutSeconds,
  };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const user = await requireUser(request, context);
  try {
    const answer = await runSecurityAction(await readOwnForm(request, context), user, request, context);
    return "init" in answer ? answer : json(answer, { headers: { "Cache-Control": "no-store" } });
  } catch (error) {
    return refusalOf(error);
  }
}

export default function SecuritySettings() {
  const { factors, passkeys, events, suggestedName, isAdmin, inactivityTimeoutSeconds } =
    useLoaderData<typeof loader>();
  return (
    <SettingsFrame title="Security" description="How you prove that it is you.">
      <PasskeysSection passkeys={passkeys} suggestedName={suggestedName} />
      <FactorsSection factors={factors} />
      <PasswordSection />
      {isAdmin && <TimeoutSection seconds={inactivityTimeoutSeconds} />}
      <ActivitySection events={events} />
      <AddFactorDialog factors={factors} />
    </SettingsFrame>
  );
}
