import { Buffer } from "node:buffer";
import { hmacSha256, sameBytes } from "#shared/crypto.ts";
import { checkedKey } from "./upload.ts";
import { UploadRefused } from "./upload-refused.ts";

/** What a token allows: a PUT of one type and size to one key, until a time. */
export interface UploadGrant {
  readonly key: string;
  readonly contentType: string;
  readonly maxBytes: number;
  readonly expiresAt: Date;
}

/** `<base64url of the grant>.<base64url of its HMAC-SHA-256>`. It is signed, not encrypted: nothing in it is secret. */
export function signUploadToken(signingKey: Uint8Array, grant: UploadGrant): string {
  const { key, contentType, maxBytes, expiresAt } = grant;
  const fields = [checkedKey(key), contentType, maxBytes, expiresAt.getTime()];
  const payload = Buffer.from(JSON.stringify(fields)).toString("base64url");
  return `${payload}.${signature(signingKey, payload)}`;
}

/** @throws UploadRefused where the token is not one of ours, was altered, or has expired. */
export function verifyUploadToken(signingKey: Uint8Array, token: string, now: Date): UploadGrant {
  const [payload = "", signed = "", ...rest] = token.split(".");
  // Texts are compared, not the bytes that they decode to: base64url has several spellings of the same bytes.
  const genuine = sameBytes(Buffer.from(signed), Buffer.from(signature(signingKey, payload)));
  if (!genuine || rest.length > 0) {
    throw new UploadRefused(
      "altered",
      "The upload URL is not one that this service signed, or it was altered.",
    );
  }
  const [key, contentType, maxBytes, expires] = JSON.parse(Buffer.from(payload, "base64url").toString()) as [
    string,
    string,
    number,
    number,
  ];
  const expiresAt = new Date(expires);
  if (now >= expiresAt) {
    throw new UploadRefused(
      "expired",
      `The upload URL expired at ${expiresAt.toISOString()}. Create a new training run to get another.`,
    );
  }
  return { key: checkedKey(key), contentType, maxBytes, expiresAt };
}

function signature(signingKey: Uint8Array, payload: string): string {
  return hmacSha256(signingKey, `upload/${payload}`).toString("base64url");
}
