/** The most custom headers of a subscription (contract, "Webhooks"). */
export const MAX_CUSTOM_HEADERS = 20;

/** The most bytes of all names and values of a subscription's custom headers. */
export const MAX_CUSTOM_HEADER_BYTES = 4096;

/** Names that the service, the HTTP connection or a proxy sets or reads. */
const REFUSED_NAMES = new Set([
  "host",
  "connection",
  "keep-alive",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
  "expect",
  "date",
  "user-agent",
  "accept-encoding",
  "cookie",
  "forwarded",
  "via",
  "x-real-ip",
  "traceparent",
  "tracestate",
]);

const REFUSED_PREFIXES = ["content-", "proxy-", "sec-", "x-forwarded-", "x-service-", "webhook-"];

/** Checks a custom header's name. @returns the fault, to follow the header's name in a sentence, or null. */
export function checkHeaderName(name: string): string | null {
  if (!/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name)) return "is not a valid HTTP header name";
  const lower = name.toLowerCase();
  if (REFUSED_NAMES.has(lower) || REFUSED_PREFIXES.some((prefix) => lower.startsWith(prefix))) {
    return "is set by the service or the connection";
  }
  return null;
}

/**
 * Checks a custom header's value: a field value of RFC 9110, section 5.5, of visible ASCII, with blanks and tabs only between. The RFC
 * also allows the octets 0x80 to 0xFF as obsolete text, which receivers read differently.
 *
 * @returns the fault, to follow the header's name in a sentence, or null.
 */
export function checkHeaderValue(value: string): string | null {
  return /^(?:[\x21-\x7e](?:[\t\x20-\x7e]*[\x21-\x7e])?)?$/.test(value)
    ? null
    : "may have visible ASCII characters, with blanks or tabs between them only";
}

/** The first fault of a subscription's custom headers; `name` is null for a fault of the whole set. */
export interface HeaderFault {
  readonly name: string | null;
  readonly reason: string;
}

/** Checks a subscription's custom headers. @returns the first fault, or null. */
export function checkCustomHeaders(headers: Readonly<Record<string, string>>): HeaderFault | null {
  const entries = Object.entries(headers);
  if (entries.length > MAX_CUSTOM_HEADERS) {
    return {
      name: null,
      reason: `must have at most ${MAX_CUSTOM_HEADERS} headers, and has ${entries.length}`,
    };
  }
  const names = new Set<string>();
  let bytes = 0;
  for (const [name, value] of entries) {
    const reason = checkHeaderName(name) ?? checkHeaderValue(value);
    if (reason !== null) return { name, reason };
    const lower = name.toLowerCase();
    if (names.has(lower)) return { name, reason: "is given twice" };
    names.add(lower);
    bytes += name.length + value.length;
  }
  if (bytes > MAX_CUSTOM_HEADER_BYTES) {
    return {
      name: null,
      reason: `must have at most ${MAX_CUSTOM_HEADER_BYTES} bytes, and has ${bytes}`,
    };
  }
  return null;
}
