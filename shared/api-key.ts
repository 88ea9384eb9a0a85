import { randomBytes } from "node:crypto";
import { crc32 } from "node:zlib";

const BASE62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

function base62(value: number, width: number): string {
  let text = "";
  for (let rest = value; text.length < width; rest = Math.floor(rest / 62)) {
    text = BASE62.charAt(rest % 62) + text;
  }
  return text;
}

function randomBase62(length: number): string {
  let text = "";
  while (text.length < length) {
    // 248 = 4 × 62: using the bytes from 248 on would favour the first eight characters.
    for (const byte of randomBytes(length)) {
      if (byte < 248 && text.length < length) text += BASE62.charAt(byte % 62);
    }
  }
  return text;
}

/** A new key: `sk_`, 40 random base62 characters (238 bits), and the CRC-32 of these 43 characters as 6 base62 digits. */
export function newApiKey(): string {
  const body = `sk_${randomBase62(40)}`;
  return body + base62(crc32(body), 6);
}

/** Whether form and checksum fit, so that the API refuses a mistyped key without a lookup. */
export function isWellFormedApiKey(key: string): boolean {
  return /^sk_[0-9A-Za-z]{46}$/.test(key) && base62(crc32(key.slice(0, -6)), 6) === key.slice(-6);
}

/** The scopes of API keys; a session has all six (specification, "Methods"). */
export const SCOPES = [
  "simulations:read",
  "insights:read",
  "training:read",
  "training:write",
  "webhooks:read",
  "webhooks:write",
] as const;
export type Scope = (typeof SCOPES)[number];
