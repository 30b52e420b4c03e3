import { describe, expect, test } from "vitest";
import { clientAddress, withClientAddress } from "../../../workers/app/client-address";

function received(clientIp: string | undefined, headers: Record<string, string> = {}): Request {
  return Object.assign(new Request("http://localhost/", { headers }), { cf: clientIp ? { clientIp } : {} });
}

describe("the client's address", () => {
  test.each([
    ["192.0.2.1:4711", "192.0.2.1"],
    ["[2001:db8::1]:4711", "2001:db8::1"],
  ])("is read from the socket %s where nobody names it", (socket, address) => {
    expect(clientAddress(withClientAddress(received(socket)))).toBe(address);
  });

  test("is what the edge or a proxy names", () => {
    const request = withClientAddress(received("127.0.0.1:4711", { "cf-connecting-ip": "198.51.100.7" }));
    expect(clientAddress(request)).toBe("198.51.100.7");
  });

  test("is unknown where there is neither", () => {
    expect(clientAddress(withClientAddress(received(undefined)))).toBe("unknown");
  });
});
