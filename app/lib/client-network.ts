import { groupsOfV6 } from "./public-address";

/**
 * The network by which a client is counted, from its address: an IPv4 address itself; of IPv6 the first 64 bits
 * ("2001:db8:0:1::/64"), since whoever has one address there has all of them (RFC 6177, RFC 8981). Anything else as it is.
 */
export function clientNetwork(address: string): string {
  const groups = groupsOfV6(address);
  if (!groups) return address;
  const [, , , , , marker, high = 0, low = 0] = groups;
  // An IPv4 client of a socket that takes both, `::ffff:192.0.2.1`.
  if (marker === 0xffff && groups.slice(0, 5).every((group) => group === 0)) {
    return [high >> 8, high & 255, low >> 8, low & 255].join(".");
  }
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(":")}::/64`;
}
