/**
 * A store for uploaded files. Customers put them there by a signed URL; the service reads, lists and removes them. Methods reject with the
 * store's or the disk's own error when it is out of reach, which callers retry.
 */
export interface ObjectStorage {
  /** Who receives what customers PUT: this service, or the store itself. */
  readonly kind: "local-disk" | "s3";
  /** Signs a URL that takes one kind of file by PUT, any number of times, until it expires. */
  presignPut(terms: UploadTerms): Promise<SignedUpload>;
  /** The object under a key; null where nothing was uploaded. */
  head(key: string, signal?: AbortSignal): Promise<StoredObject | null>;
  /**
   * Reads the content as it stands when reading begins, whatever replaces it later.
   * @throws ObjectUnreadable for a missing object, and for one larger than `maxBytes`, of which it reads no more than that.
   */
  read(key: string, options: ReadOptions): AsyncIterable<Uint8Array>;
  /** Removes an object, if there is one. */
  remove(key: string, signal?: AbortSignal): Promise<void>;
  /** Lists the objects last written before a time, for data retention. */
  list(olderThan: Date): AsyncIterable<StoredObject>;
}

export interface UploadTerms {
  /** As `uploadKey` makes it. */
  readonly key: string;
  /** A media type in lower case without parameters, such as `text/csv`. */
  readonly contentType: string;
  readonly maxBytes: number;
  /** The exact size, where it is known: a store that can only sign a size or none then refuses any other. */
  readonly bytes: number | null;
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
