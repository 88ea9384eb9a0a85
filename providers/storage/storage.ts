/**
 * Where uploaded files are kept. Customers put them there by a signed URL; the service reads, lists and removes them.
 * Methods reject with what the store or the disk says where it is out of reach; that is worth trying again.
 */
export interface ObjectStorage {
  /** A URL that takes one kind of file by PUT, as often as wanted, until it expires. */
  presignPut(terms: UploadTerms): Promise<SignedUpload>;
  /** Null where nothing was uploaded. */
  head(key: string, signal?: AbortSignal): Promise<StoredObject | null>;
  /**
   * The content as it stands when reading begins: a replacement in the meantime is not seen.
   * @throws ObjectUnreadable where there is none, or it is larger than `maxBytes`; then not more than that is read.
   */
  read(key: string, options: ReadOptions): AsyncIterable<Uint8Array>;
  /** Removing what is not there is no error. */
  remove(key: string): Promise<void>;
  /** All objects last written before a time, so that they can be forgotten. */
  list(olderThan: Date): AsyncIterable<StoredObject>;
}

export interface UploadTerms {
  /** As {@link uploadKey} makes it. */
  readonly key: string;
  /** A media type in lower case without parameters, such as `text/csv`. */
  readonly contentType: string;
  readonly maxBytes: number;
  readonly expiresInSeconds: number;
}

export interface SignedUpload {
  readonly url: string;
  /** Headers that the PUT must carry. */
  readonly headers: Readonly<Record<string, string>>;
  readonly expiresAt: Date;
}

export interface StoredObject {
  readonly key: string;
  readonly bytes: number;
  /** Changes with the content. */
  readonly etag: string;
  readonly modifiedAt: Date;
}

export interface ReadOptions {
  readonly maxBytes: number;
  readonly signal?: AbortSignal;
}

/** Reading a stored object again will not help: it is not there, or is larger than the reader allows. */
export class ObjectUnreadable extends Error {
  readonly reason: "missing" | "too_large";

  constructor(reason: "missing" | "too_large", message: string) {
    super(message);
    this.name = "ObjectUnreadable";
    this.reason = reason;
  }
}

export function missing(): ObjectUnreadable {
  return new ObjectUnreadable("missing", "No file was uploaded, or it was removed.");
}

export function tooLarge(maxBytes: number): ObjectUnreadable {
  return new ObjectUnreadable(
    "too_large",
    `The uploaded file is larger than ${maxBytes.toLocaleString("en-US")} bytes.`,
  );
}
