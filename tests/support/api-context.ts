import { apiReference } from "../../workers/app/api/reference";
import type { RequestContext } from "../../workers/app/context";
import { checkVariables, type Env } from "../../workers/app/env";
import { logOf } from "../../workers/app/log";
import { servicesForTest } from "./test-caller";

/** A request's context over a test's bindings, for calling the API with a table of the test's own. */
export function apiContextForTest(env: Cloudflare.Env, changes: Partial<RequestContext> = {}): RequestContext {
  const checked = checkVariables(env as unknown as Record<string, unknown>);
  if (!checked.ok) throw new Error(checked.problems.join("; "));
  return {
    requestId: "req_test",
    log: logOf("req_test"),
    site: "main",
    origin: "http://localhost",
    env: env as unknown as Env,
    variables: checked.variables,
    services: servicesForTest(env),
    clientPlace: "",
    nonce: "nonce",
    waitUntil: (work) => void work.catch((error: unknown) => console.error(error)),
    breakAnswer: async () => {},
    apiReference,
    ...changes,
  };
}
