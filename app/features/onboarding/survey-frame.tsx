import { Form, useNavigation } from "@remix-run/react";
import { type ReactNode, useEffect, useRef } from "react";
import { CsrfField } from "~/features/accounts/csrf-field";
import { FormProblem } from "~/features/accounts/form-problem";
import { track } from "~/lib/analytics";
import { Button } from "~/ui/button";

/** One step of the questions: its form, a way on and a way past. */
export function SurveyFrame({
  title,
  step,
  problem,
  children,
}: {
  title: string;
  step: 1 | 2;
  problem: string | undefined;
  children: ReactNode;
}) {
  const busy = useNavigation().formMethod === "POST";
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <>
      <header className="flex flex-col gap-1">
        <p className="text-meta text-muted">Step {step} of 2</p>
        <h1 ref={heading} tabIndex={-1} className="text-display font-semibold outline-none">
          {title}
        </h1>
      </header>
      <Form method="post" className="flex flex-col gap-6">
        <CsrfField />
        <FormProblem>{problem}</FormProblem>
        {children}
        <div className="flex gap-2">
          <Button
            type="submit"
            name="intent"
            value="answer"
            variant="primary"
            size="large"
            busy={busy}
            onClick={() => step === 2 && track("onboarding_survey_completed")}
          >
            {step === 1 ? "Next" : "Start"}
          </Button>
          <Button
            type="submit"
            name="intent"
            value="skip"
            variant="quiet"
            size="large"
            onClick={() => track("onboarding_survey_skipped")}
          >
            Skip
          </Button>
        </div>
      </Form>
    </>
  );
}
