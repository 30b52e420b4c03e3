import fs from "node:fs";
import path from "node:path";

/**
 * Makes the demo workspace, once, and keeps how to use it in `<state>/dev.json`: the site shows a key only when it is made.
 *
 * @param {object} options
 * @param {string} options.internalUrl  where the site answers
 * @param {string} options.url  how people write that
 * @param {string} options.token  what the site was given as `DEV_SEED_TOKEN`
 * @param {string} options.state  folder of the installation's state
 */
export async function seedDemo({ internalUrl, url, token, state }) {
  const file = path.join(state, "dev.json");
  const known = readKnown(file);
  const response = await fetch(`${internalUrl}/dev/seed`, {
    method: "POST",
    headers: { "x-parlando-seed": token, "content-type": "application/json" },
    body: JSON.stringify(known ? { email: known.email, password: known.password, apiKey: known.apiKey } : {}),
  });
  if (!response.ok)
    throw new Error(`The demo workspace could not be made (${response.status}): ${await response.text()}`);
  const demo = { url, ...(await response.json()) };
  fs.writeFileSync(`${file}.new`, `${JSON.stringify(demo, null, 2)}\n`, { mode: 0o600 });
  fs.renameSync(`${file}.new`, file);
  return demo;
}

/** Undefined where there is no such file, or none that can be read: what it told is then made anew. */
function readKnown(file) {
  try {
    return JSON.parse(fs.readFileSync(file, "utf8"));
  } catch {
    return undefined;
  }
}
