import { type ReactNode, useId } from "react";

/** A part of a settings screen: what it is about beside what can be set. */
export function SettingsSection({
  title,
  description,
  children,
}: {
  title: string;
  description?: ReactNode;
  children: ReactNode;
}) {
  const titleId = useId();
  return (
    <section
      aria-labelledby={titleId}
      className="grid gap-4 border-t border-hairline py-6 first:border-t-0 first:pt-0 md:grid-cols-[240px_minmax(0,520px)] md:gap-10"
    >
      <div>
        <h2 id={titleId} className="font-semibold">
          {title}
        </h2>
        {description && <p className="mt-1 text-meta text-muted">{description}</p>}
      </div>
      <div className="min-w-0">{children}</div>
    </section>
  );
}
