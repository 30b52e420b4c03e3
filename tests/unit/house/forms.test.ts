import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const routes = fileURLToPath(new URL("../../../app/routes", import.meta.url));

/** By file: why an action may do without the form's token. */
const WITHOUT_TOKEN: Record<string, { because: string; instead: string }> = {
  "auth/captcha.tsx": { because: "it refuses whatever is sent to it", instead: "action = refuseAllButGet" },
  "auth/identity-token.tsx": { because: "it refuses whatever is sent to it", instead: "action = refuseAllButGet" },
  "auth/sso-saml-acs.tsx": { because: "a provider's page sends it, and it signs nobody in", instead: "answerSaml(" },
  "main/ingest.tsx": { because: "scripts send it by beacon, and it only counts", instead: "requireSameOrigin(" },
};

it("every action of a page begins with the form's token, but those that say here why not", () => {
  const actions = readdirSync(routes, { recursive: true, encoding: "utf8" })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => ({ file: file.replaceAll("\\", "/"), code: readFileSync(join(routes, file), "utf8") }))
    .filter(({ code }) => /export (async )?(function|const) action\b/.test(code));
  expect(actions.length).toBeGreaterThan(20);
  const bare = actions.filter(({ code }) => !code.includes("readOwnForm("));
  expect(bare.map(({ file }) => file).sort()).toEqual(Object.keys(WITHOUT_TOKEN).sort());
  for (const { file, code } of bare) expect(code).toContain(WITHOUT_TOKEN[file]?.instead);
});
