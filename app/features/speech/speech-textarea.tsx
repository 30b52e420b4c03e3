import { clsx } from "clsx";
import { forwardRef, type TextareaHTMLAttributes, useEffect, useRef } from "react";
import { textDirection } from "~/lib/text-direction";
import type { TextRange } from "./spoken-word";

const typography = "font-serif text-speech whitespace-pre-wrap [overflow-wrap:anywhere]";

export interface SpeechTextareaProps extends TextareaHTMLAttributes<HTMLTextAreaElement> {
  value: string;
  spoken: TextRange | null;
  /** Padding and least height; both layers take them. */
  layerClassName?: string;
}

/**
 * A text field that grows with its text and lights the word being said. A copy of the text lies beneath the field in the
 * same place; the copy gives the height and carries the light. What frames the field shows that it has the focus.
 */
export const SpeechTextarea = forwardRef<HTMLTextAreaElement, SpeechTextareaProps>(function SpeechTextarea(
  { value, spoken, layerClassName, className, ...rest },
  ref,
) {
  const mark = useRef<HTMLElement>(null);
  const direction = textDirection(value) ?? "ltr";
  useEffect(() => {
    if (spoken) mark.current?.scrollIntoView({ block: "nearest", behavior: "smooth" });
  }, [spoken]);
  return (
    <div className={clsx("relative grid", className)} dir={direction}>
      <div
        aria-hidden="true"
        className={clsx("pointer-events-none col-start-1 row-start-1 text-transparent", typography, layerClassName)}
      >
        {spoken ? (
          <>
            {value.slice(0, spoken.start)}
            <mark
              ref={mark}
              className="scroll-my-24 rounded-[3px] bg-accent-wash text-transparent shadow-[0_2px_0_var(--accent)]"
            >
              {value.slice(spoken.start, spoken.end)}
            </mark>
            {value.slice(spoken.end)}
          </>
        ) : (
          value
        )}
        {/* A last line without characters still has its height. */}
        {"\u200b"}
      </div>
      <textarea
        ref={ref}
        value={value}
        rows={1}
        dir={direction}
        spellCheck
        className={clsx(
          "relative col-start-1 row-start-1 size-full resize-none overflow-hidden bg-transparent caret-accent outline-none",
          typography,
          layerClassName,
        )}
        {...rest}
      />
    </div>
  );
});
