import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isPublicIp, mayBePublicHost } from "~/lib/public-address";

const dotted = (address: number) => [24, 16, 8, 0].map((bits) => (address >>> bits) & 255).join(".");
const host = (text: string) => new URL(`https://${text}/`).hostname;

describe("addresses of a network's own", () => {
  it.each([
    ["127.0.0.0", 8],
    ["10.0.0.0", 8],
    ["172.16.0.0", 12],
    ["192.168.0.0", 16],
    ["169.254.0.0", 16],
    ["100.64.0.0", 10],
    ["0.0.0.0", 8],
    ["224.0.0.0", 3],
  ])("are told in all of %s/%i, in whatever way they are written", (start, length) => {
    const first = start.split(".").reduce((sum, part) => sum * 256 + Number(part), 0);
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2 ** (32 - length) - 1 }), (offset) => {
        const address = first + offset;
        const written = [
          dotted(address),
          String(address),
          `0x${address.toString(16)}`,
          `0${address.toString(8)}`,
          `${dotted(address)}.`,
        ];
        for (const each of written) expect([each, mayBePublicHost(host(each))]).toEqual([each, false]);
        const hex = (address >>> 0).toString(16).padStart(8, "0");
        const pair = `${hex.slice(0, 4)}:${hex.slice(4)}`;
        // Within IPv6: mapped, compatible, translated, and by a tunnel.
        for (const each of [`::ffff:${pair}`, `::${pair}`, `64:ff9b::${pair}`, `2002:${pair}::1`])
          expect([each, mayBePublicHost(host(`[${each}]`))]).toEqual([each, false]);
        expect(mayBePublicHost(host(`[::ffff:${dotted(address)}]`))).toBe(false);
      }),
      { numRuns: 60 },
    );
  });

  it("are told in IPv6", () => {
    for (const each of [
      "::",
      "::1",
      "fe80::1",
      "fc00::1",
      "fd12:3456::1",
      "ff02::1",
      "2001:db8::1",
      "2001::1",
      "3fff::1",
    ])
      expect([each, isPublicIp(each)]).toEqual([each, false]);
  });

  it("are told by name", () => {
    const names = [
      "localhost",
      "localhost.",
      "a.localhost",
      "printer",
      "nas.local",
      "db.internal",
      "x.home.arpa",
      "LOCALHOST",
    ];
    for (const each of names) expect([each, mayBePublicHost(each)]).toEqual([each, false]);
  });
});

describe("public addresses", () => {
  it("are those of everybody else", () => {
    for (const each of [
      "1.1.1.1",
      "8.8.8.8",
      "172.15.255.255",
      "172.32.0.1",
      "100.63.0.1",
      "2606:4700::1111",
      "2a00:1450:4001:80b::200e",
    ])
      expect([each, isPublicIp(each)]).toEqual([each, true]);
    for (const each of ["login.example.com", "EXAMPLE.org.", "localhost.example.com", "xn--bcher-kva.example"])
      expect([each, mayBePublicHost(each)]).toEqual([each, true]);
  });

  it("are none where the text is no address", () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        fc.pre(!/^\d+\.\d+\.\d+\.\d+$/.test(text) && !text.includes(":"));
        expect(isPublicIp(text)).toBe(false);
      }),
    );
    for (const each of [
      "1.2.3",
      "1.2.3.256",
      "1.2.3.4.5",
      "1::2::3",
      "12345::",
      "g::1",
      ":::",
      "1:2:3:4:5:6:7:8:9",
      "",
    ])
      expect([each, isPublicIp(each)]).toEqual([each, false]);
  });
});
