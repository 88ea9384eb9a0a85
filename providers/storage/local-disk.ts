import { mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import type { IncomingHttpHeaders } from "node:http";
import { basename, dirname, join } from "node:path";
import type { Readable } from "node:stream";
import type { MacKeys } from "#shared/crypto.ts";
import {
  assertUploadHeaders,
  signUploadToken,
  UploadBody,
  UploadError,
  verifyUploadToken,
} from "./upload.ts";
import {
  keyOf,
  ObjectUnreadable,
  type ReadOptions,
  runOfKey,
  type SignedUpload,
  type StoredObject,
  UPLOAD_CONTENT_TYPE,
  UPLOAD_URL_SECONDS,
  UPLOADS_PREFIX,
} from "./storage.ts";
import { MAX_UPLOAD_BYTES } from "#shared/uploads.ts";
import { randomUUID } from "node:crypto";

interface LocalDiskOptions {
  /** Holds `uploads/` and, for unfinished files, `incoming/`. API and worker share it. */
  readonly directory: string;
  /** Where customers reach the service; uploads go to `<baseUrl>/uploads/<token>`. */
  readonly baseUrl: string;
  /** The same in every process that signs or takes uploads. */
  readonly signingKeys: MacKeys;
  readonly now?: () => Date;
}

/**
 * Counts a file that is about to be received.
 *
 * @param bytes as announced, or the most that there can be.
 * @returns settles the count once the body has ended, before the new file can be seen, and never throws: `came` bytes of it, and the new file's
 * size, null without one. It returns whether the file is still wanted: its run may have been started or deleted meanwhile.
 * @throws UploadError where the file may not come
 */
export type AdmitUpload = (
  id: string,
  bytes: number,
) => Promise<(came: number, stored: number | null) => Promise<boolean>>;

export type LocalDiskStorage = Awaited<ReturnType<typeof openLocalDisk>>;

/**
 * Opens the storage of uploads on the local disk, which the service itself receives: the default, for one machine. Creates missing folders and
 * removes the unfinished files of dead processes.
 * @throws the disk's error.
 */
export async function openLocalDisk(
  { directory, baseUrl, signingKeys, now = () => new Date() }: LocalDiskOptions,
) {
  const incoming = join(directory, "incoming");
  const pathOf = (id: string) => join(directory, keyOf(id));
  /** Runs whose files are being received. A file as a lock would outlive a killed process. */
  const receiving = new Set<string>();
  for (const folder of [join(directory, UPLOADS_PREFIX), incoming]) {
    await mkdir(folder, { recursive: true, mode: 0o700 });
  }
  await removeAbandonedFiles(incoming);

  /** @throws UploadError `busy` while the run's file is being received */
  async function oneAtATime<T>(id: string, receive: () => Promise<T>): Promise<T> {
    if (receiving.has(id)) {
      throw new UploadError("busy", "Another upload to this URL is being received; send one at a time.");
    }
    receiving.add(id);
    try {
      return await receive();
    } finally {
      receiving.delete(id);
    }
  }

  async function head(id: string): Promise<StoredObject | null> {
    const found = await stat(pathOf(id)).catch((error) => {
      if (isMissingFile(error)) return null;
      throw error;
    });
    return found && storedObject(id, found);
  }

  return {
    kind: "local-disk" as const,
    head,
    presignPut(id: string, bytes: number | null = null): Promise<SignedUpload> {
      const expiresAt = new Date(now().getTime() + UPLOAD_URL_SECONDS * 1_000);
      const token = signUploadToken(signingKeys, { id, maxBytes: bytes ?? MAX_UPLOAD_BYTES, expiresAt });
      const url = `${baseUrl.replace(/\/+$/, "")}/uploads/${token}`;
      return Promise.resolve({ url, headers: { "content-type": UPLOAD_CONTENT_TYPE }, expiresAt });
    },
    /**
     * Receives the PUT of a signed URL into an unfinished file, which replaces the object once all of it is on the disk; a reader sees the
     * old one or the new one whole. While this process receives a PUT of a URL, it refuses another.
     * @param admit counts the file before its first byte.
     * @throws UploadError, an ApiError with status, code and message of the answer; the object is then as before.
     */
    async receive(
      token: string,
      headers: IncomingHttpHeaders,
      body: Readable,
      admit: AdmitUpload,
    ): Promise<StoredObject> {
      const upload = new UploadBody(body);
      try {
        const grant = verifyUploadToken(signingKeys, token, now());
        assertUploadHeaders(headers, grant);
        return await oneAtATime(grant.id, async () => {
          await removeAbandonedFiles(incoming);
          const settle = await admit(grant.id, Number(headers["content-length"] ?? grant.maxBytes));
          let isSettled = false;
          try {
            const bytes = upload.bytes(headers, grant);
            await writeAtomically(incoming, pathOf(grant.id), bytes, async () => {
              isSettled = true;
              if (!await settle(upload.came, upload.came)) {
                const message = "The training run was started meanwhile; it takes no file any more.";
                throw new UploadError("started", message);
              }
            });
          } finally {
            if (!isSettled) await settle(upload.came, null);
          }
          const object = await head(grant.id);
          if (object === null) throw ObjectUnreadable.missing();
          return object;
        });
      } catch (error) {
        if (error instanceof UploadError && !error.isLate) void upload.drain();
        throw error;
      }
    },
    async *read(id: string, { maxBytes, signal }: ReadOptions): AsyncGenerator<Uint8Array> {
      const file = await open(pathOf(id), "r").catch((error) => {
        throw isMissingFile(error) ? ObjectUnreadable.missing() : error;
      });
      try {
        if ((await file.stat()).size > maxBytes) throw ObjectUnreadable.tooLarge(maxBytes);
        // The size holds: a replacement is another file under the same name.
        yield* file.createReadStream({ autoClose: false, ...(signal === undefined ? {} : { signal }) });
      } finally {
        await file.close();
      }
    },
    remove: async (id: string): Promise<void> => await rm(pathOf(id), { force: true }),
    async *list(olderThan: Date): AsyncGenerator<StoredObject> {
      for (const name of await readdir(join(directory, UPLOADS_PREFIX))) {
        const id = runOfKey(UPLOADS_PREFIX + name);
        const object = id === null ? null : await head(id);
        if (object !== null && object.modifiedAt < olderThan) yield object;
      }
    },
  };
}

/** The etag changes with every replacement, which is another file. */
function storedObject(
  id: string,
  { size, mtime, mtimeMs, ino }: { size: number; mtime: Date; mtimeMs: number; ino: number },
): StoredObject {
  const parts = [ino, size, Math.round(mtimeMs)].map((part) => part.toString(16));
  return { id, bytes: size, etag: `"${parts.join("-")}"`, modifiedAt: mtime };
}

/** An unfinished file without a write for so long belongs to a dead process: a live upload stalls after 30 s. */
const ABANDONED_MS = 60_000;

/**
 * Writes a file at once and durably: readers see the old file or the whole new one, also after a power failure.
 * @param unfinishedFolder on the same file system as `path`.
 * @throws the error of `bytes` or of the disk; the old file then stays, and nothing else.
 */
async function writeAtomically(
  unfinishedFolder: string,
  path: string,
  bytes: AsyncIterable<Uint8Array>,
  beforeRename: () => Promise<void>,
): Promise<void> {
  const unfinished = join(unfinishedFolder, `${basename(path)}.${randomUUID()}.part`);
  try {
    const file = await open(unfinished, "wx", 0o600);
    try {
      await file.writeFile(bytes);
      await file.sync();
    } finally {
      await file.close();
    }
    await beforeRename();
    await rename(unfinished, path);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
  // A renamed file survives a power failure once its folder is on the disk too.
  const folder = await open(dirname(path), "r");
  await folder.sync().finally(() => folder.close());
}

/** Removes the unfinished files of dead processes. */
async function removeAbandonedFiles(unfinishedFolder: string): Promise<void> {
  for (const name of await readdir(unfinishedFolder)) {
    const path = join(unfinishedFolder, name);
    const file = await stat(path).catch(() => null);
    // The file system's own clock sets modification times, so their age counts by the real time.
    if (file !== null && Date.now() - file.mtimeMs > ABANDONED_MS) await rm(path, { force: true });
  }
}

/** Whether a file operation failed because the file does not exist. */
function isMissingFile(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}
