/**
 * Tells the site which of its clients have ended their side of the connection. The runtime notices a connection that is
 * reset (then the request's signal fires), but a client that goes usually ends it in order, which the runtime takes for one
 * that has said all and still listens. The kernel's table has both; where there is none (it is Linux's), nobody has ended.
 */
import fs from "node:fs/promises";
import net from "node:net";

const TABLES = ["/proc/net/tcp", "/proc/net/tcp6"];
/** The peer has ended its side, and ours is still open. */
const CLOSE_WAIT = "08";

/**
 * A service for the site: `?peer=192.0.2.1:4711` is answered `ended` or `open`.
 *
 * @param {() => number} port where the site listens
 * @returns {(request: { url: string }) => Promise<Response>}
 */
export function endedClients(port) {
  return async (request) => {
    const peer = new URL(request.url).searchParams.get("peer") ?? "";
    return new Response((await hasEnded(port(), peer)) ? "ended" : "open");
  };
}

async function hasEnded(port, peer) {
  const addresses = rowAddresses(peer);
  const rows = addresses.map((address) => `:${hex(port, 4)} ${address} ${CLOSE_WAIT} `);
  for (const table of rows.length > 0 ? TABLES : []) {
    const text = await fs.readFile(table, "latin1").catch(() => "");
    if (rows.some((row) => text.includes(row))) return true;
  }
  return false;
}

/**
 * A peer as the tables write it: an IPv4 address may be in either. Empty for what is no address with a port.
 *
 * @param {string} peer `192.0.2.1:4711` or `[2001:db8::1]:4711`
 * @returns {string[]}
 */
export function rowAddresses(peer) {
  const [, v4, v6, port] = /^(?:([\d.]+)|\[([\da-f:.]+)\]):(\d{1,5})$/i.exec(peer) ?? [];
  const end = `:${hex(Number(port), 4)}`;
  if (v4 && net.isIPv4(v4)) {
    const word = wordOf(v4.split(".").map(Number));
    return [`${word}${end}`, `0000000000000000FFFF0000${word}${end}`];
  }
  if (!v6 || !net.isIPv6(v6)) return [];
  const bytes = bytesOfV6(v6);
  return [`${[0, 4, 8, 12].map((at) => wordOf(bytes.slice(at, at + 4))).join("")}${end}`];
}

/** Four bytes as the number that the kernel, whose numbers begin with the low byte, takes them for. */
const wordOf = (bytes) =>
  bytes
    .toReversed()
    .map((byte) => hex(byte, 2))
    .join("");

function bytesOfV6(address) {
  // In a URL it has its shortest form, without dots.
  const [head, tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split("::");
  const groups = (part) => (part ? part.split(":").map((group) => Number.parseInt(group, 16)) : []);
  const [before, after] = [groups(head), groups(tail)];
  const gap = Array.from({ length: 8 - before.length - after.length }, () => 0);
  return [...before, ...gap, ...after].flatMap((group) => [group >> 8, group & 255]);
}

const hex = (number, digits) => number.toString(16).toUpperCase().padStart(digits, "0");
