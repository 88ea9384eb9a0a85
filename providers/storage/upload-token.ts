import { Buffer } from "node:buffer";
import type { MacKeys } from "#shared/crypto.ts";
import { requireUploadKey, UploadError } from "./upload.ts";

/** What the bearer of a token may do: PUT one file of a type and size under one key, until a time. */
export interface UploadGrant {
  readonly key: string;
  readonly contentType: string;
  readonly maxBytes: number;
  readonly expiresAt: Date;
}

/**
 * Signs a grant as `<base64url of the grant>.<base64url of its HMAC-SHA-256>`. The token is not encrypted: it holds no secret.
 * @throws RangeError for a key that is no upload's.
 */
export function signUploadToken(keys: MacKeys, grant: UploadGrant): string {
  const { key, contentType, maxBytes, expiresAt } = grant;
  const fields = [requireUploadKey(key), contentType, maxBytes, expiresAt.getTime()];
  const payload = Buffer.from(JSON.stringify(fields)).toString("base64url");
  return `${payload}.${keys.sign(payload).toString("base64url")}`;
}

/** @throws UploadError for a token that the service did not sign, that was altered, or that has expired. */
export function verifyUploadToken(keys: MacKeys, token: string, now: Date): UploadGrant {
  const [payload = "", signed = "", ...rest] = token.split(".");
  const code = Buffer.from(signed, "base64url");
  // base64url has several spellings of the same bytes.
  const isGenuine = code.toString("base64url") === signed && keys.verify(payload, code);
  if (!isGenuine || rest.length > 0) {
    throw new UploadError(
      "altered",
      "The upload URL is not one that this service signed, or it was altered.",
    );
  }
  const fields: SignedFields = JSON.parse(Buffer.from(payload, "base64url").toString());
  const [key, contentType, maxBytes, expires] = fields;
  const expiresAt = new Date(expires);
  if (now >= expiresAt) {
    throw new UploadError(
      "expired",
      `The upload URL expired at ${expiresAt.toISOString()}. Create a new training run to get another.`,
    );
  }
  return { key: requireUploadKey(key), contentType, maxBytes, expiresAt };
}

type SignedFields = readonly [key: string, contentType: string, maxBytes: number, expiresAtMs: number];
