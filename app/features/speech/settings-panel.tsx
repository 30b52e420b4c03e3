import { type ComponentProps, type ReactNode, useId } from "react";
import { VOICE_SETTING_BOUNDS } from "~/domains/voices/schema";
import { byLanguageName, languageName, type VoiceSummary } from "~/features/voices/voice-summary";
import { Button } from "~/ui/button";
import { Field, Label, useFieldControlId } from "~/ui/field";
import { RotateCcw } from "~/ui/icons";
import { NativeSelect } from "~/ui/native-select";
import { asPercentage, Slider } from "~/ui/slider";
import { Switch } from "~/ui/switch";
import type { ModelSummary } from "./model-summary";
import type { SettingsControls } from "./settings-controls";
import { VoiceButton } from "./voice-button";

/** Voice, model, language and how the voice speaks. */
export function SettingsPanel({
  voice,
  onOpenVoices,
  models,
  model,
  onModel,
  language,
  onLanguage,
  controls,
  dialogue,
}: {
  /** Absent in a dialogue, where each line has its own. */
  voice?: VoiceSummary;
  onOpenVoices: () => void;
  models: readonly ModelSummary[];
  model: ModelSummary;
  onModel: (modelId: string) => void;
  language: string;
  onLanguage: (language: string) => void;
  controls: SettingsControls;
  dialogue: boolean;
}) {
  // The panel may be there twice: beside the editor, and in a sheet.
  const speakerBoostId = useId();
  const { settings, stabilityDiffers, onMove, onReset, resetLabel } = controls;
  return (
    <div className="flex flex-col gap-6">
      <div className="flex flex-col gap-4">
        {voice && (
          <div className="flex flex-col gap-1.5">
            <Label>Voice</Label>
            <VoiceButton voice={voice} onClick={onOpenVoices} />
          </div>
        )}
        <Field label="Model" hint={model.description}>
          <FieldSelect value={model.modelId} onChange={(event) => onModel(event.target.value)}>
            {models.map((choice) => (
              <option key={choice.modelId} value={choice.modelId}>
                {choice.name}
              </option>
            ))}
          </FieldSelect>
        </Field>
        <Field label="Language">
          <FieldSelect value={language} onChange={(event) => onLanguage(event.target.value)}>
            <option value="">Detect from the text</option>
            {byLanguageName(model.languages).map((code) => (
              <option key={code} value={code}>
                {languageName(code)}
              </option>
            ))}
          </FieldSelect>
        </Field>
      </div>
      <section aria-label="How it is spoken" className="flex flex-col gap-5 border-t border-hairline pt-5">
        <SettingSlider
          label="Speed"
          low="Slower"
          high="Faster"
          hidden={dialogue}
          value={settings.speed}
          onChange={(speed) => onMove({ speed })}
          {...VOICE_SETTING_BOUNDS.speed}
          step={0.01}
          format={(value) => `${value.toFixed(2)}×`}
        />
        <SettingSlider
          label="Stability"
          low="Lively, varied"
          high="Even, steady"
          value={settings.stability}
          onChange={(stability) => onMove({ stability })}
          format={stabilityDiffers ? () => "Each voice's own" : asPercentage}
        />
        <SettingSlider
          label="Similarity"
          low="Looser"
          high="Closer to the voice"
          hidden={dialogue}
          value={settings.similarityBoost}
          onChange={(similarityBoost) => onMove({ similarityBoost })}
        />
        <SettingSlider
          label="Style"
          low="Plain"
          high="Expressive"
          hidden={dialogue || !model.canUseStyle}
          value={settings.style}
          onChange={(style) => onMove({ style })}
        />
        {!dialogue && model.canUseSpeakerBoost && (
          <div className="flex items-start justify-between gap-4">
            <div>
              <Label htmlFor={speakerBoostId}>Speaker boost</Label>
              <p className="text-meta text-muted">More presence, a little louder</p>
            </div>
            <Switch
              id={speakerBoostId}
              checked={settings.useSpeakerBoost}
              onCheckedChange={(useSpeakerBoost) => onMove({ useSpeakerBoost })}
            />
          </div>
        )}
        {/* Not `disabled`: its own press is what leaves nothing to reset, and it keeps the focus. */}
        <Button
          variant="quiet"
          size="small"
          className="-ml-3 self-start"
          aria-disabled={!onReset || undefined}
          onClick={onReset}
        >
          <RotateCcw size={14} aria-hidden="true" />
          {resetLabel}
        </Button>
      </section>
    </div>
  );
}

function SettingSlider({
  label,
  low,
  high,
  hidden = false,
  value,
  onChange,
  format = asPercentage,
  ...bounds
}: {
  label: string;
  /** What the two ends mean. */
  low: ReactNode;
  high: ReactNode;
  hidden?: boolean;
  value: number;
  onChange: (value: number) => void;
  format?: (value: number) => string;
  min?: number;
  max?: number;
  step?: number;
}) {
  if (hidden) return null;
  return (
    <div>
      <div className="flex items-baseline justify-between">
        <span className="text-meta font-medium">{label}</span>
        <span className="tabular text-meta text-muted">{format(value)}</span>
      </div>
      <Slider label={label} value={value} onValueChange={onChange} format={format} className="my-1.5" {...bounds} />
      <div className="flex justify-between text-tiny text-muted" aria-hidden="true">
        <span>{low}</span>
        <span>{high}</span>
      </div>
    </div>
  );
}

/** The browser's own select: long lists are easiest that way on a phone. */
function FieldSelect(props: ComponentProps<typeof NativeSelect>) {
  return <NativeSelect id={useFieldControlId()} {...props} />;
}
