/**
 * `npm start`: installs, builds, migrates, seeds and serves Parlando.
 * PORT (8787), HOST (127.0.0.1) and PARLANDO_STATE (.data) may be set; so may every variable of `workers/app/env.ts`,
 * in the environment or in a file `.env`.
 */
import crypto from "node:crypto";
import fs from "node:fs";
import net from "node:net";
import path from "node:path";
import { seedDemo } from "./demo.mjs";
import { ensurePackages, fail, root } from "./install.mjs";

const SWEEP_EVERY_MS = 10 * 60 * 1000;
/** Variables that workers may read; nothing else of the environment reaches them. */
const VARIABLES = [
  "PUBLIC_URL",
  "SESSION_SECRET",
  "DATABASE_URL",
  "DATABASE_AUTH_TOKEN",
  "SMTP_URL",
  "MAIL_FROM",
  "READER_HOST_MARKER",
  "AGENTS_HOST_MARKER",
  "SPEECH_ENGINE",
  "SPEECH_URL",
  "SPEECH_API_KEY",
  "SPEECH_MODEL",
  "UPSTREAM_URL",
  "UPSTREAM_API_KEY",
  "FLITE",
  "ESPEAK",
  "DEMO_TIER",
];

ensurePackages();
if (fs.existsSync(path.join(root, ".env"))) process.loadEnvFile(path.join(root, ".env"));

const port = Number(process.env.PORT ?? 8787);
if (!Number.isInteger(port) || port < 0 || port > 65535)
  fail(`PORT must be a number from 0 to 65535; it is "${process.env.PORT}".`);
const host = process.env.HOST ?? "127.0.0.1";
const state = path.resolve(root, process.env.PARLANDO_STATE ?? ".data");
const quiet = process.env.APP_ENV === "test";

let server;
let sweeping;
let ending = false;
const end = async (code) => {
  if (ending) return;
  ending = true;
  clearInterval(sweeping);
  await server?.stop();
  process.exit(code);
};
takeSignals();

try {
  if (port !== 0) await requireFreePort();
  const { build } = await import("./build.mjs");
  if (process.env.PARLANDO_SKIP_BUILD !== "1") await build({ quiet });
  const { serve } = await import("./serve.mjs");
  const seedToken = crypto.randomBytes(24).toString("hex");
  const vars = {
    ...Object.fromEntries(VARIABLES.filter((name) => process.env[name]).map((name) => [name, process.env[name]])),
    APP_ENV: process.env.APP_ENV ?? "development",
    DEV_SEED_TOKEN: seedToken,
  };
  server = await serve({ port, host, state, vars });
  takeSignals();
  const url = server.url.replace("127.0.0.1", "localhost").replace("0.0.0.0", "localhost");
  // In production people sign up; there is no demo workspace.
  const demo =
    vars.APP_ENV === "production"
      ? undefined
      : await seedDemo({ internalUrl: server.url, url, token: seedToken, state });
  sweeping = setInterval(
    () => server.runScheduled().catch((error) => console.error(`Sweep failed: ${error.message}`)),
    SWEEP_EVERY_MS,
  );
  sweeping.unref();
  console.log(
    [
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
      `  State is kept in     ${path.relative(process.cwd(), state) || "."}`,
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
    ].join("\n"),
  );
} catch (error) {
  await server?.stop().catch(() => {});
  fail(error.message ?? String(error));
}

/** Miniflare's own handlers end this process at once and leave its children behind, so ours replace them. */
function takeSignals() {
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
    process.removeAllListeners(signal);
    process.on(signal, () => end(0));
  }
}

function requireFreePort() {
  return new Promise((resolve, reject) => {
    const probe = net.createServer();
    probe.once("error", (error) =>
      reject(
        new Error(
          error.code === "EADDRINUSE"
            ? `Port ${port} is in use. Stop what uses it, or choose another: PORT=8790 npm start`
            : error.message,
        ),
      ),
    );
    probe.listen(port, host, () => probe.close(resolve));
  });
}
