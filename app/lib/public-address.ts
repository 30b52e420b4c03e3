/**
 * Which addresses on the network are public. What somebody types as an address of another service must not lead into the
 * network this installation stands in. Source: IANA's special-purpose address registries (RFC 6890 and its updates).
 */

/** First address and prefix length of each IPv4 block that is not public. */
const CLOSED_V4 = [
  "0.0.0.0/8",
  "10.0.0.0/8",
  "100.64.0.0/10",
  "127.0.0.0/8",
  "169.254.0.0/16",
  "172.16.0.0/12",
  "192.0.0.0/24",
  "192.0.2.0/24",
  "192.88.99.0/24",
  "192.168.0.0/16",
  "198.18.0.0/15",
  "198.51.100.0/24",
  "203.0.113.0/24",
  "224.0.0.0/3",
].map((block) => {
  const [address = "", length = "0"] = block.split("/");
  return { start: numberOfV4(address) ?? 0, size: 2 ** (32 - Number(length)) };
});

/** Names that resolvers answer from within a network, or that no resolver answers. RFC 6761, RFC 6762, RFC 8375, ICANN `.internal`. */
const CLOSED_SUFFIXES = [
  "localhost",
  "local",
  "internal",
  "home.arpa",
  "arpa",
  "onion",
  "lan",
  "intranet",
  "corp",
  "home",
];

/** Whether an IPv4 address in dotted form or an IPv6 address (without brackets) is public. Anything else is not. */
export function isPublicIp(text: string): boolean {
  const v4 = numberOfV4(text);
  if (v4 !== null) return !CLOSED_V4.some(({ start, size }) => v4 >= start && v4 < start + size);
  const groups = groupsOfV6(text);
  if (!groups) return false;
  const [first = 0, second = 0] = groups;
  // All that was given out for general use is in 2000::/3; within it, these are tunnels, tests and documentation.
  if (first < 0x2000 || first > 0x3fff) return false;
  if (first === 0x2001 && (second < 0x0200 || second === 0x0db8)) return false;
  return first !== 0x2002 && !(first === 0x3fff && second < 0x1000);
}

/** Whether a host, as `URL.hostname` writes it, may be public: a name with a dot that is no name of a network's own, or a public IP address. */
export function mayBePublicHost(hostname: string): boolean {
  const host = hostname.toLowerCase().replace(/\.$/, "");
  if (host.startsWith("[")) return isPublicIp(host.slice(1, -1));
  if (isIp(host)) return isPublicIp(host);
  if (!host.includes(".")) return false;
  return !CLOSED_SUFFIXES.some((suffix) => host === suffix || host.endsWith(`.${suffix}`));
}

/** Whether a host, as `URL.hostname` writes it, is this machine itself, so that nobody listens between. */
export const isLoopbackHost = (hostname: string): boolean => ["localhost", "127.0.0.1", "[::1]"].includes(hostname);

/** Whether a host, as `URL.hostname` writes it, is an IP address. */
export function isIp(hostname: string): boolean {
  return hostname.startsWith("[") || numberOfV4(hostname) !== null || groupsOfV6(hostname) !== null;
}

function numberOfV4(text: string): number | null {
  const parts = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/.exec(text)?.slice(1).map(Number);
  if (!parts || parts.some((part) => part > 255)) return null;
  return parts.reduce((sum, part) => sum * 256 + part, 0);
}

/** The eight groups of an IPv6 address; null for everything else. */
export function groupsOfV6(text: string): number[] | null {
  if (!text.includes(":")) return null;
  // An IPv4 address at the end stands for the last two groups.
  const embedded = /^(.*:)(\d+\.\d+\.\d+\.\d+)$/.exec(text);
  const v4 = embedded ? numberOfV4(embedded[2] ?? "") : null;
  if (embedded && v4 === null) return null;
  const plain =
    v4 === null ? text : `${embedded?.[1]}${Math.floor(v4 / 65_536).toString(16)}:${(v4 % 65_536).toString(16)}`;
  const halves = plain.split("::");
  if (halves.length > 2) return null;
  const [head = [], tail = []] = halves.map((half) => (half === "" ? [] : half.split(":")));
  const missing = 8 - head.length - tail.length;
  if (halves.length === 2 ? missing < 1 : missing !== 0) return null;
  const groups = [...head, ...Array<string>(Math.max(missing, 0)).fill("0"), ...tail];
  if (groups.some((group) => !/^[0-9a-f]{1,4}$/i.test(group))) return null;
  return groups.map((group) => Number.parseInt(group, 16));
}
