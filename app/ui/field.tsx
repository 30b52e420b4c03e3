import { clsx } from "clsx";
import type { InputHTMLAttributes, LabelHTMLAttributes, TextareaHTMLAttributes } from "react";
import { createContext, forwardRef, type ReactNode, useContext, useId } from "react";

interface FieldIds {
  controlId: string;
  hintId: string | undefined;
  errorId: string | undefined;
}
const FieldContext = createContext<FieldIds | null>(null);

/** A label, its control, a hint and an error, tied together for screen readers; with buttons beside the control, if any. */
export function Field({
  label,
  hint,
  error,
  hideLabel = false,
  children,
  beside,
  className,
}: {
  label: ReactNode;
  hint?: ReactNode;
  error?: ReactNode;
  hideLabel?: boolean;
  children: ReactNode;
  /** Buttons in one line with the control, whatever is said below it. */
  beside?: ReactNode;
  className?: string;
}) {
  const id = useId();
  const ids: FieldIds = {
    controlId: id,
    hintId: hint ? `${id}-hint` : undefined,
    errorId: error ? `${id}-error` : undefined,
  };
  return (
    <FieldContext.Provider value={ids}>
      <div className={clsx("flex flex-col gap-1.5", className)}>
        <Label htmlFor={id} className={hideLabel ? "sr-only" : undefined}>
          {label}
        </Label>
        {beside ? (
          <div className="flex flex-wrap gap-2">
            <div className="min-w-0 grow basis-32">{children}</div>
            {beside}
          </div>
        ) : (
          children
        )}
        {hint && (
          <p id={ids.hintId} className="text-meta text-muted">
            {hint}
          </p>
        )}
        {error && (
          <p id={ids.errorId} role="alert" className="text-meta text-accent-text">
            {error}
          </p>
        )}
      </div>
    </FieldContext.Provider>
  );
}

export function Label({ className, ...rest }: LabelHTMLAttributes<HTMLLabelElement>) {
  // biome-ignore lint/a11y/noLabelWithoutControl: tied by htmlFor where it is used
  return <label className={clsx("text-meta font-medium text-ink", className)} {...rest} />;
}

const control =
  "w-full rounded-control border border-edge/60 bg-surface text-ink transition-[border-color] duration-[120ms] hover:border-edge disabled:opacity-50 aria-invalid:border-accent";

/** The ids and states a control takes from the field around it. */
function useFieldProps(own: { id?: string; "aria-describedby"?: string }) {
  const field = useContext(FieldContext);
  const described = [field?.hintId, field?.errorId, own["aria-describedby"]].filter(Boolean).join(" ");
  return {
    id: own.id ?? field?.controlId,
    "aria-describedby": described === "" ? undefined : described,
    "aria-invalid": field?.errorId ? (true as const) : undefined,
  };
}

export const Input = forwardRef<HTMLInputElement, InputHTMLAttributes<HTMLInputElement>>(function Input(
  { className, ...rest },
  ref,
) {
  // 16px on touch keeps iOS from zooming into the field.
  return (
    <input
      ref={ref}
      className={clsx(control, "h-10 px-3 pointer-coarse:h-[44px] pointer-coarse:text-[16px]", className)}
      {...rest}
      {...useFieldProps(rest)}
    />
  );
});

export const Textarea = forwardRef<HTMLTextAreaElement, TextareaHTMLAttributes<HTMLTextAreaElement>>(function Textarea(
  { className, ...rest },
  ref,
) {
  return (
    <textarea
      ref={ref}
      className={clsx(control, "min-h-24 px-3 py-2 pointer-coarse:text-[16px]", className)}
      {...rest}
      {...useFieldProps(rest)}
    />
  );
});

/** The id of the control of the surrounding field, for controls that are not an input (select, slider). */
export function useFieldControlId(): string | undefined {
  return useContext(FieldContext)?.controlId;
}
