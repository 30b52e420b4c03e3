import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, it, vi } from "vitest";
import { requireFreePort } from "../../../workers/tooling/listen-port.mjs";

afterEach(() => vi.unstubAllEnvs());

it.each([
  ["start", "npm start"],
  ["dev", "npm run dev"],
])("who typed the command of %s is told to type %s with another port", async (event, command) => {
  vi.stubEnv("npm_lifecycle_event", event);
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  await expect(requireFreePort(port, "127.0.0.1")).rejects.toThrow(
    `Port ${port} is in use. Stop what uses it, or choose another: PORT=${port === 65535 ? 8790 : port + 3} ${command}`,
  );
  server.close();
});
