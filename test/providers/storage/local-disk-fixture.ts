import { createServer } from "node:http";
import { connect } from "node:net";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type AdmitUpload, type LocalDiskStorage, openLocalDisk } from "#providers/storage/local-disk.ts";
import { UploadError } from "#providers/storage/upload.ts";
import { MacKeys } from "#shared/crypto.ts";
import { newId } from "#shared/ids.ts";
import { MAX_UPLOAD_BYTES } from "#shared/uploads.ts";
import { listen } from "#testing/caller.ts";

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
  const { url, close } = await listen(server);
  return {
    port: Number(new URL(url).port),
    nextOutcome: () => new Promise((resolve) => waiting.push(resolve)),
    close,
  };
}

export const CSV = "segment,question,observed_yes_pct\noverall,q,50\n";
export const NOTHING = { uploads: [], incoming: [] };

/** A local disk for each test, behind a server; `clock` is the storage's time. */
export class LocalDiskFixture {
  directory!: string;
  storage!: LocalDiskStorage;
  server!: UploadServer;
  clock!: Date;

  /** Call inside a `describe`. */
  constructor() {
    beforeEach(async () => {
      this.directory = await mkdtemp(join(tmpdir(), "uploads-"));
      this.clock = new Date("2026-11-20T12:00:00Z");
      this.server = await startUploadServer(() => this.storage);
      this.storage = await this.open();
    });
    afterEach(async () => {
      await this.server.close();
      await rm(this.directory, { recursive: true });
    });
  }

  open = (): Promise<LocalDiskStorage> =>
    openLocalDisk({
      directory: this.directory,
      baseUrl: `http://127.0.0.1:${this.server.port}/`,
      signingKeys: new MacKeys([new Uint8Array(32).fill(7)]),
      now: () => this.clock,
    });

  sign = async (id = newId()) => ({ id, ...await this.storage.presignPut(id) });

  put = async (url: string, body: BodyInit, headers: Record<string, string> = {}) => {
    const response = await fetch(url, {
      method: "PUT",
      headers: { "content-type": "text/csv", ...headers },
      body,
      // Node wants it for streams; the type does not know it.
      ...{ duplex: "half" },
    });
    return { status: response.status, text: await response.text() };
  };

  stored = async (id: string): Promise<string> => {
    const chunks = [];
    for await (const chunk of this.storage.read(id, { maxBytes: MAX_UPLOAD_BYTES })) {
      chunks.push(chunk);
    }
    return new TextDecoder().decode(await new Blob(chunks as BlobPart[]).arrayBuffer());
  };

  files = async () => ({
    uploads: await readdir(join(this.directory, "uploads")),
    incoming: await readdir(join(this.directory, "incoming")),
  });

  /** Sends the beginning of a PUT and returns the server's answer to it. */
  raw = (url: string, headers: string, body: string): Promise<string> =>
    new Promise((resolve, reject) => {
      const socket = connect(this.server.port, "127.0.0.1");
      let answer = "";
      socket.setEncoding("utf8").on("error", reject).on("data", (text) => {
        answer += text;
        if (!/\r\n\r\n(?:.*\.$|[\s\S]*0\r\n\r\n$)/.test(answer)) return;
        socket.destroy();
        resolve(answer);
      });
      socket.write(`PUT ${new URL(url).pathname} HTTP/1.1\r\nhost: localhost\r\n${headers}\r\n${body}`);
    });
}
