import { checkVariables, type Env } from "../../workers/app/env";
import { createServices, type Services } from "../../workers/app/services";

export interface TestCaller {
  userId: string;
  workspaceId: string;
  apiKey: string;
  email: string;
  password: string;
}

let counter = 0;

/** The product's services over a test's bindings. */
export function servicesForTest(env: Cloudflare.Env): Services {
  const checked = checkVariables(env as unknown as Record<string, unknown>);
  if (!checked.ok) throw new Error(checked.problems.join("; "));
  return createServices({
    env: env as unknown as Env,
    variables: checked.variables,
    origin: "http://localhost",
    waitUntil: (work) => void work.catch((error: unknown) => console.error(error)),
  });
}

/** A person with a workspace of their own and an API key. */
export async function signUpForTest(env: Cloudflare.Env): Promise<TestCaller> {
  const { accounts } = servicesForTest(env);
  const email = `caller-${Date.now()}-${++counter}@example.com`;
  const password = "correct horse 7!";
  const person = await accounts.createVerifiedPerson({
    email,
    password,
    firstName: "Test",
    agreesToProductUpdates: false,
  });
  if (!person) throw new Error(`${email} has an account already`);
  const { key } = await accounts.createApiKey(person, "test");
  return { ...person, apiKey: key, email, password };
}
