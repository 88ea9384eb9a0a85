import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
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
 * Message authentication codes of one purpose, by HMAC-SHA-256. The first key signs and all of them verify, so that processes that are
 * still to be restarted in a rotation of keys accept what the others have signed.
 */
export class MacKeys {
  readonly #keys: readonly Uint8Array[];

  /** @throws RangeError without a key, or for one of fewer than 32 bytes */
  constructor(keys: readonly Uint8Array[]) {
    if (keys.length === 0 || keys.some((key) => key.length < 32)) {
      throw new RangeError("Cannot sign: there must be a key, and each must have at least 32 bytes");
    }
    this.#keys = keys;
  }

  /** @param length the bytes of the code, 12 to 32 */
  sign(data: string | Uint8Array, length = 32): Buffer {
    const [first] = this.#keys;
    if (first === undefined) throw new RangeError("Cannot sign: there is no key");
    return hmacSha256(first, data).subarray(0, length);
  }

  /** Whether any of the keys gives the data this code of exactly `length` bytes; in constant time for each key. */
  verify(data: string | Uint8Array, code: Uint8Array, length = 32): boolean {
    return this.#keys.some((key) => sameBytes(hmacSha256(key, data).subarray(0, length), code));
  }
}

/** A stored secret cannot be read, until its key is back or somebody gives it anew. */
export class UnreadableSecret extends Error {
  override readonly name = "UnreadableSecret";
}

/**
 * Encrypts columns with AES-256-GCM. Every ciphertext carries its key's id (`<key id>.<base64url of iv, tag, text>`), so that operators
 * can rotate keys: the first key of `SECRETS_KEYS` encrypts, all of them decrypt. No key of `SECRETS_KEYS` is used itself: HKDF-SHA-256
 * (RFC 5869) derives one for each purpose, so that no use of one weakens another.
 */
export class Keyring {
  readonly #masters: ReadonlyMap<string, Buffer>;
  /** What encrypts, by the key's id. */
  readonly #encryption: ReadonlyMap<string, Buffer>;
  readonly currentKeyId: string;

  /**
   * @param spec `id=base64 of 32 bytes`, comma-separated.
   * @throws Error that gives a wrong entry's number only, because an entry without an id is a bare key.
   */
  constructor(spec: string) {
    const masters = parseKeys(spec);
    const [first] = masters.keys();
    if (first === undefined) throw new Error("Cannot read the keys: there is none");
    this.#masters = masters;
    this.#encryption = new Map([...masters].map(([id, key]) => [id, deriveKey(key, "encryption")]));
    this.currentKeyId = first;
  }

  /** @param context the ciphertext's place, `<table>.<column>:<row id>`; decryption in any other place fails. */
  encrypt(plain: string | Uint8Array, context: string): string {
    const iv = randomBytes(12);
    const cipher = createCipheriv("aes-256-gcm", this.#encryptionKey(this.currentKeyId), iv);
    cipher.setAAD(Buffer.from(context));
    const body = Buffer.concat([cipher.update(plain as string), cipher.final()]);
    return `${this.currentKeyId}.${Buffer.concat([iv, cipher.getAuthTag(), body]).toString("base64url")}`;
  }

  /** @throws UnreadableSecret when the key is unknown, or the text was altered or encrypted for another context. */
  decrypt(sealed: string, context: string): string {
    const split = sealed.indexOf(".");
    const key = this.#encryptionKey(sealed.slice(0, split));
    const bytes = Buffer.from(sealed.slice(split + 1), "base64url");
    try {
      const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, 12), { authTagLength: 16 });
      decipher.setAAD(Buffer.from(context));
      decipher.setAuthTag(bytes.subarray(12, 28));
      return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString("utf8");
    } catch (cause) {
      throw new UnreadableSecret("Cannot decrypt: the text was altered, or encrypted elsewhere", { cause });
    }
  }

  /** The keys that sign for a purpose, such as `cursors`, and verify what any of `SECRETS_KEYS` has signed for it. */
  macKeys(purpose: string): MacKeys {
    return new MacKeys([...this.#masters.values()].map((master) => deriveKey(master, `mac/${purpose}`)));
  }

  #encryptionKey(id: string): Buffer {
    const key = this.#encryption.get(id);
    if (key === undefined) {
      throw new UnreadableSecret(`Cannot decrypt: key ${id} is not among SECRETS_KEYS`);
    }
    return key;
  }
}

function parseKeys(spec: string): Map<string, Buffer> {
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
  return keys;
}

/** The key of one purpose: RFC 5869 without a salt, which uniform keys do not need. */
function deriveKey(master: Uint8Array, purpose: string): Buffer {
  return Buffer.from(hkdfSync("sha256", master, new Uint8Array(0), `simulation-service/${purpose}`, 32));
}
