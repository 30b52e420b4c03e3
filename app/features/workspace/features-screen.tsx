import { useRevalidator } from "@remix-run/react";
import { useId, useState } from "react";
import { toast } from "sonner";
import type { FeatureName, Features } from "~/domains/workspaces/features";
import { Page } from "~/features/shell/page";
import { apiJson, toastMessageOf } from "~/lib/api-client";
import { inTurn } from "~/lib/call-order";
import { Switch } from "~/ui/switch";

const DESCRIPTIONS: Record<FeatureName, { label: string; description: string }> = {
  text_to_speech_video: {
    label: "Videos of text to speech",
    description: "Members turn what they generated into a video with a waveform and lit words, and share it.",
  },
};

/** Switches that hold for everybody in the workspace. */
export function FeaturesScreen({ features }: { features: Features }) {
  return (
    <Page title="Features" description="What everybody in this workspace can use.">
      <ul className="max-w-[760px] divide-y divide-hairline rounded-card border border-hairline bg-surface">
        {(Object.keys(features) as FeatureName[]).map((name) => (
          <FeatureRow key={name} name={name} isOn={features[name]} />
        ))}
      </ul>
    </Page>
  );
}

function FeatureRow({ name, isOn }: { name: FeatureName; isOn: boolean }) {
  const id = useId();
  const { revalidate } = useRevalidator();
  const { label, description } = DESCRIPTIONS[name];
  /** What was asked for last, until the server has said so. */
  const [asked, setAsked] = useState<{ isOn: boolean }>();

  async function change(isOn: boolean) {
    const mine = { isOn };
    setAsked(mine);
    try {
      await inTurn("workspace-features", () => apiJson("/v1/workspace/features", "PATCH", { [name]: isOn }));
      // The screens around follow.
      await revalidate();
    } catch (error) {
      toast.error(toastMessageOf(error));
    } finally {
      setAsked((now) => (now === mine ? undefined : now));
    }
  }

  return (
    <li className="flex items-center gap-6 px-4 py-4">
      <div className="min-w-0 grow">
        <label htmlFor={id} className="font-medium">
          {label}
        </label>
        <p className="mt-0.5 text-meta text-muted">{description}</p>
      </div>
      <Switch id={id} checked={asked?.isOn ?? isOn} onCheckedChange={(next) => void change(next)} />
    </li>
  );
}
