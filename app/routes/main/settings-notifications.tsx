import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import { Form, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { useEffect } from "react";
import { toast } from "sonner";
import { MESSAGES } from "~/domains/accounts/messages";
import { answerHeaders } from "~/features/accounts/answer-headers";
import { readOwnForm } from "~/features/accounts/csrf.server";
import { CsrfField } from "~/features/accounts/csrf-field";
import { FormProblem } from "~/features/accounts/form-problem";
import { refusalOf } from "~/features/accounts/form-refusal.server";
import { requireUser } from "~/features/accounts/session.server";
import { SettingsFrame } from "~/features/settings/settings-frame";
import { SettingsSection } from "~/features/settings/settings-section";
import { pageTitle } from "~/lib/page-title";
import { Button } from "~/ui/button";

export const meta: MetaFunction = () => [{ title: pageTitle("Notifications") }];
export const headers = answerHeaders;

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { userId } = await requireUser(request, context);
  const { email, agreesToProductUpdates } = await context.services.accounts.getProfile(userId);
  return { email, agreesToProductUpdates };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const { userId } = await requireUser(request, context);
  try {
    const form = await readOwnForm(request, context);
    await context.services.accounts.productUpdates.setAgreement(userId, form.get("product_updates") === "yes");
    return json({ saved: true });
  } catch (error) {
    return refusalOf(error);
  }
}

export default function NotificationSettings() {
  const { email, agreesToProductUpdates } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const busy = useNavigation().formMethod === "POST";
  useEffect(() => {
    if (answer && "saved" in answer) toast.success(MESSAGES.profileSaved);
  }, [answer]);
  return (
    <SettingsFrame title="Notifications" description={`Mail to ${email}.`}>
      <SettingsSection title="Product updates" description="What is new, and what to begin with. Seldom.">
        <Form method="post" className="flex flex-col gap-5">
          <CsrfField />
          <FormProblem>{answer && "problems" in answer ? answer.problems.form : undefined}</FormProblem>
          <label className="flex items-center gap-2.5 pointer-coarse:min-h-[44px]">
            <input
              type="checkbox"
              name="product_updates"
              value="yes"
              key={String(agreesToProductUpdates)}
              defaultChecked={agreesToProductUpdates}
              className="size-4 accent-accent"
            />
            Mail me about what is new
          </label>
          <Button type="submit" variant="primary" busy={busy} className="self-start">
            Save
          </Button>
        </Form>
      </SettingsSection>
      <SettingsSection
        title="Your account"
        description="Links you asked for, and what happened to your account: new devices, changed passwords and addresses."
      >
        <p className="text-muted">Always on, since your account depends on it.</p>
      </SettingsSection>
    </SettingsFrame>
  );
}
