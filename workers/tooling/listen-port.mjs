/** Where the site listens. */
import net from "node:net";

/**
 * The port that `PORT` names; 8787 where it is not set.
 * @param {string | undefined} text
 * @throws Error when it is no port
 */
export function listenPort(text) {
  if (!text) return 8787;
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65535) throw new Error(`PORT must be a number from 0 to 65535; it is "${text}".`);
  return port;
}

/** @throws Error with what to do, when nothing can listen there */
export async function requireFreePort(port, host) {
  if (port === 0) return;
  let error = await listenError(port, host);
  // The threads of a process that was just killed end one by one, and the last one lets the port go.
  for (const started = Date.now(); error?.code === "EADDRINUSE" && Date.now() - started < RELEASED_WITHIN_MS; ) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    error = await listenError(port, host);
  }
  if (error)
    throw new Error(reasons(port, host)[error.code] ?? `${host}:${port} cannot be listened on: ${error.message}`);
}

const RELEASED_WITHIN_MS = 2000;

/** Null when something can listen there. */
function listenError(port, host) {
  return new Promise((resolve) => {
    const probe = net.createServer();
    probe.once("error", resolve);
    probe.listen(port, host, () => probe.close(() => resolve(null)));
  });
}

/** As it was typed. */
const command = () => (process.env.npm_lifecycle_event === "dev" ? "npm run dev" : "npm start");

const reasons = (port, host) => ({
  EADDRINUSE: `Port ${port} is in use. Stop what uses it, or choose another: PORT=${port === 65535 ? 8790 : port + 3} ${command()}`,
  EACCES: `Port ${port} may not be used by this user. Choose one above 1023: PORT=8787 ${command()}`,
  EADDRNOTAVAIL: `HOST is no address of this machine: ${host}`,
  ENOTFOUND: `HOST is no address of this machine: ${host}`,
});
