import process from "node:process";
import { ConfigError, Secret, SettingsReader } from "#shared/settings-reader.ts";

export type StorageConfig = { readonly kind: "local-disk"; readonly directory: string } | S3Config;

export interface S3Config {
  readonly kind: "s3";
  readonly bucket: string;
  readonly region: string;
  /** Null: Amazon's for the region. Customers must reach it under the same name. */
  readonly endpoint: string | null;
  /** The bucket in the path instead of in the host's name. */
  readonly pathStyle: boolean;
  /** Null: wherever the SDK finds some, such as the machine's role. */
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: Secret } | null;
}

/** Mean nothing without `S3_BUCKET`. */
const NEEDS_BUCKET = [
  "S3_REGION",
  "S3_ENDPOINT",
  "S3_PATH_STYLE",
  "S3_ACCESS_KEY_ID",
  "S3_SECRET_ACCESS_KEY",
];

/**
 * Reads where uploads are kept from the environment:
 *
 * | setting | meaning |
 * |---|---|
 * | `UPLOADS_DIR` | a folder that API and worker share; used unless there is a bucket |
 * | `S3_BUCKET` | a bucket of an S3-compatible store; set: uploads go there |
 * | `S3_REGION` | its region (us-east-1) |
 * | `S3_ENDPOINT` | the store's address where it is not Amazon's, as customers reach it |
 * | `S3_PATH_STYLE` | 1: the bucket stands in the path, as most other stores want |
 * | `S3_ACCESS_KEY_ID`, `S3_SECRET_ACCESS_KEY` | both, or neither for the SDK's own search |
 *
 * @throws ConfigError naming every setting that is missing or wrong.
 */
export function storageConfigFromEnv(
  env: Readonly<Record<string, string | undefined>> = process.env,
): StorageConfig {
  const read = new SettingsReader(env);
  const config = readStorageConfig(read);
  if (read.faults.length > 0) throw new ConfigError(read.faults);
  return config;
}

/** The same with the faults left in the reader, for a caller that reads other settings too. */
export function readStorageConfig(read: SettingsReader): StorageConfig {
  const bucket = read.optional("S3_BUCKET");
  if (bucket === null) {
    for (const name of NEEDS_BUCKET) {
      if (read.optional(name) !== null) read.faults.push(`${name} is set, but S3_BUCKET is missing`);
    }
    const directory = read.optional("UPLOADS_DIR");
    if (directory === null) {
      read.faults.push("UPLOADS_DIR is missing (or S3_BUCKET, for an S3-compatible store)");
    }
    return { kind: "local-disk", directory: directory ?? "" };
  }
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket)) {
    read.faults.push(
      "S3_BUCKET must be 3 to 63 characters a-z 0-9 . - and begin and end with a letter or digit",
    );
  }
  return {
    kind: "s3",
    bucket,
    region: read.text("S3_REGION", "us-east-1"),
    endpoint: readEndpoint(read),
    pathStyle: read.flag("S3_PATH_STYLE"),
    credentials: readCredentials(read),
  };
}

function readEndpoint(read: SettingsReader): string | null {
  if (read.optional("S3_ENDPOINT") === null) return null;
  const endpoint = read.url("S3_ENDPOINT", ["http:", "https:"]);
  const url = URL.canParse(endpoint) ? new URL(endpoint) : null;
  if (url !== null && (url.username !== "" || url.password !== "" || url.search !== "" || url.hash !== "")) {
    read.faults.push("S3_ENDPOINT must have no user, password, query or fragment");
  }
  return endpoint;
}

function readCredentials(read: SettingsReader): S3Config["credentials"] {
  const accessKeyId = read.optional("S3_ACCESS_KEY_ID");
  const secretAccessKey = read.optional("S3_SECRET_ACCESS_KEY");
  if (accessKeyId !== null && secretAccessKey !== null) {
    return { accessKeyId, secretAccessKey: new Secret(secretAccessKey) };
  }
  if (accessKeyId !== null || secretAccessKey !== null) {
    read.faults.push("S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must both be set, or neither");
  }
  return null;
}
