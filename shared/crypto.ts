import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  randomBytes,
  timingSafeEqual,
} from "node:crypto";
import { Buffer } from "node:buffer";

export function sha256(data: string | Uint8Array): Buffer {
  return createHash("sha256").update(data).digest();
}

export function hmacSha256(key: Uint8Array, data: string | Uint8Array): Buffer {
  return createHmac("sha256", key).update(data).digest();
}

/** Constant-time comparison; unequal lengths are unequal. */
export function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && timingSafeEqual(a, b);
}

/**
 * Encrypts columns with AES-256-GCM. Every ciphertext carries its key's id (`<key id>.<base64url of iv, tag, text>`), so that operators
 * can rotate keys: the first key of `SECRETS_KEYS` encrypts, all of them decrypt.
 */
export class Keyring {
  readonly #keys: ReadonlyMap<string, Buffer>;
  readonly currentKeyId: string;

  /**
   * @param spec `id=base64 of 32 bytes`, comma-separated.
   * @throws Error that gives a wrong entry's number only, because an entry without an id is a bare key.
   */
  constructor(spec: string) {
    const keys = new Map<string, Buffer>();
    for (const [i, entry] of spec.split(",").entries()) {
      const [, id, text] = /^\s*([A-Za-z0-9_-]{1,32})=([A-Za-z0-9+/]+={0,2})\s*$/.exec(entry) ?? [];
      if (id === undefined || text === undefined) {
        throw new Error(
          `Cannot read key ${i + 1}: write it as an id of 1–32 characters A–Z a–z 0–9 _ -, "=", base64`,
        );
      }
      const key = Buffer.from(text, "base64");
      if (key.length !== 32) {
        throw new Error(`Cannot read key ${i + 1}: it must be 32 bytes in base64, it has ${key.length}`);
      }
      if (keys.has(id)) throw new Error(`Cannot read key ${i + 1}: its id was given before`);
      keys.set(id, key);
    }
    const first = keys.keys().next();
    if (first.done) throw new Error("Cannot read the keys: there is none");
    this.#keys = keys;
    this.currentKeyId = first.value;
  }

  /** @param context the ciphertext's place, `<table>.<column>:<row id>`; decryption in any other place fails. */
  encrypt(plain: string | Uint8Array, context: string): string {
    const iv = randomBytes(12);
    const cipher = createCipheriv("aes-256-gcm", this.#key(this.currentKeyId), iv);
    cipher.setAAD(Buffer.from(context));
    const body = Buffer.concat([cipher.update(plain as string), cipher.final()]);
    return `${this.currentKeyId}.${Buffer.concat([iv, cipher.getAuthTag(), body]).toString("base64url")}`;
  }

  /** @throws Error when the key is unknown, or the text was altered or encrypted for another context. */
  decrypt(sealed: string, context: string): string {
    const split = sealed.indexOf(".");
    const bytes = Buffer.from(sealed.slice(split + 1), "base64url");
    const decipher = createDecipheriv(
      "aes-256-gcm",
      this.#key(sealed.slice(0, split)),
      bytes.subarray(0, 12),
      { authTagLength: 16 },
    );
    decipher.setAAD(Buffer.from(context));
    decipher.setAuthTag(bytes.subarray(12, 28));
    return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString("utf8");
  }

  /** The key of one purpose, such as signing cursors, derived from the first key. */
  derive(purpose: string): Buffer {
    return hmacSha256(this.#key(this.currentKeyId), purpose);
  }

  #key(id: string): Buffer {
    const key = this.#keys.get(id);
    if (key === undefined) throw new Error(`Cannot decrypt: key ${id} is not among SECRETS_KEYS`);
    return key;
  }
}
