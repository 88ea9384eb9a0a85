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
    // 248 = 4 × 62: bytes above it would favour the first characters.
    for (const byte of randomBytes(length)) {
      if (byte < 248 && text.length < length) text += BASE62.charAt(byte % 62);
    }
  }
  return text;
}

/** `sk_`, 40 random base62 characters (238 bits), 6 base62 characters of the CRC-32 of what stands before them. */
export function newApiKey(): string {
  const body = `sk_${randomBase62(40)}`;
  return body + base62(crc32(body), 6);
}

/** True when the form and the checksum fit: a mistyped key is refused without a lookup. */
export function isWellFormedApiKey(key: string): boolean {
  return /^sk_[0-9A-Za-z]{46}$/.test(key) && base62(crc32(key.slice(0, -6)), 6) === key.slice(-6);
}
