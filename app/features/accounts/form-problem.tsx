import type { ReactNode } from "react";

/** What is wrong with a form as a whole; announced, and able to take the focus. */
export function FormProblem({ children }: { children: ReactNode }) {
  if (!children) return null;
  return (
    <p
      role="alert"
      tabIndex={-1}
      data-form-problem=""
      className="rounded-control bg-accent-wash px-3 py-2.5 text-base text-accent-text outline-offset-2"
    >
      {children}
    </p>
  );
}
