import { useActionData, useLocation } from "@remix-run/react";
import { useRef } from "react";

/**
 * As `useActionData`, but what an action answered stays until the person goes on. Screens load again when somebody's or the
 * workspace's document changes, and the router drops an action's answer then: a secret that is shown once would be gone.
 */
export function useKeptActionData<Action>(): ReturnType<typeof useActionData<Action>> {
  const answer = useActionData<Action>();
  const { key } = useLocation();
  const kept = useRef<{ key: string; answer: typeof answer }>();
  if (answer !== undefined) kept.current = { key, answer };
  return kept.current?.key === key ? kept.current.answer : undefined;
}
