import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import * as passkeys from "../../../app/routes/auth/passkeys";
import * as ingest from "../../../app/routes/main/ingest";

const routes = fileURLToPath(new URL("../../../app/routes", import.meta.url));

/** Route files that have an action but no page, and so are for scripts and forms only. */
const withoutPage = readdirSync(routes, { recursive: true, encoding: "utf8" })
  .filter((file) => /\.tsx?$/.test(file))
  .map((file) => ({ file, code: readFileSync(join(routes, file), "utf8") }))
  .filter(
    ({ code }) => /export (async )?(function|const) action\b/.test(code) && !/export default|as default/.test(code),
  );

describe("an address without a page", () => {
  it("answers whoever opens it by itself, and never as a fault of the server", () => {
    expect(withoutPage.length).toBeGreaterThan(5);
    for (const { file, code } of withoutPage) {
      expect(code, file).toMatch(/export (async )?(function|const) loader\b/);
    }
  });

  it("that is only sent to says so, and how", async () => {
    for (const { loader, action } of [ingest, passkeys]) {
      const put = new Request("http://localhost/", { method: "PUT", body: "x" });
      const put405 = await action({ request: put, context: {}, params: {} } as unknown as Parameters<typeof action>[0]);
      for (const answer of [loader(), put405]) {
        expect(answer.status).toBe(405);
        expect(answer.headers.get("allow")).toBe("POST");
        expect(await answer.json()).toEqual({
          detail: { status: "method_not_allowed", message: "This address takes POST only." },
        });
      }
    }
  });
});
