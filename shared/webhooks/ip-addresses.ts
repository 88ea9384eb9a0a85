import { BlockList, isIP } from "node:net";
import { normalizeAddress } from "../addresses.ts";

/** IPv4 ranges that deliveries must not reach: the not globally reachable blocks of RFC 6890, multicast, class E. */
const REFUSED_V4 = [
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
  "224.0.0.0/4",
  "240.0.0.0/4",
];

/** The only allocated global unicast range; NAT64, unique local, link local and multicast lie outside it. */
const ALLOWED_V6 = ["2000::/3"];

/** Inside 2000::/3: protocol assignments with Teredo, documentation, 6to4 (which embeds any IPv4), documentation. */
const REFUSED_V6 = ["2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20"];

const refusedV4 = blockList(REFUSED_V4, "ipv4");
const allowedV6 = blockList(ALLOWED_V6, "ipv6");
const refusedV6 = blockList(REFUSED_V6, "ipv6");
const loopbackV4 = blockList(["127.0.0.0/8"], "ipv4");

/** Whether a text is an address on the public internet, v4 or v6; any other text is not. */
export function isPublicAddress(ip: string): boolean {
  const address = normalizeAddress(ip);
  switch (isIP(address)) {
    case 4:
      return !refusedV4.check(address, "ipv4");
    case 6:
      return allowedV6.check(address, "ipv6") && !refusedV6.check(address, "ipv6");
    default:
      return false;
  }
}

/** Whether an address is 127.0.0.0/8 or ::1, v4-mapped forms included. */
export function isLoopbackAddress(ip: string): boolean {
  const address = normalizeAddress(ip);
  return isIP(address) === 4 ? loopbackV4.check(address, "ipv4") : address === "::1";
}

function blockList(ranges: readonly string[], family: "ipv4" | "ipv6"): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const slash = range.indexOf("/");
    list.addSubnet(range.slice(0, slash), Number(range.slice(slash + 1)), family);
  }
  return list;
}
