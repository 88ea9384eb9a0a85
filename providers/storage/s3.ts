import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  paginateListObjectsV2,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from "@aws-sdk/client-s3";
import { getSignedUrl } from "@aws-sdk/s3-request-presigner";
import { inClientSpan } from "#shared/tracing.ts";
import {
  keyOf,
  type ObjectStorage,
  ObjectUnreadable,
  type ReadOptions,
  runOfKey,
  type S3Config,
  type SignedUpload,
  type StoredObject,
  UPLOAD_CONTENT_TYPE,
  UPLOAD_URL_SECONDS,
  UPLOADS_PREFIX,
} from "./storage.ts";

/**
 * Uploads in an S3-compatible store, where customers put them directly. The signature binds key, expiry and content type, and an exact
 * size where it is known, so the store refuses another. It cannot bind a range of sizes (only a POST policy can): `head` shows the size, and
 * `read` refuses more than `maxBytes` before and while it reads.
 *
 * The credentials need `s3:PutObject`, `s3:GetObject`, `s3:DeleteObject` on `uploads/*`, and `s3:ListBucket`, without which a store
 * answers 403 for a missing object.
 */
export class S3Storage implements ObjectStorage {
  readonly kind = "s3";
  readonly #client: S3Client;
  readonly #bucket: string;
  readonly #now: () => Date;
  /** Of the store; empty for Amazon's own. */
  readonly #address: string;

  constructor({ bucket, region, endpoint, pathStyle, credentials }: S3Config, now = () => new Date()) {
    this.#bucket = bucket;
    this.#now = now;
    this.#address = endpoint ?? "";
    this.#client = new S3Client({
      region,
      forcePathStyle: pathStyle,
      ...(endpoint === null ? {} : { endpoint }),
      ...(credentials === null ? {} : {
        credentials: {
          accessKeyId: credentials.accessKeyId,
          secretAccessKey: credentials.secretAccessKey.reveal(),
        },
      }),
      // By default the SDK signs the checksum of an empty body into every URL, which no file fits.
      requestChecksumCalculation: "WHEN_REQUIRED",
      responseChecksumValidation: "WHEN_REQUIRED",
      requestHandler: { connectionTimeout: 5_000, socketTimeout: 30_000 },
    });
  }

  async presignPut(id: string, bytes: number | null = null): Promise<SignedUpload> {
    const signingDate = this.#now();
    const command = new PutObjectCommand({
      Bucket: this.#bucket,
      Key: keyOf(id),
      ContentType: UPLOAD_CONTENT_TYPE,
      ...(bytes === null ? {} : { ContentLength: bytes }),
    });
    const url = await getSignedUrl(this.#client, command, {
      expiresIn: UPLOAD_URL_SECONDS,
      signingDate,
      signableHeaders: new Set(bytes === null ? ["content-type"] : ["content-type", "content-length"]),
    });
    // A signature's time has whole seconds, and the store counts from there.
    const signedAtSeconds = Math.floor(signingDate.getTime() / 1_000);
    const expiresAt = new Date((signedAtSeconds + UPLOAD_URL_SECONDS) * 1_000);
    return { url, headers: { "content-type": UPLOAD_CONTENT_TYPE }, expiresAt };
  }

  async head(id: string, signal?: AbortSignal): Promise<StoredObject | null> {
    try {
      const command = new HeadObjectCommand({ Bucket: this.#bucket, Key: keyOf(id) });
      const options = signal === undefined ? {} : { abortSignal: signal };
      const object = await this.#span("HeadObject", () => this.#client.send(command, options));
      return storedObject(id, object.ContentLength, object.ETag, object.LastModified);
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  }

  async *read(id: string, { maxBytes, signal }: ReadOptions): AsyncGenerator<Uint8Array> {
    const command = new GetObjectCommand({ Bucket: this.#bucket, Key: keyOf(id) });
    const options = signal === undefined ? {} : { abortSignal: signal };
    const { Body, ContentLength } = await this.#span("GetObject", () => this.#client.send(command, options))
      .catch((error) => {
        throw isMissing(error) ? ObjectUnreadable.missing() : error;
      });
    // The SDK's type covers browsers too; outside them the body is a Readable.
    const body = Body as AsyncIterable<Uint8Array> & { destroy(): void };
    if (ContentLength !== undefined && ContentLength > maxBytes) {
      body.destroy();
      throw ObjectUnreadable.tooLarge(maxBytes);
    }
    let total = 0;
    for await (const chunk of body) {
      total += chunk.length;
      if (total > maxBytes) throw ObjectUnreadable.tooLarge(maxBytes);
      yield chunk;
    }
    if (ContentLength !== undefined && total !== ContentLength) {
      throw new Error(`Cannot read ${keyOf(id)}: the store sent ${total} of ${ContentLength} bytes`);
    }
  }

  async remove(id: string, signal?: AbortSignal): Promise<void> {
    const command = new DeleteObjectCommand({ Bucket: this.#bucket, Key: keyOf(id) });
    const options = signal === undefined ? {} : { abortSignal: signal };
    await this.#span("DeleteObject", () => this.#client.send(command, options));
  }

  #span<T>(operation: string, request: () => Promise<T>): Promise<T> {
    return inClientSpan(`S3 ${operation}`, this.#address, request);
  }

  async *list(olderThan: Date): AsyncGenerator<StoredObject> {
    const pages = paginateListObjectsV2({ client: this.#client }, {
      Bucket: this.#bucket,
      Prefix: UPLOADS_PREFIX,
    });
    for await (const { Contents: contents = [] } of pages) {
      for (const { Key: key, Size, ETag, LastModified } of contents) {
        const id = key === undefined ? null : runOfKey(key);
        if (id === null) continue;
        const object = storedObject(id, Size, ETag, LastModified);
        if (object.modifiedAt < olderThan) yield object;
      }
    }
  }
}

function storedObject(
  id: string,
  bytes: number | undefined,
  etag: string | undefined,
  modifiedAt: Date | undefined,
): StoredObject {
  if (bytes === undefined || modifiedAt === undefined) {
    throw new Error(`Cannot use ${keyOf(id)}: the store reports no size and age`);
  }
  return { id, bytes, etag: etag ?? "", modifiedAt };
}

function isMissing(error: unknown): boolean {
  return error instanceof S3ServiceException && (error.name === "NotFound" || error.name === "NoSuchKey");
}
