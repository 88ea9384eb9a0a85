import type { IncomingHttpHeaders } from "node:http";
import { randomUUID } from "node:crypto";
import { type FileHandle, mkdir, open, readdir, rename, stat, unlink } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Readable } from "node:stream";
import { checkUploadHeaders, discardRest, receivedBytes } from "./receive.ts";
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
import { UploadRefused } from "./upload-refused.ts";
import { signUploadToken, verifyUploadToken } from "./upload-token.ts";

export interface LocalDiskOptions {
  /** Holds `uploads/` and, for what is still being received, `incoming/`. API and worker share it. */
  readonly directory: string;
  /** Where customers reach the service; uploads go to `<baseUrl>/uploads/<token>`. */
  readonly baseUrl: string;
  /** At least 32 bytes. Every process that hands out or takes uploads has the same. */
  readonly signingKey: Uint8Array;
  readonly now?: () => Date;
}

/** An unfinished file that nothing was written to for so long belongs to a process that is gone: a live upload gives up before. */
const ABANDONED_MS = 60_000;

/** Uploads on the local disk, taken by the service itself: the default, for one machine. */
export class LocalDiskStorage implements ObjectStorage {
  readonly kind = "local-disk";
  readonly #directory: string;
  readonly #incoming: string;
  readonly #baseUrl: string;
  readonly #signingKey: Uint8Array;
  readonly #now: () => Date;

  private constructor({ directory, baseUrl, signingKey, now = () => new Date() }: LocalDiskOptions) {
    if (signingKey.length < 32) {
      throw new RangeError("Cannot sign uploads: the key must have at least 32 bytes");
    }
    this.#directory = directory;
    this.#incoming = join(directory, "incoming");
    this.#baseUrl = baseUrl.replace(/\/+$/, "");
    this.#signingKey = signingKey;
    this.#now = now;
  }

  /** Makes the folders where they are missing, and sweeps what an earlier process left unfinished. */
  static async open(options: LocalDiskOptions): Promise<LocalDiskStorage> {
    const storage = new LocalDiskStorage(options);
    await mkdir(join(options.directory, UPLOADS_PREFIX), { recursive: true, mode: 0o700 });
    await mkdir(storage.#incoming, { recursive: true, mode: 0o700 });
    await storage.sweep();
    return storage;
  }

  presignPut({ key, contentType, maxBytes, expiresInSeconds }: UploadTerms): Promise<SignedUpload> {
    const expiresAt = new Date(this.#now().getTime() + expiresInSeconds * 1_000);
    const token = signUploadToken(this.#signingKey, { key, contentType, maxBytes, expiresAt });
    const url = `${this.#baseUrl}/uploads/${token}`;
    return Promise.resolve({ url, headers: { "content-type": contentType }, expiresAt });
  }

  /**
   * Takes the PUT of a signed URL: streams the body to a file of its own, and once all of it is on the disk, puts it in its place at
   * once. Of uploads at the same time the one that ends last stays; a reader sees one of them whole.
   *
   * @throws UploadRefused, an ApiError with status, code and message of the answer; nothing is then left behind.
   */
  async receive(
    token: string,
    headers: IncomingHttpHeaders,
    body: Readable,
  ): Promise<StoredObject> {
    const chunks: AsyncIterator<Uint8Array> = body[Symbol.asyncIterator]();
    try {
      const grant = verifyUploadToken(this.#signingKey, token, this.#now());
      checkUploadHeaders(headers, grant);
      await this.sweep();
      await this.#write(this.#path(grant.key), receivedBytes(chunks, headers, grant));
      return await this.head(grant.key) ?? Promise.reject(missing());
    } catch (error) {
      if (error instanceof UploadRefused && error.reason !== "stalled") void discardRest(body, chunks);
      throw error;
    }
  }

  /** All or nothing: whoever looks sees the file as it was before, or the whole new one, also after a power failure. */
  async #write(path: string, bytes: AsyncIterable<Uint8Array>): Promise<void> {
    const unfinished = join(this.#incoming, `${randomUUID()}.part`);
    try {
      const file = await open(unfinished, "wx", 0o600);
      try {
        await file.writeFile(bytes);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(unfinished, path);
    } catch (error) {
      await removeFile(unfinished);
      throw error;
    }
    await syncDirectory(dirname(path));
  }

  async head(key: string): Promise<StoredObject | null> {
    try {
      return storedObject(key, await stat(this.#path(key)));
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  }

  async *read(key: string, { maxBytes, signal }: ReadOptions): AsyncGenerator<Uint8Array> {
    let file: FileHandle;
    try {
      file = await open(this.#path(key), "r");
    } catch (error) {
      throw isMissing(error) ? missing() : error;
    }
    try {
      if ((await file.stat()).size > maxBytes) throw tooLarge(maxBytes);
      // A file in its place is never written to again, so this size holds.
      yield* file.createReadStream({ autoClose: false, ...(signal === undefined ? {} : { signal }) });
    } finally {
      await file.close();
    }
  }

  async remove(key: string): Promise<void> {
    await removeFile(this.#path(key));
  }

  async *list(olderThan: Date): AsyncGenerator<StoredObject> {
    for (const name of await readdir(join(this.#directory, UPLOADS_PREFIX))) {
      const key = UPLOADS_PREFIX + name;
      const object = isUploadKey(key) ? await this.head(key) : null;
      if (object !== null && object.modifiedAt < olderThan) yield object;
    }
  }

  /** Removes unfinished files that their process will not finish. Runs at the start and before every upload. */
  async sweep(): Promise<void> {
    for (const name of await readdir(this.#incoming)) {
      const path = join(this.#incoming, name);
      const written = await stat(path).catch(() => null);
      // The file system's clock stamped it, so the real time counts here, whatever clock expiry goes by.
      if (written !== null && Date.now() - written.mtimeMs > ABANDONED_MS) await removeFile(path);
    }
  }

  #path(key: string): string {
    return join(this.#directory, checkedKey(key));
  }
}

function storedObject(
  key: string,
  file: { size: number; mtime: Date; mtimeMs: number; ino: number },
): StoredObject {
  const etag = `"${file.ino.toString(16)}-${file.size.toString(16)}-${
    Math.round(file.mtimeMs).toString(16)
  }"`;
  return { key, bytes: file.size, etag, modifiedAt: file.mtime };
}

async function removeFile(path: string): Promise<void> {
  await unlink(path).catch((error) => {
    if (!isMissing(error)) throw error;
  });
}

/** A renamed file survives a power failure once its folder is on the disk too. */
async function syncDirectory(path: string): Promise<void> {
  const directory = await open(path, "r");
  await directory.sync().finally(() => directory.close());
}

function isMissing(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === "ENOENT";
}
