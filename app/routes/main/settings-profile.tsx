import {
  type ActionFunctionArgs,
  json,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useEffect } from "react";
import { toast } from "sonner";
import { MESSAGES } from "~/domains/accounts/messages";
import { answerHeaders } from "~/features/accounts/answer-headers";
import { clientOf } from "~/features/accounts/client-of-request";
import { readOwnForm } from "~/features/accounts/csrf.server";
import { refusalOf, refuse } from "~/features/accounts/form-refusal.server";
import { requireUser } from "~/features/accounts/session.server";
import { ReferralSection } from "~/features/referral/referral-section";
import { CopyField } from "~/features/settings/copy-field";
import { EmailSection } from "~/features/settings/email-section";
import { ProfileForm } from "~/features/settings/profile-form";
import { SettingsFrame } from "~/features/settings/settings-frame";
import { SettingsSection } from "~/features/settings/settings-section";
import { pageTitle } from "~/lib/page-title";

export const meta: MetaFunction = () => [{ title: pageTitle("Profile") }];
export const headers = answerHeaders;

export async function loader({ request, context }: LoaderFunctionArgs) {
  const user = await requireUser(request, context);
  // Where links to the set-up of a second factor lead. Source: spec 000, section 2 (query dialog=add-2fa).
  const { searchParams } = new URL(request.url);
  if (searchParams.get("dialog") === "add-2fa") throw redirect("/app/settings/security?dialog=add-2fa");
  const { accounts } = context.services;
  const [profile, referral] = await Promise.all([
    accounts.getProfile(user.userId),
    accounts.referral.getReferralStanding(user.userId),
  ]);
  const { userId, email, firstName, publicUserName, locale } = profile;
  return {
    profile: { userId, email, firstName, publicUserName, locale },
    referral,
    isChangingEmail: searchParams.get("change") === "email",
    mailboxPath: context.services.mailbox && !context.variables.SMTP_URL ? "/dev/mailbox" : null,
  };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const user = await requireUser(request, context);
  const { accounts } = context.services;
  try {
    const form = await readOwnForm(request, context);
    const field = (name: string) => String(form.get(name) ?? "");
    if (field("intent") === "change_email") {
      await accounts.emailChange.request(user, field("email"), clientOf(request, context));
      return json({ mailedTo: field("email").trim() });
    }
    if (field("intent") !== "save") return refuse({ form: MESSAGES.somethingWentWrong });
    await accounts.changeProfile(user.userId, {
      firstName: field("first_name"),
      publicUserName: field("public_user_name"),
      locale: field("locale"),
    });
    return json({ saved: true });
  } catch (error) {
    return refusalOf(error);
  }
}

export default function ProfileSettings() {
  const { profile, referral, isChangingEmail, mailboxPath } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  useEffect(() => {
    if (answer && "saved" in answer) toast.success(MESSAGES.profileSaved);
  }, [answer]);
  return (
    <SettingsFrame title="Profile" description="Who you are here.">
      <SettingsSection title="You">
        <ProfileForm profile={profile} problems={answer && "problems" in answer ? answer.problems : undefined} />
      </SettingsSection>
      <EmailSection email={profile.email} isChanging={isChangingEmail} mailboxPath={mailboxPath} />
      <SettingsSection title="User id" description="Programs and our support may ask for it.">
        <CopyField label="User id" text={profile.userId} />
      </SettingsSection>
      <ReferralSection standing={referral} />
    </SettingsFrame>
  );
}
