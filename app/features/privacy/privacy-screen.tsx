import { Link } from "@remix-run/react";
import { type ReactNode, useEffect, useState } from "react";
import { SettingsFrame } from "~/features/settings/settings-frame";
import { SettingsSection } from "~/features/settings/settings-section";
import { type ConsentState, consentState, onConsent } from "~/lib/cookie-consent";
import { formatDay } from "~/lib/format-day";
import { Button } from "~/ui/button";
import { showConsentBanner } from "./consent-banner";
import { SaleOptOutDialog } from "./sale-opt-out";
import { TrainingOptOutDialog } from "./training-opt-out";

export interface PrivacyChoices {
  /** Whether this person may opt out here: by their state, or by the browser's signal. */
  offersOptOut: boolean;
  /** Whether the browser refuses for them, to every site. */
  hasSignal: boolean;
  ccpaOptOut: boolean;
  acceptedBiometricTerms: boolean;
  needsBiometricTerms: boolean;
  trainingOptOut: { enabled: boolean; setAtMs: number | null };
  isAdmin: boolean;
}

/** What a person and their workspace choose about their data. `children`: further sections about it. */
export function PrivacyScreen({ choices, children }: { choices: PrivacyChoices; children?: ReactNode }) {
  const [open, setOpen] = useState<"sale" | "training">();
  const { offersOptOut, hasSignal, ccpaOptOut, trainingOptOut, isAdmin } = choices;
  const isRefused = ccpaOptOut || hasSignal;
  const close = () => setOpen(undefined);
  return (
    <SettingsFrame title="Privacy" description="What may be done with your data, and what may not.">
      {(offersOptOut || ccpaOptOut) && (
        <SettingsSection
          title="Sale and sharing"
          description="People in some states of the USA, and those whose browsers say so, can refuse."
        >
          <Choice
            state={isRefused ? "Not sold or shared" : "You have not opted out"}
            detail={
              isRefused
                ? `${ccpaOptOut ? "" : "Your browser says so to every site. "}Nothing you do here is counted either.`
                : "We sell nothing. Opting out also stops the counting of how the site is used."
            }
            action={<Button onClick={() => setOpen("sale")}>Your privacy choices</Button>}
          />
        </SettingsSection>
      )}
      <SettingsSection
        title="Training of models"
        description={isAdmin ? "Holds for the whole workspace." : "Holds for the whole workspace. Its admins decide."}
      >
        <Choice
          state={trainingOptOut.enabled ? "Opted out" : "Allowed"}
          detail={trainingDetail(trainingOptOut)}
          action={<Button onClick={() => setOpen("training")}>{isAdmin ? "Change" : "Look"}</Button>}
        />
      </SettingsSection>
      <CookieSection />
      {(choices.acceptedBiometricTerms || choices.needsBiometricTerms) && (
        <SettingsSection title="Biometric data" description="The law of Illinois asks for your consent.">
          <Choice
            state={choices.acceptedBiometricTerms ? "You have agreed" : "You have not agreed"}
            detail="About recordings of your voice."
            action={
              <a className="font-medium underline underline-offset-2" href="/terms-of-use-eu#biometric-data">
                Read the terms
              </a>
            }
          />
        </SettingsSection>
      )}
      <SettingsSection title="Mail about what is new">
        <p>
          You choose under{" "}
          <Link to="/app/settings/notifications" className="font-medium underline underline-offset-2">
            Notifications
          </Link>
          .
        </p>
      </SettingsSection>
      {children}
      <p className="border-t border-hairline pt-6 text-meta text-muted">
        <a href="/privacy" className="underline underline-offset-2 hover:text-ink">
          Privacy policy
        </a>
      </p>
      <SaleOptOutDialog open={open === "sale"} optedOut={ccpaOptOut} onClose={close} />
      <TrainingOptOutDialog open={open === "training"} onClose={close} />
    </SettingsFrame>
  );
}

function trainingDetail({ enabled, setAtMs }: PrivacyChoices["trainingOptOut"]): string {
  const since = setAtMs === null ? "" : ` Since ${formatDay(setAtMs)}.`;
  return enabled
    ? `No model may be trained on what this workspace makes.${since}`
    : `This installation trains no models itself; services that it calls may.${since}`;
}

function Choice({ state, detail, action }: { state: string; detail: string; action: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
      <div className="min-w-0 grow basis-60">
        <p className="font-medium">{state}</p>
        <p className="mt-0.5 text-meta text-muted">{detail}</p>
      </div>
      {action}
    </div>
  );
}

const COOKIE_STATES: Record<Exclude<ConsentState, "not_applicable">, { state: string; detail: string }> = {
  granted: { state: "Accepted", detail: "We count how the site is used in this browser." },
  denied: { state: "Declined", detail: "Nothing is counted in this browser." },
  undecided: { state: "Not decided", detail: "Until you decide nothing is counted in this browser." },
};

/** Where people are asked, so in Europe; only the browser knows. */
function CookieSection() {
  const [consent, setConsent] = useState<ConsentState>("not_applicable");
  useEffect(() => {
    setConsent(consentState());
    return onConsent(setConsent);
  }, []);
  if (consent === "not_applicable") return null;
  return (
    <SettingsSection title="Cookies" description="The choice is kept in this browser.">
      <Choice {...COOKIE_STATES[consent]} action={<Button onClick={showConsentBanner}>Choose</Button>} />
    </SettingsSection>
  );
}
