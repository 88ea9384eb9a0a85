import assert from "node:assert/strict";
import { connect } from "node:net";
import { Readable } from "node:stream";
import { MacKeys } from "#shared/crypto.ts";
import { newId } from "#shared/ids.ts";
import { openLocalDisk } from "#providers/storage/local-disk.ts";
import { UploadError } from "#providers/storage/upload.ts";
import { MAX_UPLOAD_BYTES } from "#shared/uploads.ts";
import { CSV, LocalDiskFixture, NOTHING, UNCOUNTED } from "./local-disk-fixture.ts";
import type { AdmitUpload } from "#providers/storage/local-disk.ts";

describe("uploads on the local disk", () => {
  const disk = new LocalDiskFixture();
  const { sign, put, stored, files, raw } = disk;

  describe("a signed URL", () => {
    it("takes a file, which the service then finds, reads and removes", async () => {
      const { id, url, headers, expiresAt } = await sign();
      assert.ok(url.startsWith(`http://127.0.0.1:${disk.server.port}/uploads/`));
      assert.deepEqual(headers, { "content-type": "text/csv" });
      assert.equal(expiresAt.toISOString(), "2026-11-20T12:15:00.000Z");
      assert.equal(await disk.storage.head(id), null);

      assert.deepEqual(await put(url, CSV), { status: 200, text: String(CSV.length) });
      assert.equal((await disk.storage.head(id))?.bytes, CSV.length);
      assert.equal(await stored(id), CSV);
      assert.deepEqual(await files(), { uploads: [`${id}.csv`], incoming: [] });

      await disk.storage.remove(id);
      await disk.storage.remove(id);
      assert.equal(await disk.storage.head(id), null);
      await assert.rejects(stored(id), { name: "ObjectUnreadable", reason: "missing" });
    });

    it("accepts parameters of the content type, and an unknown length", async () => {
      const { id, url } = await sign();
      const pieces = new ReadableStream({
        start(controller) {
          for (const line of CSV.split(/(?<=\n)/)) controller.enqueue(new TextEncoder().encode(line));
          controller.close();
        },
      });
      assert.equal((await put(url, pieces, { "content-type": "Text/CSV; charset=utf-8" })).status, 200);
      assert.equal(await stored(id), CSV);
    });

    it("takes exactly 25 MiB", async () => {
      const { id, url } = await sign();
      assert.equal((await put(url, new Uint8Array(MAX_UPLOAD_BYTES))).status, 200);
      assert.equal((await disk.storage.head(id))?.bytes, MAX_UPLOAD_BYTES);
    });

    it("is rejected after its expiry, used before or not", async () => {
      const [used, fresh] = [await sign(), await sign()];
      assert.equal((await put(used.url, CSV)).status, 200);
      disk.clock = new Date("2026-11-20T12:14:59.999Z");
      assert.equal((await put(used.url, CSV)).status, 200);
      disk.clock = new Date("2026-11-20T12:15:00Z");
      for (const { url } of [used, fresh]) {
        const { status, text } = await put(url, "changed");
        assert.equal(status, 403);
        assert.match(text, /^The upload URL expired at 2026-11-20T12:15:00.000Z/);
      }
      assert.equal(await stored(used.id), CSV);
      assert.deepEqual(await files(), { uploads: [`${used.id}.csv`], incoming: [] });
    });

    it("is rejected with any one of its characters altered", async () => {
      const { url } = await sign();
      const token = url.slice(url.lastIndexOf("/") + 1);
      for (let at = 0; at < token.length; at++) {
        const other = token[at] === "A" ? "B" : "A";
        const altered = token.slice(0, at) + other + token.slice(at + 1);
        await assert.rejects(disk.storage.receive(altered, {}, Readable.from([]), UNCOUNTED), {
          reason: "altered",
        });
      }
      const { status, text } = await put(`${url}A`, CSV);
      assert.equal(status, 403);
      assert.match(text, /not one that this service signed/);
      for (const token of ["", ".", "a.b", "..%2f..%2fetc", "%00"]) {
        assert.equal((await put(`http://127.0.0.1:${disk.server.port}/uploads/${token}`, CSV)).status, 403);
      }
      assert.deepEqual(await files(), NOTHING);
    });

    it("is rejected when another key signed it", async () => {
      const { url } = await sign();
      disk.storage = await openLocalDisk({
        directory: disk.directory,
        baseUrl: url,
        signingKeys: new MacKeys([new Uint8Array(32)]),
      });
      assert.equal((await put(url, CSV)).status, 403);
    });

    it("is signed for no other key", async () => {
      for (
        const id of ["../secret", "../../x", "/etc/passwd", "a", `uploads/${newId()}.csv`, "../../etc/passwd"]
      ) {
        await assert.rejects(async () => await disk.storage.presignPut(id), RangeError);
        await assert.rejects(disk.storage.head(id), RangeError);
        await assert.rejects(disk.storage.remove(id), RangeError);
        await assert.rejects(
          disk.storage.read(id, { maxBytes: 1 })[Symbol.asyncIterator]().next(),
          RangeError,
        );
      }
    });
  });

  describe("a rejected upload leaves nothing behind", () => {
    it("of another type", async () => {
      const { url } = await sign();
      for (const type of ["application/json", "text/plain", "text/csvx", "multipart/form-data; text/csv"]) {
        const { status, text } = await put(url, CSV, { "content-type": type });
        assert.equal(status, 415);
        assert.match(text, /Content-Type: text\/csv, not "/);
      }
      const compressed = await put(url, CSV, { "content-encoding": "gzip" });
      assert.equal(compressed.status, 415);
      assert.match(compressed.text, /without Content-Encoding/);
      assert.deepEqual(await files(), NOTHING);
    });

    it("without a type", async () => {
      const { url } = await sign();
      const outcome = disk.server.nextOutcome();
      const answer = await raw(url, "content-length: 3\r\n", "abc");
      assert.match(answer, /^HTTP\/1.1 415 /);
      assert.match((await outcome)?.message ?? "", /without one/);
      assert.deepEqual(await files(), NOTHING);
    });

    it("whose announced length is too large, before its body", async () => {
      const { url } = await sign();
      const headers = `content-type: text/csv\r\ncontent-length: ${MAX_UPLOAD_BYTES + 1}\r\n`;
      const answer = await raw(url, headers, "only the beginning");
      assert.match(answer, /^HTTP\/1.1 413 /);
      assert.match(answer, /The file is larger than 26,214,400 bytes\./);
      assert.deepEqual(await files(), NOTHING);
    });

    it("whose body grows too large, with a clear answer", async () => {
      const { url } = await sign();
      const whole = await put(url, new Uint8Array(MAX_UPLOAD_BYTES + 1));
      assert.equal(whole.status, 413);
      const block = new Uint8Array(64 * 1024);
      let sent = 0;
      const endless = new ReadableStream({
        pull(controller) {
          sent += block.length;
          if (sent > 2 * MAX_UPLOAD_BYTES) controller.close();
          else controller.enqueue(block);
        },
      });
      const streamed = await put(url, endless);
      assert.equal(streamed.status, 413);
      assert.match(streamed.text, /larger than 26,214,400 bytes/);
      assert.deepEqual(await files(), NOTHING);
    });

    const beginnings = {
      "with an announced length": "content-length: 1000\r\n\r\nsegment,",
      "in chunks, between two": "transfer-encoding: chunked\r\n\r\n8\r\nsegment,\r\n",
      "in chunks, inside one": "transfer-encoding: chunked\r\n\r\n64\r\nsegment,",
    };
    for (const [how, beginning] of Object.entries(beginnings)) {
      it(`that is cut off, sent ${how}`, async () => {
        const { url, id } = await sign();
        assert.equal((await put(url, CSV)).status, 200);
        const outcome = disk.server.nextOutcome();
        const socket = connect(disk.server.port, "127.0.0.1");
        const path = new URL(url).pathname;
        socket.write(`PUT ${path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: text/csv\r\n${beginning}`);
        // Cuts the connection once the server has begun to write the file.
        await until(async () => (await files()).incoming.length === 1);
        socket.destroy();
        const failure = await outcome;
        assert.equal(failure?.reason, "cut_off");
        assert.equal(failure.status, 400);
        assert.match(failure.message, /The file was cut off/);
        // The earlier file stays.
        assert.deepEqual(await files(), { uploads: [`${id}.csv`], incoming: [] });
        assert.equal(await stored(id), CSV);
      });
    }

    it("and is counted before its first byte as announced, then as it came", async () => {
      const { url } = await sign();
      const token = url.slice(url.lastIndexOf("/") + 1);
      const counted: unknown[] = [];
      const admit: AdmitUpload = (_key, bytes) => {
        counted.push(bytes);
        return Promise.resolve((came, stored) => Promise.resolve(counted.push([came, stored]) > 0));
      };
      const receive = (headers: object, text: string) =>
        disk.storage.receive(
          token,
          { "content-type": "text/csv", ...headers },
          Readable.from([new TextEncoder().encode(text)]),
          admit,
        );
      await receive({ "content-length": "4" }, "abcd");
      await assert.rejects(receive({ "content-length": "9" }, "abc"), { reason: "cut_off" });
      await receive({}, "abcdef");
      assert.deepEqual(counted, [4, [4, 4], 9, [3, null], MAX_UPLOAD_BYTES, [6, 6]]);
      const refusing = () => Promise.reject(new UploadError("daily_bytes", "Enough for today."));
      const headers = { "content-type": "text/csv" };
      await assert.rejects(disk.storage.receive(token, headers, Readable.from([]), refusing), {
        reason: "daily_bytes",
      });
    });

    it("that is shorter or longer than announced", async () => {
      const { url } = await sign();
      const token = url.slice(url.lastIndexOf("/") + 1);
      for (const announced of ["3", "5"]) {
        const body = Readable.from([new TextEncoder().encode("abcd")]);
        const headers = { "content-type": "text/csv", "content-length": announced };
        await assert.rejects(disk.storage.receive(token, headers, body, UNCOUNTED), {
          reason: "cut_off",
          message: `The file was cut off: ${announced} bytes were announced, 4 came.`,
        });
      }
      assert.deepEqual(await files(), NOTHING);
    });
  });
});

async function until(condition: () => Promise<boolean>): Promise<void> {
  while (!await condition()) await new Promise((resolve) => setImmediate(resolve));
}
