import assert from "node:assert/strict";
import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Secret } from "#shared/settings-reader.ts";
import { newId } from "#shared/ids.ts";
import { S3Storage } from "#providers/storage/s3.ts";

// test/ci/storage-s3.test.ts tests a sound store.
describe("an unsound S3-compatible store", () => {
  let server: Server;
  let answer: (response: ServerResponse) => void;
  let closed: Promise<void>;
  let storage: S3Storage;

  before(async () => {
    server = createServer((_, response) => {
      closed = new Promise((resolve) => response.on("close", resolve));
      answer(response);
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    storage = new S3Storage({
      kind: "s3",
      bucket: "calibration",
      region: "us-east-1",
      endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      pathStyle: true,
      credentials: { accessKeyId: "access", secretAccessKey: new Secret("secret") },
    });
  });
  after(() => {
    server.closeAllConnections();
    server.close();
  });

  async function read(maxBytes: number): Promise<number> {
    let bytes = 0;
    for await (const chunk of storage.read(newId(), { maxBytes })) bytes += chunk.length;
    return bytes;
  }

  it("that never answers a removal is left when the signal aborts", async () => {
    answer = () => {};
    const removed = storage.remove(newId(), AbortSignal.timeout(200));
    await assert.rejects(removed, /abort|timeout/i);
    await closed;
  });

  it("that sends an endless file without a length is read to the limit, then disconnected", async () => {
    answer = (response) => {
      const more = () => {
        while (!response.destroyed && response.write(new Uint8Array(65_536)));
      };
      response.on("drain", more);
      more();
    };
    await assert.rejects(read(1_000_000), { name: "ObjectUnreadable", reason: "too_large" });
    await closed;
  });

  it("that announces too large a file is disconnected at once", async () => {
    answer = (response) => response.writeHead(200, { "content-length": "2000000" }).write("a");
    await assert.rejects(read(1_000_000), { name: "ObjectUnreadable", reason: "too_large" });
    await closed;
  });

  it("that breaks off does not pass for a whole file", async () => {
    answer = (response) => {
      response.writeHead(200, { "content-length": "1000" });
      response.write("half", () => response.destroy());
    };
    await assert.rejects(read(1_000_000), (error: Error) => error.name !== "ObjectUnreadable");
  });
});
