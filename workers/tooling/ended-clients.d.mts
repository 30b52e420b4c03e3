/** A peer, like `192.0.2.1:4711` or `[2001:db8::1]:4711`, as the kernel's tables of connections write it. */
export function rowAddresses(peer: string): string[];
