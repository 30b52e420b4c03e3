let networks = 0;

const group = (number: number) => (number & 0xffff).toString(16);

/**
 * The address of a client in a network of its own, for `cf-connecting-ip`: limits by network are shared with no other test, nor
 * with another process that uses the same product. Of an IPv6 address its first 64 bits count, see app/lib/client-network.ts.
 */
export const newNetwork = (): string => `2001:db8:${group(process.pid)}:${group(++networks)}::1`;
