import { isUuid } from "#shared/ids.ts";
import type { SettingsReader } from "#shared/settings-reader.ts";

/**
 * A store for the calibration files of training runs, one of each. Customers put them there by a signed URL; the service reads, lists and
 * removes them, by the id of the run. Methods reject with the store's or the disk's own error when it is out of reach, which callers retry, and
 * with a RangeError for an id that is no UUID.
 */
export interface ObjectStorage {
  /** Who receives what customers PUT: this service, or the store itself. */
  readonly kind: "local-disk" | "s3";
  /**
   * Signs a URL that takes a run's file by PUT, any number of times, for {@link UPLOAD_URL_SECONDS}.
   * @param bytes its exact size, where it is known: a store that can only sign a size or none then refuses any other.
   */
  presignPut(id: string, bytes?: number | null): Promise<SignedUpload>;
  /** The file of a run; null where nothing was uploaded. */
  head(id: string, signal?: AbortSignal): Promise<StoredObject | null>;
  /**
   * Reads the content as it stands when reading begins, whatever replaces it later.
   * @throws ObjectUnreadable for a missing object, and for one larger than `maxBytes`, of which it reads no more than that.
   */
  read(id: string, options: ReadOptions): AsyncIterable<Uint8Array>;
  /** Removes a run's file, if there is one. */
  remove(id: string, signal?: AbortSignal): Promise<void>;
  /** Lists the files last written before a time, for data retention. */
  list(olderThan: Date): AsyncIterable<StoredObject>;
}

/** A file's media type, and how long a URL takes it (decisions, "Training"). */
export const UPLOAD_CONTENT_TYPE = "text/csv";
export const UPLOAD_URL_SECONDS = 15 * 60;
export const UPLOADS_PREFIX = "uploads/";
const KEY = /^uploads\/([^/]+)\.csv$/;

/** Where a store keeps a run's file: a function of the run's id, never of a customer's text. @throws RangeError for an id that is no UUID */
export function keyOf(id: string): string {
  if (!isUuid(id)) throw new RangeError(`Cannot use ${JSON.stringify(id)} in a key: it is no UUID`);
  return `${UPLOADS_PREFIX}${id}.csv`;
}

/** The run whose file a key names; null for another key. */
export function runOfKey(key: string): string | null {
  const [, id = ""] = KEY.exec(key) ?? [];
  return isUuid(id) ? id : null;
}

export interface SignedUpload {
  readonly url: string;
  /** Headers that the PUT must carry. */
  readonly headers: Readonly<Record<string, string>>;
  readonly expiresAt: Date;
}

export interface StoredObject {
  /** Of the training run. */
  readonly id: string;
  readonly bytes: number;
  /** Changes with the content. */
  readonly etag: string;
  readonly modifiedAt: Date;
}

export interface ReadOptions {
  readonly maxBytes: number;
  readonly signal?: AbortSignal;
}

/** An object that no retry makes readable: it is missing, or larger than the reader allows. */
export class ObjectUnreadable extends Error {
  readonly reason: "missing" | "too_large";

  private constructor(reason: "missing" | "too_large", message: string) {
    super(message);
    this.name = "ObjectUnreadable";
    this.reason = reason;
  }

  static missing(): ObjectUnreadable {
    return new ObjectUnreadable("missing", "No file was uploaded, or it was removed.");
  }

  static tooLarge(maxBytes: number): ObjectUnreadable {
    return new ObjectUnreadable(
      "too_large",
      `The uploaded file is larger than ${maxBytes.toLocaleString("en-US")} bytes.`,
    );
  }
}

export type StorageConfig = Readonly<ReturnType<typeof readStorageConfig>>;
export type S3Config = Extract<StorageConfig, { readonly kind: "s3" }>;

/** Settings without a meaning where `S3_BUCKET` is unset. */
const BUCKET_SETTINGS = [
  "S3_REGION",
  "S3_ENDPOINT",
  "S3_PATH_STYLE",
  "S3_ACCESS_KEY_ID",
  "S3_SECRET_ACCESS_KEY",
];

/** Reads the settings of docs/training.md, "For operators". Adds a sentence to `read.faults` for every one that is missing or wrong. */
export function readStorageConfig(read: SettingsReader) {
  const bucket = read.optional("S3_BUCKET");
  if (bucket === null) {
    read.orphans("S3_BUCKET", BUCKET_SETTINGS);
    const directory = read.optional("UPLOADS_DIR");
    if (directory === null) {
      read.faults.push("UPLOADS_DIR is missing (or S3_BUCKET, for an S3-compatible store)");
    }
    return { kind: "local-disk", directory: directory ?? "" } as const;
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
    /** As customers reach it too. Null: Amazon's for the region. */
    endpoint: readEndpoint(read),
    /** The bucket in the path instead of in the host's name. */
    pathStyle: read.flag("S3_PATH_STYLE"),
    /** Null: the SDK's own search, such as the machine's role. */
    credentials: readCredentials(read),
  } as const;
}

function readEndpoint(read: SettingsReader): string | null {
  if (read.optional("S3_ENDPOINT") === null) return null;
  const endpoint = read.url("S3_ENDPOINT", ["http:", "https:"]);
  if (!URL.canParse(endpoint)) return endpoint;
  const { username, password, search, hash } = new URL(endpoint);
  if (username + password + search + hash !== "") {
    read.faults.push("S3_ENDPOINT must have no user, password, query or fragment");
  }
  return endpoint;
}

function readCredentials(read: SettingsReader) {
  const accessKeyId = read.optional("S3_ACCESS_KEY_ID");
  const secretAccessKey = read.secret("S3_SECRET_ACCESS_KEY");
  if (accessKeyId !== null && secretAccessKey !== null) return { accessKeyId, secretAccessKey };
  if (accessKeyId !== null || secretAccessKey !== null) {
    read.faults.push("S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must both be set, or neither");
  }
  return null;
}
