import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/cloudflare";
import { Form, useLoaderData } from "@remix-run/react";
import { offersOptOut } from "~/domains/accounts/privacy/rules";
import { answerHeaders } from "~/features/accounts/answer-headers";
import { issueCsrfToken, readOwnForm } from "~/features/accounts/csrf.server";
import { CsrfField } from "~/features/accounts/csrf-field";
import { LegalPage, LegalSection } from "~/features/legal/legal-page";
import { publicMeta } from "~/features/try-it/public-meta";
import { AppError } from "~/lib/app-error";
import { cookieIn, cookieText } from "~/lib/browser-cookies";
import { pageTitle } from "~/lib/page-title";
import { DECLINED, PRIVACY_COOKIE } from "~/lib/privacy-choice";
import type { RouteHandle } from "~/lib/route-handle";
import { buttonClass } from "~/ui/button";

export const handle: RouteHandle = { hydrate: false };
export const headers = answerHeaders;

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  publicMeta({
    title: pageTitle("Privacy"),
    description: "What this installation of Parlando keeps of you, for how long, and what you can choose.",
    url: `${data?.origin ?? ""}/privacy`,
  });

export async function loader({ request, context }: LoaderFunctionArgs) {
  const hasSignal = request.headers.get("sec-gpc") === "1";
  const hasOptedOut = cookieIn(request.headers.get("cookie"), PRIVACY_COOKIE) === DECLINED;
  const offersChoice = hasOptedOut || offersOptOut(context.clientPlace, hasSignal);
  const page = { origin: context.origin, hasSignal, hasOptedOut, offersChoice };
  if (!offersChoice) return data({ ...page, csrfToken: "" });
  const { csrfToken, headers } = await issueCsrfToken(request, context);
  return data({ ...page, csrfToken }, { headers });
}

/** Keeps a visitor's choice in their browser; whoever is signed in chooses in their settings. */
export async function action({ request, context }: ActionFunctionArgs) {
  let form: FormData;
  try {
    form = await readOwnForm(request, context);
  } catch (error) {
    if (error instanceof AppError) throw new Response(error.userMessage, { status: error.status });
    throw error;
  }
  const secure = new URL(context.origin).protocol === "https:";
  const optsOut = form.get("choice") === "opt_out";
  const cookie = cookieText(PRIVACY_COOKIE, DECLINED, optsOut ? { secure } : { secure, maxAgeSeconds: 0 });
  return redirect("/privacy#choices", { headers: { "Set-Cookie": cookie } });
}

export default function Privacy() {
  const { hasSignal, hasOptedOut, offersChoice } = useLoaderData<typeof loader>();
  return (
    <LegalPage
      title="Privacy"
      lead="What this installation keeps of you, for how long, and what you can choose. Whoever runs it is responsible for it."
    >
      <LegalSection title="What is kept">
        <p>
          Of members: name, e-mail address, a password only as a hash, the browsers they are signed in with, and what
          they make here, until they delete it or their account. Of visitors: nothing that names them.
        </p>
        <p>
          How the site is used is counted by day and workspace, without names. Nothing is sold, and nothing is given to
          others except the services that this installation is set up to work with, such as a mail server.
        </p>
      </LegalSection>
      <LegalSection title="Cookies">
        <p>
          One says that you are signed in, one protects forms; both are needed and live for 360 days at most. With your
          consent a random number tells browsers apart, and a friend's link or an advertisement by which you came is
          remembered: for 90 days the first, for a week the second. Who signs up after an advertisement is noted for 90
          days with a hash of the e-mail address. In Europe you are asked before; elsewhere you can decline with your
          browser's privacy signal.
        </p>
        <p data-cookie-choice hidden>
          <button type="button" className={buttonClass()}>
            Change your cookie choice
          </button>
        </p>
      </LegalSection>
      {offersChoice && (
        <LegalSection id="choices" title="Your privacy choices">
          {hasSignal ? (
            <p>
              Your browser tells us not to sell or share your personal information, and not to count you. We do neither.
            </p>
          ) : (
            <Form method="post" className="flex flex-col items-start gap-3">
              <CsrfField />
              <input type="hidden" name="choice" value={hasOptedOut ? "opt_in" : "opt_out"} />
              <p role="status">
                {hasOptedOut
                  ? "You have opted out in this browser: your personal information is not sold or shared, and nothing is counted."
                  : "You may keep your personal information from being sold or shared. Then nothing you do here is counted either."}
              </p>
              <button type="submit" className={buttonClass()}>
                {hasOptedOut ? "Take it back" : "Do not sell or share my personal information"}
              </button>
            </Form>
          )}
        </LegalSection>
      )}
      <LegalSection title="Your account">
        <p>
          In your settings you can take all of it with you as a file, say whether models may be trained on what your
          workspace makes, and delete your account with everything in it.
        </p>
      </LegalSection>
    </LegalPage>
  );
}
