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
import type { S3Config } from "./config.ts";
import {
  missing,
  type ObjectStorage,
  type ReadOptions,
  type SignedUpload,
  type StoredObject,
  tooLarge,
  type UploadTerms,
} from "./storage.ts";
import { checkedKey, isUploadKey, UPLOADS_PREFIX } from "./upload.ts";

/**
 * Uploads in any S3-compatible store, put there by customers themselves. The signature binds key, expiry and content type, so the
 * store refuses another type. It cannot bind a range of sizes (only a POST policy can): `head` tells the size, and `read` refuses
 * more than `maxBytes` before and while it reads.
 *
 * The credentials need `s3:PutObject`, `s3:GetObject`, `s3:DeleteObject` on `uploads/*`, and `s3:ListBucket`, without which a store
 * answers 403 where nothing was uploaded.
 */
export class S3Storage implements ObjectStorage {
  readonly kind = "s3";
  readonly #client: S3Client;
  readonly #bucket: string;
  readonly #now: () => Date;

  constructor({ bucket, region, endpoint, pathStyle, credentials }: S3Config, now = () => new Date()) {
    this.#bucket = bucket;
    this.#now = now;
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
      // Else a checksum of the empty body goes into every signed URL, and no file fits it.
      requestChecksumCalculation: "WHEN_REQUIRED",
      responseChecksumValidation: "WHEN_REQUIRED",
      requestHandler: { connectionTimeout: 5_000, socketTimeout: 30_000 },
    });
  }

  async presignPut({ key, contentType, expiresInSeconds }: UploadTerms): Promise<SignedUpload> {
    const signingDate = this.#now();
    const command = new PutObjectCommand({
      Bucket: this.#bucket,
      Key: checkedKey(key),
      ContentType: contentType,
    });
    const url = await getSignedUrl(this.#client, command, {
      expiresIn: expiresInSeconds,
      signingDate,
      signableHeaders: new Set(["content-type"]),
    });
    // The store counts from the signature's time, which has whole seconds.
    const signed = Math.floor(signingDate.getTime() / 1_000);
    const expiresAt = new Date((signed + expiresInSeconds) * 1_000);
    return { url, headers: { "content-type": contentType }, expiresAt };
  }

  async head(key: string, signal?: AbortSignal): Promise<StoredObject | null> {
    try {
      const found = await this.#client.send(
        new HeadObjectCommand({ Bucket: this.#bucket, Key: checkedKey(key) }),
        signal === undefined ? {} : { abortSignal: signal },
      );
      return storedObject(key, found.ContentLength, found.ETag, found.LastModified);
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  }

  async *read(key: string, { maxBytes, signal }: ReadOptions): AsyncGenerator<Uint8Array> {
    const found = await this.#client.send(
      new GetObjectCommand({ Bucket: this.#bucket, Key: checkedKey(key) }),
      signal === undefined ? {} : { abortSignal: signal },
    ).catch((error) => {
      throw isMissing(error) ? missing() : error;
    });
    const body = found.Body as AsyncIterable<Uint8Array> & { destroy(): void };
    if ((found.ContentLength ?? 0) > maxBytes) {
      body.destroy();
      throw tooLarge(maxBytes);
    }
    let total = 0;
    for await (const chunk of body) {
      total += chunk.length;
      if (total > maxBytes) throw tooLarge(maxBytes);
      yield chunk;
    }
    if (found.ContentLength !== undefined && total !== found.ContentLength) {
      throw new Error(`Cannot read ${key}: the store sent ${total} of ${found.ContentLength} bytes`);
    }
  }

  async remove(key: string): Promise<void> {
    await this.#client.send(new DeleteObjectCommand({ Bucket: this.#bucket, Key: checkedKey(key) }));
  }

  async *list(olderThan: Date): AsyncGenerator<StoredObject> {
    const pages = paginateListObjectsV2({ client: this.#client }, {
      Bucket: this.#bucket,
      Prefix: UPLOADS_PREFIX,
    });
    for await (const { Contents: contents = [] } of pages) {
      for (const { Key: key = "", Size, ETag, LastModified } of contents) {
        const object = storedObject(key, Size, ETag, LastModified);
        if (isUploadKey(key) && object.modifiedAt < olderThan) yield object;
      }
    }
  }
}

function storedObject(
  key: string,
  bytes: number | undefined,
  etag: string | undefined,
  modifiedAt: Date | undefined,
): StoredObject {
  if (bytes === undefined || modifiedAt === undefined) {
    throw new Error(`Cannot use ${key}: the store does not tell its size and age`);
  }
  return { key, bytes, etag: etag ?? "", modifiedAt };
}

function isMissing(error: unknown): boolean {
  return error instanceof S3ServiceException && (error.name === "NotFound" || error.name === "NoSuchKey");
}
