import { act, useState } from "react";
import { expect, it } from "vitest";
import type { ModelSummary } from "~/features/speech/model-summary";
import { SettingsPanel } from "~/features/speech/settings-panel";
import { TooltipProvider } from "~/ui/tooltip";
import { mountedRoot } from "../../support/mounted-root";
import { stubResizeObserver } from "../../support/no-layout";

const model = {
  modelId: "one",
  name: "One",
  description: "",
  languages: ["en"],
  canUseStyle: true,
  canUseSpeakerBoost: true,
} as ModelSummary;
const settings = { stability: 0.5, similarityBoost: 0.75, style: 0, speed: 1, useSpeakerBoost: true };
const root = mountedRoot();

function Panel() {
  const [moved, setMoved] = useState(true);
  const controls = {
    settings,
    stabilityDiffers: false,
    onMove: () => {},
    onReset: moved ? () => setMoved(false) : undefined,
    resetLabel: "Reset to default",
  };
  return (
    <SettingsPanel
      onOpenVoices={() => {}}
      models={[model]}
      model={model}
      onModel={() => {}}
      language=""
      onLanguage={() => {}}
      controls={controls}
      dialogue={false}
    />
  );
}

it("leaves the focus on Reset to default when nothing is left to reset", () => {
  stubResizeObserver();
  act(() =>
    root().render(
      <TooltipProvider>
        <Panel />
      </TooltipProvider>,
    ),
  );
  const reset = [...document.querySelectorAll("button")].find((one) => one.textContent === "Reset to default")!;
  expect(reset.getAttribute("aria-disabled")).toBeNull();
  reset.focus();
  act(() => reset.click());
  expect(reset.getAttribute("aria-disabled")).toBe("true");
  expect(document.activeElement).toBe(reset);
  expect(reset.disabled).toBe(false);
});
