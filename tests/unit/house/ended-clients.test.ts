import { expect, it } from "vitest";
import { rowAddresses } from "../../../workers/tooling/ended-clients.mjs";

it("an IPv4 client is looked for under both forms that the kernel's tables have", () => {
  expect(rowAddresses("127.0.0.1:4711")).toEqual(["0100007F:1267", "0000000000000000FFFF00000100007F:1267"]);
});

it("an IPv6 client is looked for word by word, the low byte first", () => {
  expect(rowAddresses("[::1]:80")).toEqual(["00000000000000000000000001000000:0050"]);
  expect(rowAddresses("[2001:db8::a:1]:65535")).toEqual(["B80D0120000000000000000001000A00:FFFF"]);
  expect(rowAddresses("[::ffff:192.0.2.1]:1")).toEqual(["0000000000000000FFFF0000010200C0:0001"]);
});

it("what is no address with a port is looked for nowhere", () => {
  for (const peer of ["", "unknown", "127.0.0.1", "1.2.3:4", "[:::]:1", "[1.2.3.4]:1", "unix:/run/socket"])
    expect(rowAddresses(peer)).toEqual([]);
});
