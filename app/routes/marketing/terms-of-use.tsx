import type { HeadersFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { LegalPage, LegalSection } from "~/features/legal/legal-page";
import { PUBLIC_CACHE_CONTROL, publicMeta } from "~/features/try-it/public-meta";
import { pageTitle } from "~/lib/page-title";
import type { RouteHandle } from "~/lib/route-handle";

export const handle: RouteHandle = { hydrate: false, shared: {} };
export const headers: HeadersFunction = () => ({ "cache-control": PUBLIC_CACHE_CONTROL });

export const loader = ({ context }: LoaderFunctionArgs) => ({ origin: context.origin });

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  publicMeta({
    title: pageTitle("Terms of use"),
    description: "What you may do with this installation of Parlando, and what may be done with what you make.",
    url: `${data?.origin ?? ""}/terms-of-use-eu`,
  });

export default function TermsOfUse() {
  return (
    <LegalPage
      title="Terms of use"
      lead="Effective May 31, 2024. Whoever runs this installation may add terms of their own."
    >
      <LegalSection title="What is yours">
        <p>What you write, upload and make here is yours. It is used to do what you ask for, and for nothing else.</p>
      </LegalSection>
      <LegalSection title="What you may not do">
        <p>
          Use the voice of a person who has not agreed. Deceive people about who is speaking to harm them. Break the
          law. Whoever does can lose their account.
        </p>
      </LegalSection>
      <LegalSection id="biometric-data" title="Biometric data">
        <p>
          A recording from which a voice can be told is biometric data in some places, among them Illinois. Such a
          recording is kept only with its speaker's written consent, which you give by agreeing here. It is used to make
          speech for you, is neither sold nor passed on, and is deleted for good when you delete it, when you delete
          your account, or three years after you last used it, whichever comes first.
        </p>
      </LegalSection>
      <LegalSection title="No warranty">
        <p>
          Parlando is free software under the Apache License 2.0, and comes without a warranty of any kind. What it says
          is made by machines and can be wrong.
        </p>
      </LegalSection>
    </LegalPage>
  );
}
