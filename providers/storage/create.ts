import type { StorageConfig } from "./config.ts";
import { LocalDiskStorage } from "./local-disk.ts";
import type { S3Storage } from "./s3.ts";

/** `kind` tells them apart: the API has a route for uploads only where they are on its own disk. */
export type Storage = LocalDiskStorage | S3Storage;

/** The storage of a process. @throws what the disk says where the folder of local uploads cannot be made. */
export async function createStorage(
  config: StorageConfig,
  service: { readonly baseUrl: string; readonly signingKey: Uint8Array },
): Promise<Storage> {
  if (config.kind === "local-disk") {
    return await LocalDiskStorage.open({ ...service, directory: config.directory });
  }
  // The SDK reads the environment and the system when it is loaded, which a process without a bucket need not be allowed.
  const { S3Storage } = await import("./s3.ts");
  return new S3Storage(config);
}
