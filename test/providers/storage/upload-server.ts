import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { AdmitUpload, LocalDiskStorage } from "#providers/storage/local-disk.ts";
import { UploadError } from "#providers/storage/upload.ts";

export interface UploadServer {
  readonly port: number;
  /** Resolves with the error, or null, after the next upload. */
  nextOutcome(): Promise<UploadError | null>;
  close(): Promise<void>;
}

/** Admits every file. */
export const UNCOUNTED: AdmitUpload = () => Promise.resolve(() => Promise.resolve(true));

/** Takes `PUT /uploads/<token>` as the API does, over real connections. */
export async function startUploadServer(storage: () => LocalDiskStorage): Promise<UploadServer> {
  const waiting: ((outcome: UploadError | null) => void)[] = [];
  const server = createServer(async (request, response) => {
    const token = request.url?.replace(/^\/uploads\//, "") ?? "";
    let failure: UploadError | null = null;
    try {
      const { bytes } = await storage().receive(token, request.headers, request, UNCOUNTED);
      response.writeHead(200).end(String(bytes));
    } catch (error) {
      if (!(error instanceof UploadError)) throw error;
      failure = error;
      response.writeHead(error.status, error.headers).end(error.message);
    }
    waiting.splice(0).forEach((settle) => settle(failure));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    port: (server.address() as AddressInfo).port,
    nextOutcome: () => new Promise((resolve) => waiting.push(resolve)),
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
