/**
 * `npm start`: installs, builds, migrates, seeds and serves Parlando.
 * PORT (8787), HOST (127.0.0.1), PARLANDO_STATE (.data) and PARLANDO_SPEECH_PROCESSES (one a core) may be set; so may every
 * variable of `workers/app/env.ts`, in the environment or in a file `.env`.
 */
import crypto from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { takeSignals } from "./children.mjs";
import { ensurePackages, fail, root } from "./install.mjs";
import { listenPort, requireFreePort } from "./listen-port.mjs";
import { endProcesses, launcher, ownWorkerds } from "./processes.mjs";
import { namesOfSpeech, speechProcesses } from "./speech-names.mjs";
import { takeState } from "./state-folder.mjs";

/** Variables that workers may read; nothing else of the environment reaches them. */
const VARIABLES = [
  "PUBLIC_URL",
  "SESSION_SECRET",
  "PASSWORD_COST",
  "DATABASE_URL",
  "DATABASE_AUTH_TOKEN",
  "SMTP_URL",
  "SMS_URL",
  "SMS_API_KEY",
  "MAIL_FROM",
  "OIDC_PROVIDERS",
  "DNS_URL",
  "SSO_PRIVATE_PROVIDERS",
  "TURNSTILE_SITE_KEY",
  "TURNSTILE_SECRET_KEY",
  "TURNSTILE_VERIFY_URL",
  "READER_HOST_MARKER",
  "AGENTS_HOST_MARKER",
  "FEATURES",
  "SPEECH_ENGINE",
  "SPEECH_URL",
  "SPEECH_API_KEY",
  "SPEECH_MODEL",
  "SPEECH_VOICES",
  "UPSTREAM_URL",
  "UPSTREAM_API_KEY",
  "UPSTREAM_VOICES",
  "FLITE",
  "ESPEAK",
  "VIDEO_ENCODER",
  "DEMO_TIER",
  "STAFF_EMAIL_DOMAINS",
  "DEV_REGION",
];

const isBuilt = process.env.PARLANDO_SKIP_BUILD === "1";
let server;
let state;
let ending;
/** Ends everything, once, however often it is asked to. */
const end = async (code) => {
  ending ??= (async () => {
    await server?.stop();
    await endProcesses(ownWorkerds());
    state?.release();
    process.exit(code);
  })();
  return ending;
};
/** Miniflare's own handlers end this process at once, so ours replace them each time. */
const takeOver = () => takeSignals(() => void end(0));
takeOver();
endWithLauncher();
// A terminal that is gone is no reason to end: the signal that comes with it is.
for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});

try {
  // Whoever has built has installed.
  if (!isBuilt) await ensurePackages();
  if (fs.existsSync(path.join(root, ".env"))) process.loadEnvFile(path.join(root, ".env"));
  const port = listenPort(process.env.PORT);
  const host = process.env.HOST || "127.0.0.1";
  const speechNames = namesOfSpeech(speechProcesses(process.env.PARLANDO_SPEECH_PROCESSES, os.cpus().length));
  // Before the port is looked at, since what a killed starter left behind may hold it.
  state = await takeState(path.resolve(root, process.env.PARLANDO_STATE || ".data"));
  await requireFreePort(port, host);
  const { build, whenBuilt } = await import("./build.mjs");
  if (isBuilt) await whenBuilt();
  else await build({ quiet: process.env.APP_ENV === "test" });
  await serveSite(port, host, speechNames);
} catch (error) {
  if (!ending) {
    await server?.stop().catch(() => {});
    state?.release();
    fail(error.message || String(error));
  }
}

async function serveSite(port, host, speechNames) {
  const { serve } = await import("./serve.mjs");
  const seedToken = crypto.randomBytes(24).toString("hex");
  const vars = {
    ...Object.fromEntries(VARIABLES.filter((name) => process.env[name]).map((name) => [name, process.env[name]])),
    APP_ENV: process.env.APP_ENV || "development",
    DEV_SEED_TOKEN: seedToken,
  };
  server = await serve({ port, host, state, vars, speechNames, onCreated: takeOver });
  await requireConfigured(server.url);
  await server.sweep();
  const url = server.url.replace("127.0.0.1", "localhost").replace("0.0.0.0", "localhost");
  const { seedDemo } = await import("./demo.mjs");
  // In production people sign up; there is no demo workspace.
  const demo =
    vars.APP_ENV === "production"
      ? undefined
      : await seedDemo({ internalUrl: server.url, url, token: seedToken, state: state.folder });
  console.log(greeting(url, demo));
}

/** The workers name every missing or malformed variable to whoever asks; nobody should have to ask. */
async function requireConfigured(url) {
  const answer = await fetch(`${url}/readyz`);
  if (answer.status !== 503) return;
  if (!answer.headers.get("content-type")?.startsWith("application/json"))
    throw new Error((await answer.text()).trim());
  const { problems } = await answer.json();
  if (problems)
    throw new Error(["This installation is not configured yet:", ...problems.map((each) => `- ${each}`)].join("\n"));
}

function greeting(url, demo) {
  return [
    "",
    `  Parlando is ready at ${url}`,
    ...(demo
      ? [
          `  Sign in with         ${demo.email} / ${demo.password}`,
          `  API key              ${demo.apiKey}`,
          `  A voice              ${demo.voiceId}`,
          `  Mail it sends        ${url}/dev/mailbox`,
        ]
      : []),
    `  State is kept in     ${path.relative(process.cwd(), state.folder) || "."}`,
    "",
    ...(demo
      ? [
          `  curl -fsS -H "xi-api-key: ${demo.apiKey}" -H "content-type: application/json" \\`,
          `    -d '{"text":"Hello from Parlando."}' ${url}/v1/text-to-speech/${demo.voiceId} -o hello.mp3`,
          "",
        ]
      : []),
    "  Ctrl-C stops it.",
    "",
  ].join("\n");
}

/** npm, and whoever asks for it, may be killed in a way that tells us nothing; then nobody could stop us any more. */
function endWithLauncher() {
  if (process.env.npm_lifecycle_event !== "start" && process.env.PARLANDO_END_WITH_PARENT !== "1") return;
  const launchedBy = launcher();
  setInterval(() => {
    if (launcher() !== launchedBy) void end(0);
  }, 500).unref();
}
