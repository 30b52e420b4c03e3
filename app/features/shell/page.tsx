import type { ReactNode } from "react";

/** The frame of a screen: title, what belongs beside it, content up to 1,120 px. */
export function Page({
  title,
  description,
  actions,
  children,
}: {
  title: ReactNode;
  description?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}) {
  return (
    <div className="mx-auto w-full max-w-[1184px] px-4 pt-6 pb-10 sm:px-6 md:px-8 md:pt-8">
      <header className="mb-6 flex flex-wrap items-end gap-x-6 gap-y-3">
        <div className="mr-auto">
          <h1 className="text-display font-semibold">{title}</h1>
          {description && <p className="mt-1 text-muted">{description}</p>}
        </div>
        {actions}
      </header>
      {children}
    </div>
  );
}
