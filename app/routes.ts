/**
 * The explicit route table, grouped by site. A screen is one file in `app/routes/`: loader, action, view.
 */
import type {
  UNSAFE_DefineRoutesFunction as DefineRoutesFunction,
  UNSAFE_RouteManifest as RouteManifest,
} from "@remix-run/dev";
import { FORWARDED_PATHS } from "./domains/accounts/known-routes";

export function appRoutes(defineRoutes: DefineRoutesFunction): RouteManifest {
  return defineRoutes((route) => {
    route("/", "routes/marketing/home.tsx", { index: true });
    route("text-to-speech", "routes/marketing/text-to-speech.tsx");
    route("docs/api", "routes/main/docs-api.tsx");
    route("privacy", "routes/marketing/privacy.tsx");
    route("terms-of-use-eu", "routes/marketing/terms-of-use.tsx");
    route("app/share/:shareId", "routes/marketing/share.tsx");
    route("embed/:shareId", "routes/marketing/share-embed.tsx");
    // Addresses of before; each leads on to a screen below.
    for (const path of FORWARDED_PATHS.keys())
      route(path.slice(1), "routes/main/older-address.tsx", { id: `routes/main/older-address ${path}` });

    route("", "routes/main/app-layout.tsx", () => {
      route("app", "routes/main/app-screens.tsx", () => {
        route("", "routes/main/app-index.tsx", { index: true });
        route("home", "routes/main/home.tsx");
        route("speech-synthesis/text-to-speech", "routes/main/text-to-speech.tsx");
        route("speech-synthesis/text-to-speech/history", "routes/main/history.tsx");
        route("onboarding-checklist", "routes/main/onboarding-checklist.tsx");
        route("usage", "routes/main/usage.tsx");
        route("settings", "routes/main/settings-profile.tsx");
        route("settings/security", "routes/main/settings-security.tsx");
        route("settings/sessions", "routes/main/settings-sessions.tsx");
        route("settings/notifications", "routes/main/settings-notifications.tsx");
        route("settings/api-keys", "routes/main/settings-api-keys.tsx");
        route("settings/privacy", "routes/main/settings-privacy.tsx");
        route("support", "routes/main/support.tsx");
        route("workspace/security", "routes/main/workspace-security.tsx");
        route("settings/features", "routes/main/settings-features.tsx");
        route("settings/analytics", "routes/main/settings-analytics.tsx");
        route("*", "routes/main/no-such-screen.tsx");
      });
    });

    route("", "routes/auth/layout.tsx", { id: "routes/auth/layout" }, () => {
      route("app/sign-up", "routes/auth/sign-up.tsx");
      route("app/sign-in", "routes/auth/sign-in.tsx");
      route("app/sso", "routes/auth/sso.tsx");
      route("app/sign-in/second-factor", "routes/auth/second-factor.tsx");
      route("app/sign-in/forgot-password", "routes/auth/forgot-password.tsx");
      route("app/keep-account", "routes/auth/keep-account.tsx");
      route("app/account-closed", "routes/auth/account-closed.tsx");
      route("app/action", "routes/auth/action.tsx");
      route("app/email-change", "routes/auth/email-change.tsx");
      route("app/onboarding", "routes/auth/onboarding.tsx");
      route("app/onboarding/next", "routes/auth/onboarding-next.tsx");
    });
    route("app/support/leave", "routes/main/support-leave.tsx");
    route("app/refresh", "routes/main/refresh.tsx");
    route("app/account-departure", "routes/main/account-departure.tsx");
    route("app/data-exports/:exportId", "routes/main/data-export.tsx");
    route("app/support-access", "routes/main/support-access.tsx");
    route("app/sso/start/:providerKey", "routes/auth/sso-start.tsx");
    route("app/sso/openid/:providerKey/callback", "routes/auth/sso-openid-callback.tsx");
    route("app/sso/saml/:providerKey/acs", "routes/auth/sso-saml-acs.tsx");
    route("app/sso/saml/:providerKey/metadata", "routes/auth/sso-saml-metadata.tsx");
    route("app/sso/finish", "routes/auth/sso-finish.tsx");
    route("app/sign-out", "routes/auth/sign-out.tsx");
    route("app/continue", "routes/auth/continue.tsx");
    route("app/passkeys", "routes/auth/passkeys.tsx");
    route("app/step-up", "routes/main/step-up.tsx");
    route("app/captcha", "routes/auth/captcha.tsx");
    route("app/identity-token", "routes/auth/identity-token.tsx");

    route("ingest", "routes/main/ingest.tsx");

    route("dev/mailbox", "routes/dev/mailbox.tsx");
    route("dev/mailbox/:messageId", "routes/dev/mailbox-message.tsx");
    route("dev/sms", "routes/dev/sms.tsx");
    route("dev/ui", "routes/dev/ui.tsx");
    route("dev/empty", "routes/dev/empty.tsx");

    route("*", "routes/marketing/no-such-page.tsx");
  });
}
