import { mkdtemp, readdir, rm } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { MacKeys } from "#shared/crypto.ts";
import { newId } from "#shared/ids.ts";
import { LocalDiskStorage } from "#providers/storage/local-disk.ts";
import { calibrationUpload, uploadKey } from "#providers/storage/upload.ts";
import { MAX_UPLOAD_BYTES } from "#shared/uploads.ts";
import { startUploadServer, type UploadServer } from "./upload-server.ts";

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
    LocalDiskStorage.open({
      directory: this.directory,
      baseUrl: `http://127.0.0.1:${this.server.port}/`,
      signingKeys: new MacKeys([new Uint8Array(32).fill(7)]),
      now: () => this.clock,
    });

  sign = async (id = newId()) => ({ id, ...await this.storage.presignPut(calibrationUpload(id)) });

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
    for await (const chunk of this.storage.read(uploadKey(id), { maxBytes: MAX_UPLOAD_BYTES })) {
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
