import type { MacKeys } from "#shared/crypto.ts";
import type { StorageConfig } from "./storage.ts";
import { type LocalDiskStorage, openLocalDisk } from "./local-disk.ts";
import type { S3Storage } from "./s3.ts";

/**
 * Creates the storage of a process. By its `kind` the API decides on a route for uploads, which it has for the local disk alone.
 * @throws the disk's error where the folder of local uploads cannot be made.
 */
export async function createStorage(
  config: StorageConfig,
  service: { readonly baseUrl: string; readonly signingKeys: MacKeys },
): Promise<LocalDiskStorage | S3Storage> {
  if (config.kind === "local-disk") {
    return await openLocalDisk({ ...service, directory: config.directory });
  }
  // The SDK reads environment and system on import; a process without a bucket may lack those permissions.
  const { S3Storage } = await import("./s3.ts");
  return new S3Storage(config);
}
