import { Logo, LogoMark } from "~/ui/logo";
import { ThemeToggle } from "~/ui/theme-toggle";
import { ControlSpecimens, FieldSpecimens } from "./control-specimens";
import { FloatingSpecimens } from "./floating-specimens";
import { Section } from "./section";
import { StateSpecimens, WaveformSpecimens } from "./state-specimens";

const COLOURS = [
  "paper",
  "surface",
  "sunken",
  "ink",
  "ink-muted",
  "hairline",
  "edge",
  "accent",
  "accent-fill",
  "accent-text",
  "accent-wash",
  "positive",
  "caution",
];

/** The design system on one page. */
export function Gallery() {
  return (
    <main className="mx-auto max-w-[1120px] px-5 py-10">
      <header className="flex items-center justify-between">
        <h1 className="text-display font-semibold">Components</h1>
        <ThemeToggle />
      </header>
      <Section title="Logo">
        <Logo />
        <LogoMark size={48} />
      </Section>
      <Section title="Colour">
        {COLOURS.map((name) => (
          <figure key={name} className="w-24">
            <div className="h-12 rounded-control border border-hairline" style={{ background: `var(--${name})` }} />
            <figcaption className="mt-1 text-tiny text-muted">{name}</figcaption>
          </figure>
        ))}
      </Section>
      <Section title="Type">
        <div className="flex flex-col gap-3">
          <p className="text-display font-semibold">Display, 32 on 38</p>
          <p className="text-title font-semibold">Title, 20 on 28</p>
          <p>Base, 14 on 20. What buttons, lists and most sentences are set in.</p>
          <p className="text-meta text-muted">Meta, 13: what stands beside, with tabular figures 1,234,567</p>
          <p className="font-serif text-speech">Speech, 18 on 30: where people read or write what will be spoken.</p>
          <p className="font-mono text-meta">curl -fsS "$URL/v1/voices"</p>
        </div>
      </Section>
      <ControlSpecimens />
      <FieldSpecimens />
      <FloatingSpecimens />
      <WaveformSpecimens />
      <StateSpecimens />
    </main>
  );
}
