/** The setting OIDC_PROVIDERS: by which OpenID Connect providers everybody may sign in, as a JSON list. */
import { z } from "zod";
import type { ConfiguredProvider } from "../../app/domains/accounts/single-sign-on/ports";

const provider = z.strictObject({
  /** Stays as it is once people have signed in by it. */
  name: z.string().regex(/^[a-z0-9-]{1,40}$/, "has to be 1 to 40 lower-case letters, digits or hyphens"),
  label: z.string().trim().min(1).max(40),
  issuer: z.url({ protocol: /^https?$/, error: "has to be an address like https://login.example.com" }),
  clientId: z.string().min(1),
  clientSecret: z.string().min(1).optional(),
});

/** Answers the list, or says what is wrong with which entry. */
export const oidcProviders = z.string().transform((text, context): ConfiguredProvider[] => {
  const refuse = (message: string) => {
    context.addIssue({ code: "custom", message });
    return z.NEVER;
  };
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return refuse(`is no JSON; it has to be a list like ${EXAMPLE}`);
  }
  const parsed = z.array(provider).max(10).safeParse(json);
  if (!parsed.success)
    return refuse(parsed.error.issues.map(({ path, message }) => `${placeOf(path)}: ${message}`).join("; "));
  const names = parsed.data.map(({ name }) => name);
  if (new Set(names).size !== names.length) return refuse("each provider needs a name of its own");
  return parsed.data.map((each) => ({ ...each, clientSecret: each.clientSecret ?? null }));
});

const EXAMPLE =
  '[{"name":"google","label":"Google","issuer":"https://accounts.google.com","clientId":"…","clientSecret":"…"}]';

/** `[1].issuer`; nothing for the list itself. */
function placeOf(path: readonly PropertyKey[]): string {
  const [index, ...fields] = path;
  if (index === undefined) return "the list";
  return [`[${String(index)}]`, ...fields.map(String)].join(".");
}
