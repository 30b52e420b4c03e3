import { useEffect, useRef, useState } from "react";
import { toast } from "sonner";
import { CopyField } from "~/features/settings/copy-field";
import { SettingsSection } from "~/features/settings/settings-section";
import { track } from "~/lib/analytics";
import { apiJson, toastMessageOf } from "~/lib/api-client";
import { Button } from "~/ui/button";

export interface ReferralStanding {
  /** Null until it is first asked for. */
  link: string | null;
  /** How many came by it. */
  people: number;
}

/** A person's own link for friends. */
export function ReferralSection({ standing }: { standing: ReferralStanding }) {
  const [made, setMade] = useState<string>();
  const [busy, setBusy] = useState(false);
  const shown = useRef<HTMLDivElement>(null);
  // The button that asked for it is gone.
  useEffect(() => {
    if (made !== undefined) shown.current?.querySelector("input")?.focus();
  }, [made]);
  const link = made ?? standing.link;

  async function makeLink() {
    setBusy(true);
    try {
      const answer = await apiJson<{ referral_link: string }>("/v1/user/referral-link", "GET");
      setMade(answer.referral_link);
      track("affiliate_link_generated");
    } catch (error) {
      toast.error(toastMessageOf(error));
    } finally {
      setBusy(false);
    }
  }

  return (
    <div id="referral" className="scroll-mt-6 border-t border-hairline pt-6">
      <SettingsSection title="Your link for friends" description="Who signs up by it counts as brought by you.">
        {link === null ? (
          <Button busy={busy} onClick={() => void makeLink()}>
            Get your link
          </Button>
        ) : (
          <div ref={shown}>
            <CopyField label="Your link" text={link} />
            <p className="mt-2 text-meta text-muted">{peopleText(standing.people)}</p>
          </div>
        )}
      </SettingsSection>
    </div>
  );
}

function peopleText(people: number): string {
  if (people === 0) return "Nobody has come by it yet.";
  return people === 1 ? "One person came by it." : `${people} people came by it.`;
}
