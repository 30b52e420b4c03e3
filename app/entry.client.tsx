import { RemixBrowser } from "@remix-run/react";
import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { rememberLink } from "./features/accounts/link-memory";
import { stopNotingPresses } from "./ui/early-presses";
import { sendFormsOnce } from "./ui/send-forms-once";

// Before the app, which may read it at once.
rememberLink(location.search);
sendFormsOnce();
stopNotingPresses();

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <RemixBrowser />
    </StrictMode>,
  );
});
