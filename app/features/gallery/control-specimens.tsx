import { useState } from "react";
import { Button, type ButtonVariant } from "~/ui/button";
import { Checkbox } from "~/ui/checkbox";
import { Field, Input, Textarea } from "~/ui/field";
import { IconButton } from "~/ui/icon-button";
import { Download, Play, Trash2 } from "~/ui/icons";
import { Kbd } from "~/ui/kbd";
import { Select } from "~/ui/select";
import { Slider } from "~/ui/slider";
import { Switch } from "~/ui/switch";
import { Section } from "./section";

const VARIANTS: ButtonVariant[] = ["primary", "secondary", "quiet", "danger"];

export function ControlSpecimens() {
  const [chosen, setChosen] = useState<boolean | "indeterminate">("indeterminate");
  const [on, setOn] = useState(true);
  return (
    <>
      <Section title="Button">
        {VARIANTS.map((variant) => (
          <div key={variant} className="flex flex-col items-start gap-2">
            <Button variant={variant}>Generate</Button>
            <Button variant={variant} size="small">
              Small
            </Button>
            <Button variant={variant} size="large">
              Large
            </Button>
            <Button variant={variant} busy>
              Generating
            </Button>
            <Button variant={variant} disabled>
              Disabled
            </Button>
          </div>
        ))}
      </Section>
      <Section title="Icon button">
        <IconButton label="Play" variant="solid" icon={<Play size={18} aria-hidden="true" />} keys="Space" />
        <IconButton label="Download" variant="outline" icon={<Download size={18} aria-hidden="true" />} />
        <IconButton label="Delete" icon={<Trash2 size={18} aria-hidden="true" />} />
        <IconButton label="Delete, disabled" disabled icon={<Trash2 size={18} aria-hidden="true" />} />
        <Kbd>⌘K</Kbd>
      </Section>
      <Section title="Switch and checkbox">
        <Switch label="On" checked={on} onCheckedChange={setOn} />
        <Switch label="Off" checked={!on} onCheckedChange={(next) => setOn(!next)} />
        <Switch label="Disabled" checked disabled onCheckedChange={setOn} />
        <Checkbox label="Some" checked={chosen} onCheckedChange={setChosen} />
        <Checkbox label="Checked" checked onCheckedChange={setChosen} />
        <Checkbox label="Unchecked" checked={false} onCheckedChange={setChosen} />
        <Checkbox label="Disabled" checked disabled onCheckedChange={setChosen} />
      </Section>
    </>
  );
}

export function FieldSpecimens() {
  const [model, setModel] = useState<string>();
  const [stability, setStability] = useState(0.5);
  return (
    <Section title="Fields">
      <Field label="Name" hint="What you will know it by" className="w-64">
        <Input placeholder="Reading the news" />
      </Field>
      <Field label="Name" error="A name is needed" className="w-64">
        <Input defaultValue="" />
      </Field>
      <Field label="Disabled" className="w-64">
        <Input disabled defaultValue="Cannot be changed" />
      </Field>
      <Field label="Text" className="w-64">
        <Textarea defaultValue="Several lines of text" />
      </Field>
      <Field label="Model">
        <Select
          value={model}
          onValueChange={setModel}
          options={[
            { value: "a", label: "Multilingual", hint: "Every language, even delivery" },
            { value: "b", label: "Fast", hint: "Starts sooner" },
            { value: "c", label: "Not available", disabled: true },
          ]}
        />
      </Field>
      <div className="w-64 pt-6">
        <Slider label="Stability" value={stability} onValueChange={setStability} />
        <Slider label="Disabled" value={0.75} onValueChange={setStability} disabled className="mt-4" />
      </div>
    </Section>
  );
}
