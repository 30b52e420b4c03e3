import { Agent, request } from "node:http";
import { expect, it } from "vitest";
import { sharedProduct } from "../../support/product";

const { url } = sharedProduct();

/** One request on a connection that is kept; answers the status. */
function send(agent: Agent, method: string, path: string, headers: Record<string, string>, body = ""): Promise<number> {
  return new Promise((resolve, reject) => {
    request(url + path, { method, headers, agent }, (response) => {
      response.resume().on("end", () => resolve(response.statusCode ?? 0));
    })
      .on("error", reject)
      .end(body);
  });
}

it.each([
  ["the API", "/v1/text-to-speech/x", { "content-type": "application/json" }, 401],
  [
    "a page",
    "/app/sign-out",
    { origin: "https://evil.example", "content-type": "application/x-www-form-urlencoded" },
    403,
  ],
])("keeps a connection usable after %s has refused a request without reading it", async (_, path, headers, status) => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  try {
    for (let i = 0; i < 10; i++) {
      expect(await send(agent, "POST", path, headers, "text=".padEnd(5000, "x"))).toBe(status);
      expect(await send(agent, "GET", "/healthz", {})).toBe(200);
    }
  } finally {
    agent.destroy();
  }
});
