import { Outlet, useRouteError } from "@remix-run/react";
import { ScreenFailure } from "~/features/shell/screen-failure";

/** Where the app's screens stand, within its shell. What fails in one of them is said here, and the shell stays. */
export default function AppScreens() {
  return <Outlet />;
}

export function ErrorBoundary() {
  return <ScreenFailure error={useRouteError()} />;
}
