import { clsx } from "clsx";
import { type ReactNode, useId } from "react";
import type { ShareTheme, VideoShape } from "../share-calls";

/** One of a few, with a mark that shows what it is. Native radio buttons: arrow keys come with them. */
export function ChoiceGroup<T extends string>(props: {
  label: string;
  value: T;
  choices: { value: T; label: string; mark: ReactNode }[];
  onChange: (value: T) => void;
}) {
  const name = useId();
  return (
    <fieldset>
      <legend className="mb-1.5 text-meta font-medium">{props.label}</legend>
      <div className="flex gap-2 sm:flex-col sm:gap-1">
        {props.choices.map(({ value, label, mark }) => (
          <label
            key={value}
            className={clsx(
              "flex min-w-0 grow items-center gap-2.5 rounded-control border px-2.5 py-2 pointer-coarse:min-h-[44px] max-sm:basis-0 max-sm:flex-col max-sm:gap-1.5 max-sm:text-meta",
              "has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent",
              value === props.value ? "border-ink font-medium" : "border-hairline text-muted hover:border-edge",
            )}
          >
            <input
              type="radio"
              name={name}
              value={value}
              checked={value === props.value}
              onChange={() => props.onChange(value)}
              className="sr-only"
            />
            {mark}
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** What the pictures of a theme look like, in small; their colours are their own, not the page's. */
export function ThemeMark({ theme }: { theme: ShareTheme }) {
  const { ground, bar, accent } = THEME_COLOURS[theme];
  return (
    <svg width="28" height="20" viewBox="0 0 28 20" aria-hidden="true" className="shrink-0">
      <rect x="0.5" y="0.5" width="27" height="19" rx="4" fill={ground} stroke="var(--hairline)" />
      {BARS.map((height, i) => (
        <rect
          key={height}
          x={6 + i * 3.5}
          y={10 - height / 2}
          width="2"
          height={height}
          rx="1"
          fill={i === 1 ? accent : bar}
        />
      ))}
    </svg>
  );
}

const BARS = [5, 10, 7, 8, 4];
const THEME_COLOURS: Record<ShareTheme, { ground: string; bar: string; accent: string }> = {
  colour: { ground: "#d9432f", bar: "#fbfaf7", accent: "#16171b" },
  light: { ground: "#fbfaf7", bar: "#16171b", accent: "#d9432f" },
  dark: { ground: "#121316", bar: "#f2f0ea", accent: "#ff6b55" },
};

export function ShapeMark({ shape }: { shape: VideoShape }) {
  return (
    <svg width="28" height="20" viewBox="0 0 28 20" aria-hidden="true" className="shrink-0">
      <rect
        x={shape === "square" ? 5.5 : 8.5}
        y={shape === "square" ? 1.5 : 0.5}
        width={shape === "square" ? 17 : 11}
        height={shape === "square" ? 17 : 19}
        rx="2.5"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
      />
    </svg>
  );
}
