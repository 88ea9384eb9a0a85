import { sha256 } from "../crypto.ts";
import { isIP } from "node:net";
import { isLoopbackAddress, isPublicAddress } from "./ip-addresses.ts";

/** The longest URL that the API accepts, in characters. */
export const MAX_TARGET_URL_LENGTH = 2048;

export interface TargetRules {
  /** `WEBHOOK_ALLOW_LOOPBACK`: also admit `http://` and `https://` on loopback. Set by the development stack only. */
  readonly allowLoopback: boolean;
}

/** `reason` is what the URL must be, to follow its name in a sentence. `url` is the checked URL in its normalised form. */
export type TargetCheck = { readonly ok: true; readonly url: URL } | {
  readonly ok: false;
  readonly reason: string;
};

/**
 * Checks whether deliveries may go to a URL (contract, "Targets"), by the URL alone: HTTPS, no user information, port 443 or
 * 1024–65535, and a public address where the host is an address. The URL standard normalises the host first, so
 * `https://2130706433/`, `https://0177.1/` and `https://[::ffff:7f00:1]/` are all 127.0.0.1. The sender's lookup checks the addresses
 * of names, at every connection.
 */
export function checkTargetUrl(text: string, { allowLoopback }: TargetRules): TargetCheck {
  if (text.length > MAX_TARGET_URL_LENGTH) {
    return refused(`must have at most ${MAX_TARGET_URL_LENGTH} characters`);
  }
  // The URL parser silently drops tabs, line breaks and surrounding blanks, and reads backslashes as slashes.
  // deno-lint-ignore no-control-regex
  if (/[\u0000-\u0020\u007f-\u00a0\\]/.test(text)) {
    return refused("must contain no blank, control character or backslash");
  }
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) {
    return refused("must be an absolute https:// URL");
  }

  const url = new URL(text);
  const onLoopback = isLoopbackHost(url);
  if (onLoopback && !allowLoopback) {
    return refused("must lead to a public address, not to this machine");
  }
  if (url.protocol !== "https:" && !onLoopback) return refused("must be an absolute https:// URL");
  if (url.username !== "" || url.password !== "") {
    return refused("must not contain a user name or password");
  }

  const port = targetPort(url);
  if (port !== 443 && port < 1024) {
    return refused(`must not have the port ${port}: use 443, or 1024 to 65535`);
  }

  const address = literalAddress(url);
  if (address !== null && !onLoopback && !isPublicAddress(address)) {
    return refused("must lead to a public address");
  }
  return { ok: true, url };
}

/** Whether the sender may connect to this address for this URL. */
export function mayConnect(url: URL, address: string, { allowLoopback }: TargetRules): boolean {
  return (allowLoopback && isLoopbackAddress(address)) ||
    (url.protocol === "https:" && isPublicAddress(address));
}

/** A URL's host where that is an address, without brackets; null where it is a name. */
export function literalAddress(url: URL): string | null {
  const host = url.hostname.replace(/^\[|\]$/g, "");
  return isIP(host) === 0 ? null : host;
}

/** A URL's host without the root's trailing dot, for matching certificates and `localhost`. */
export function hostName(url: URL): string {
  return url.hostname.replace(/\.+$/, "");
}

/** Whether a name is reserved for loopback (RFC 6761, section 6.3): `localhost` and everything under it. */
export function isLocalhostName(name: string): boolean {
  return name === "localhost" || name.endsWith(".localhost");
}

/** A URL's port, explicit or by its scheme. */
export function targetPort(url: URL): number {
  if (url.port !== "") return Number(url.port);
  return url.protocol === "https:" ? 443 : 80;
}

function isLoopbackHost(url: URL): boolean {
  const address = literalAddress(url);
  return address === null ? isLocalhostName(hostName(url)) : isLoopbackAddress(address);
}

function refused(reason: string): TargetCheck {
  return { ok: false, reason };
}

/** Where a delivery goes. */
export interface Destination {
  readonly organization_id: string;
  /** Null for a callback. */
  readonly webhook_id: string | null;
  readonly url: string;
}

/**
 * The id of a delivery's endpoint, a UUID. Each subscription is an endpoint of its own, even at a common host; the callbacks of an
 * organization share one by origin and path.
 *
 * @throws TypeError when the URL of a callback cannot be parsed.
 */
export function endpointId({ organization_id, webhook_id, url }: Destination): string {
  if (webhook_id !== null) return webhook_id;
  const { origin, pathname } = new URL(url);
  const digits = sha256(`${organization_id} ${origin}${pathname}`).toString("hex", 0, 16);
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}
