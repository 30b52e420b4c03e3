import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { AppError } from "~/lib/app-error";

/** What a SAML provider has to know about us, for it to read. The address is our entity id. */
export async function loader({ params, context }: LoaderFunctionArgs) {
  try {
    const { administration } = context.services.accounts.singleSignOn;
    const xml = await administration.describeOurselves(params.providerKey ?? "");
    return new Response(xml, { headers: { "content-type": "application/samlmetadata+xml; charset=utf-8" } });
  } catch (error) {
    if (error instanceof AppError) throw new Response(error.userMessage, { status: error.status });
    throw error;
  }
}
