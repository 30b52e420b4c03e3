import { isRouteErrorResponse } from "@remix-run/react";
import { buttonClass } from "./button";
import { LogoMark } from "./logo";

/** Whether nothing lies at the address, or nothing that takes such a request. */
export const leadsNowhere = (error: unknown) => isRouteErrorResponse(error) && [404, 405].includes(error.status);

/** The page for an address that leads nowhere, or a screen that could not be shown. */
export function FailurePage({ notFound, backTo = "/" }: { notFound: boolean; backTo?: string }) {
  return (
    <main className="flex min-h-[70dvh] flex-col items-center justify-center gap-4 px-6 text-center">
      <LogoMark size={32} />
      <h1 className="text-display font-semibold">
        {notFound ? "There is nothing here" : "This page could not be shown"}
      </h1>
      <p className="max-w-md text-muted">
        {notFound
          ? "The address may be mistyped, or what was here has been removed."
          : "Something went wrong on our side. What you saved is still there. Load the page again in a moment."}
      </p>
      <a href={backTo} className={buttonClass("secondary")}>
        {backTo === "/" ? "Go to the start page" : "Go back"}
      </a>
    </main>
  );
}
