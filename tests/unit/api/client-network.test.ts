import { expect, test } from "vitest";
import { clientNetwork } from "../../../app/lib/client-network";

test.each([
  ["192.0.2.1", "192.0.2.1"],
  ["2001:db8::1", "2001:db8:0:0::/64"],
  ["2001:DB8:0:0:ffff:1:2:3", "2001:db8:0:0::/64"],
  ["2001:db8:0:1::1", "2001:db8:0:1::/64"],
  ["::ffff:192.0.2.1", "192.0.2.1"],
  ["::ffff:c000:201", "192.0.2.1"],
  ["unknown", "unknown"],
])("a client at %s is counted as %s", (address, network) => expect(clientNetwork(address)).toBe(network));
