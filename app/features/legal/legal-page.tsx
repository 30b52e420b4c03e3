import type { ReactNode } from "react";
import { PublicFrame } from "~/features/try-it/public-frame";

/** A page of plain words: title, and sections to read. */
export function LegalPage({ title, lead, children }: { title: string; lead: string; children: ReactNode }) {
  return (
    <PublicFrame>
      <article className="mx-auto max-w-[720px] px-5 pt-10 md:pt-16">
        <h1 className="text-display font-semibold">{title}</h1>
        <p className="mt-4 text-lead text-muted">{lead}</p>
        {children}
      </article>
    </PublicFrame>
  );
}

export function LegalSection({ id, title, children }: { id?: string; title: string; children: ReactNode }) {
  return (
    <section id={id} className="mt-10 flex scroll-mt-6 flex-col gap-3">
      <h2 className="text-title font-semibold">{title}</h2>
      {children}
    </section>
  );
}
