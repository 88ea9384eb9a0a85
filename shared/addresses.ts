import { isIP } from "node:net";

/**
 * Normalises an address: v6 compressed, v4-mapped v6 (`::ffff:a.b.c.d` in any spelling) as its v4 address.
 *
 * @returns an empty string for a text that is no address, or that names a zone (`fe80::1%eth0`)
 */
export function normalizeAddress(ip: string): string {
  const family = isIP(ip);
  if (family === 4) return ip;
  if (family !== 6 || ip.includes("%")) return "";
  const compressed = new URL(`http://[${ip}]`).hostname.slice(1, -1);
  const [, high, low] = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(compressed) ?? [];
  return high === undefined || low === undefined ? compressed : `${twoBytes(high)}.${twoBytes(low)}`;
}

/** Four hexadecimal digits as the two decimal bytes of a dotted address. */
function twoBytes(group: string): string {
  const value = parseInt(group, 16);
  return `${value >> 8}.${value & 255}`;
}

const GROUPS = 8;
const NETWORK_GROUPS = 4;

/**
 * The network whose requests count together: a v4 address alone, a v6 address with its whole /64, which one customer of a provider gets
 * (RFC 6177). A text that is no address is its own network.
 */
export function networkOf(ip: string): string {
  const address = normalizeAddress(ip.replace(/%.*$/, ""));
  if (isIP(address) !== 6) return address === "" ? ip : address;
  const [head = "", tail] = address.split("::");
  const before = head === "" ? [] : head.split(":");
  const after = tail === undefined || tail === "" ? [] : tail.split(":");
  const zeros: string[] = Array(GROUPS - before.length - after.length).fill("0");
  return `${[...before, ...zeros, ...after].slice(0, NETWORK_GROUPS).join(":")}::/64`;
}

/** The /48 around a v6 network, which one site gets (RFC 6177); null for a v4 address. @param network as {@link networkOf} returns it */
export function siteOf(network: string): string | null {
  const [, site] = /^((?:[0-9a-f]+:){3})[0-9a-f]+::\/64$/.exec(network) ?? [];
  return site === undefined ? null : `${site}:/48`;
}
