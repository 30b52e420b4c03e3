/**
 * Everything the site takes from its surroundings: bindings as types, variables checked by zod at start.
 * A missing or malformed variable is reported by name, all at once.
 */
import { z } from "zod";
import { TIER_ORDER } from "../../app/domains/billing/tiers";
import { FEATURE_NAMES } from "../../app/domains/workspaces/features";
import { isLoopbackHost } from "../../app/lib/public-address";
import type { DatabaseObject } from "../../durable-objects/database/object";
import type { RateLimiter } from "../../durable-objects/rate-limiter/object";
import type { SpeechSession } from "../../durable-objects/speech-session/object";
import type { WorkspaceChannel } from "../../durable-objects/workspace-channel/object";
import type { MediaService } from "../media/protocol";
import type { SpeechService } from "../speech/protocol";
import { oidcProviders } from "./oidc-providers";
import { publicUrl } from "./public-url";
import type { SpeechPoolEnv } from "./speech-processes";

/** Bindings of `wrangler.toml`. */
export interface Bindings extends SpeechPoolEnv<SpeechBinding> {
  ASSETS: Fetcher;
  DATABASE: DurableObjectNamespace<DatabaseObject>;
  WORKSPACE_CHANNEL: DurableObjectNamespace<WorkspaceChannel>;
  RATE_LIMITER: DurableObjectNamespace<RateLimiter>;
  SPEECH_SESSION: DurableObjectNamespace<SpeechSession>;
  STORAGE: R2Bucket;
  JOBS: Queue<unknown>;
  HISTORY_ARCHIVE: Workflow<{ archiveId: string }>;
  SHARE_VIDEO: Workflow<{ videoId: string; attempt: number }>;
  DATA_EXPORT: Workflow<{ exportId: string; origin: string }>;
  MEDIA: Fetcher & MediaService;
  /** Of a local installation: whether a client has ended its side of the connection, see `workers/tooling/ended-clients.mjs`. */
  ENDED_CLIENTS?: Fetcher;
  /** Of this deployment; its id is unlike that of every other one. */
  DEPLOYMENT?: WorkerVersionMetadata;
}

/** A service binding to the speech worker: its RPC methods. */
export type SpeechBinding = Fetcher & SpeechService;

/** Of tests, which make hundreds of accounts. */
const LEAST_PASSWORD_COST = 10;
const SAFE_PASSWORD_COST = 15;
/** Takes 64 MiB; at 17 one hash would take all of the 128 MB of an isolate, and end it. */
const DEAREST_PASSWORD_COST = 16;

const url = z.url({ protocol: /^https?$/ });
const variables = z.object({
  /** `development` shows the mailbox and the component page; `production` needs its secrets set. */
  APP_ENV: z.enum(["development", "test", "production"]).default("production"),
  /**
   * Where people reach the site; used in mails and links. Outside production taken from the request when absent; there a
   * stranger's `host` header would decide where the links in other people's mail lead. Read as an origin.
   */
  PUBLIC_URL: publicUrl.optional(),
  /** Keeps cookies and tokens valid. In development one is made and kept in the database. */
  SESSION_SECRET: z.string().min(32, "needs at least 32 characters").optional(),
  /**
   * What a hash of a password costs, as log2 of its rounds: at 15 it takes 32 MiB and some 0.1 s, at 16 twice that. Hashes of
   * another cost are replaced as people sign in; docs/deploy.md says why it is only ever raised. Less than 15 only where the
   * data are nobody's.
   */
  PASSWORD_COST: z.coerce
    .number()
    .int()
    .min(LEAST_PASSWORD_COST)
    .max(DEAREST_PASSWORD_COST)
    .default(SAFE_PASSWORD_COST),
  DATABASE_URL: z
    .string()
    .regex(/^(libsql|https?|wss?):\/\//, "must start with libsql://, https:// or http://")
    .optional(),
  DATABASE_AUTH_TOKEN: z.string().min(1).optional(),
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\//, "must look like smtp://user:password@host:port")
    .optional(),
  /** Where text messages are posted to, see `workers/adapters/sms/sender.ts`. In development they are kept in an inbox. */
  SMS_URL: url.optional(),
  SMS_API_KEY: z.string().min(1).optional(),
  MAIL_FROM: z.string().min(3).default("Parlando <hello@localhost>"),
  /** Plan of the demo workspace that a local start makes. */
  DEMO_TIER: z.enum(TIER_ORDER).optional(),
  /** Given by the starter, which alone may ask for the demo workspace; unused in production. */
  DEV_SEED_TOKEN: z.string().min(16, "needs at least 16 characters").optional(),
  /**
   * Given by the starter: when this process of the site began (Unix milliseconds). A local installation has one, so what is
   * older and still in work has died. Deployed, isolates come and go, and nobody sets this.
   */
  SERVING_SINCE_MS: z.coerce.number().int().positive().optional(),
  /** Where requests come from outside production, like `US-CA`; there no edge tells. */
  DEV_REGION: z
    .string()
    .regex(/^[A-Z]{2}(-[A-Z0-9]{1,3})?$/, "must look like US-CA or DE")
    .optional(),
  /** Cloudflare Turnstile in place of the embedded captcha of sign-ups; both keys or none. */
  TURNSTILE_SITE_KEY: z.string().min(3).optional(),
  TURNSTILE_SECRET_KEY: z.string().min(3).optional(),
  /** Where Turnstile's answers are checked, where that is not Cloudflare's own address. */
  TURNSTILE_VERIFY_URL: url.optional(),
  READER_HOST_MARKER: z.string().default("reader"),
  AGENTS_HOST_MARKER: z.string().default("11.ai"),
  /** Features that are on in workspaces whose admins have not switched them: names, separated by commas. */
  FEATURES: z
    .string()
    .transform((names) => names.split(",").flatMap((name) => name.trim() || []))
    .pipe(z.array(z.enum(FEATURE_NAMES)))
    .optional(),
  /**
   * Mail domains of the people who work for this installation, separated by commas: whoever has a verified address there may
   * ask owners for access to their accounts. Nobody unless set.
   */
  STAFF_EMAIL_DOMAINS: z
    .string()
    .transform((domains) => domains.split(",").flatMap((domain) => domain.trim().toLowerCase() || []))
    .pipe(
      z.array(z.string().regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/, "must be domains like example.com, separated by commas")),
    )
    .optional(),
  /** Providers by which everybody may sign in; see `oidc-providers.ts`. */
  OIDC_PROVIDERS: oidcProviders.optional(),
  /** A resolver for DNS over HTTPS (JSON), by which workspaces show that a mail domain is theirs. */
  DNS_URL: url.optional(),
  /** Outside production: identity providers of workspaces may be in this machine's own network, and without TLS. */
  SSO_PRIVATE_PROVIDERS: z.literal("allow").optional(),
  /** Which engine speaks where the model does not say. */
  SPEECH_ENGINE: z.enum(["embedded", "openai-compatible", "workers-ai", "elevenlabs-compatible"]).default("embedded"),
});
export type Variables = z.output<typeof variables>;
export type Env = Bindings & Partial<Record<keyof Variables, string>>;

export type CheckedVariables = { ok: true; variables: Variables } | { ok: false; problems: string[] };

/** An isolate's surroundings stay as they are, so they are checked once. */
const checked = new WeakMap<object, CheckedVariables>();

/** Checks all variables. Empty strings count as absent, as shells and dashboards leave them. */
export function checkVariables(env: Record<string, unknown>): CheckedVariables {
  let outcome = checked.get(env);
  if (!outcome) {
    outcome = check(env);
    checked.set(env, outcome);
  }
  return outcome;
}

/** A widget whose answers nobody could check, or the other way around. */
function turnstileProblems({ TURNSTILE_SITE_KEY: siteKey, TURNSTILE_SECRET_KEY: secretKey }: Variables): string[] {
  if ((siteKey === undefined) === (secretKey === undefined)) return [];
  const missing = siteKey === undefined ? "TURNSTILE_SITE_KEY" : "TURNSTILE_SECRET_KEY";
  return [`${missing}: required where the other key of Turnstile is set`];
}

function passwordProblems({ APP_ENV, PASSWORD_COST }: Variables): string[] {
  if (APP_ENV === "test" || PASSWORD_COST >= SAFE_PASSWORD_COST) return [];
  return [`PASSWORD_COST: has to be at least ${SAFE_PASSWORD_COST}`];
}

function check(env: Record<string, unknown>): CheckedVariables {
  const given = Object.fromEntries(
    Object.keys(variables.shape)
      .map((name) => [name, env[name]] as const)
      .filter(([, value]) => value !== undefined && value !== ""),
  );
  const parsed = variables.safeParse(given);
  const problems = parsed.success
    ? []
    : parsed.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`);
  if (parsed.success && parsed.data.APP_ENV === "production")
    problems.push(...missingInProduction(parsed.data), ...unsafeAddresses(parsed.data), ...signOnProblems(parsed.data));
  if (parsed.success) problems.push(...turnstileProblems(parsed.data), ...passwordProblems(parsed.data));
  return parsed.success && problems.length === 0 ? { ok: true, variables: parsed.data } : { ok: false, problems };
}

function missingInProduction({ SESSION_SECRET, PUBLIC_URL }: Variables): string[] {
  return [
    ...(SESSION_SECRET
      ? []
      : ["SESSION_SECRET: required in production; set it with `wrangler secret put SESSION_SECRET`"]),
    ...(PUBLIC_URL ? [] : ["PUBLIC_URL: required in production, like https://voice.example.com"]),
  ];
}

/** Where cookies, codes, keys, or what decides whether somebody is let in, would go in the clear: others could read them along, or answer. */
const NEED_TLS = ["PUBLIC_URL", "SMS_URL", "DNS_URL", "TURNSTILE_VERIFY_URL"] as const;

function unsafeAddresses(given: Variables): string[] {
  return NEED_TLS.filter((name) => {
    if (given[name] === undefined) return false;
    const { protocol, hostname } = new URL(given[name]);
    return protocol !== "https:" && !isLoopbackHost(hostname);
  }).map((name) => `${name}: has to begin with https:// in production, unless it is this machine itself (localhost)`);
}

/** What is fit for development only. */
function signOnProblems({ OIDC_PROVIDERS = [], SSO_PRIVATE_PROVIDERS }: Variables): string[] {
  return [
    ...OIDC_PROVIDERS.filter(({ issuer }) => !issuer.startsWith("https://")).map(
      ({ name }) => `OIDC_PROVIDERS: the issuer of ${name} has to begin with https:// in production`,
    ),
    ...(SSO_PRIVATE_PROVIDERS ? ["SSO_PRIVATE_PROVIDERS: not in production"] : []),
  ];
}
