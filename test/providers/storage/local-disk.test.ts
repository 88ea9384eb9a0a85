import assert from "node:assert/strict";
import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { newId } from "#shared/ids.ts";
import { LocalDiskStorage } from "#providers/storage/local-disk.ts";
import { calibrationUpload, MAX_UPLOAD_BYTES, uploadKey } from "#providers/storage/upload.ts";
import { startUploadServer, type UploadServer } from "./upload-server.ts";

const signingKey = new Uint8Array(32).fill(7);
const CSV = "segment,question,observed_yes_pct\noverall,q,50\n";

describe("uploads on the local disk", () => {
  let directory: string;
  let storage: LocalDiskStorage;
  let server: UploadServer;
  let clock: Date;

  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), "uploads-"));
    clock = new Date("2026-11-20T12:00:00Z");
    server = await startUploadServer(() => storage);
    storage = await open();
  });
  afterEach(async () => {
    await server.close();
    await rm(directory, { recursive: true });
  });

  const open = () =>
    LocalDiskStorage.open({
      directory,
      baseUrl: `http://127.0.0.1:${server.port}/`,
      signingKey,
      now: () => clock,
    });
  const sign = async (id = newId()) => ({ id, ...await storage.presignPut(calibrationUpload(id)) });
  const put = async (url: string, body: BodyInit, headers: Record<string, string> = {}) => {
    const response = await fetch(url, {
      method: "PUT",
      headers: { "content-type": "text/csv", ...headers },
      body,
      // Node wants it for streams; the type does not know it.
      ...{ duplex: "half" },
    });
    return { status: response.status, text: await response.text() };
  };
  const stored = async (id: string) => {
    const chunks = [];
    for await (const chunk of storage.read(uploadKey(id), { maxBytes: MAX_UPLOAD_BYTES })) chunks.push(chunk);
    return new TextDecoder().decode(await new Blob(chunks as BlobPart[]).arrayBuffer());
  };
  const files = async () => ({
    uploads: await readdir(join(directory, "uploads")),
    incoming: await readdir(join(directory, "incoming")),
  });
  const NOTHING = { uploads: [], incoming: [] };

  describe("a signed URL", () => {
    it("takes a file, which can then be found, read and removed", async () => {
      const { id, url, headers, expiresAt } = await sign();
      assert.ok(url.startsWith(`http://127.0.0.1:${server.port}/uploads/`));
      assert.deepEqual(headers, { "content-type": "text/csv" });
      assert.equal(expiresAt.toISOString(), "2026-11-20T12:15:00.000Z");
      assert.equal(await storage.head(uploadKey(id)), null);

      assert.deepEqual(await put(url, CSV), { status: 200, text: String(CSV.length) });
      assert.equal((await storage.head(uploadKey(id)))?.bytes, CSV.length);
      assert.equal(await stored(id), CSV);
      assert.deepEqual(await files(), { uploads: [`${id}.csv`], incoming: [] });

      await storage.remove(uploadKey(id));
      await storage.remove(uploadKey(id));
      assert.equal(await storage.head(uploadKey(id)), null);
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
      assert.equal((await storage.head(uploadKey(id)))?.bytes, MAX_UPLOAD_BYTES);
    });

    it("is refused after it expired, used before or not", async () => {
      const [used, fresh] = [await sign(), await sign()];
      assert.equal((await put(used.url, CSV)).status, 200);
      clock = new Date("2026-11-20T12:14:59.999Z");
      assert.equal((await put(used.url, CSV)).status, 200);
      clock = new Date("2026-11-20T12:15:00Z");
      for (const { url } of [used, fresh]) {
        const { status, text } = await put(url, "changed");
        assert.equal(status, 403);
        assert.match(text, /^The upload URL expired at 2026-11-20T12:15:00.000Z/);
      }
      assert.equal(await stored(used.id), CSV);
      assert.deepEqual(await files(), { uploads: [`${used.id}.csv`], incoming: [] });
    });

    it("is refused when any one of its characters was altered", async () => {
      const { url } = await sign();
      const token = url.slice(url.lastIndexOf("/") + 1);
      for (let at = 0; at < token.length; at++) {
        const other = token[at] === "A" ? "B" : "A";
        const altered = token.slice(0, at) + other + token.slice(at + 1);
        await assert.rejects(storage.receive(altered, {}, Readable.from([])), { reason: "altered" });
      }
      const { status, text } = await put(`${url}A`, CSV);
      assert.equal(status, 403);
      assert.match(text, /not one that this service signed/);
      for (const token of ["", ".", "a.b", "..%2f..%2fetc", "%00"]) {
        assert.equal((await put(`http://127.0.0.1:${server.port}/uploads/${token}`, CSV)).status, 403);
      }
      assert.deepEqual(await files(), NOTHING);
    });

    it("is refused when another key signed it", async () => {
      const { url } = await sign();
      storage = await LocalDiskStorage.open({ directory, baseUrl: url, signingKey: new Uint8Array(32) });
      assert.equal((await put(url, CSV)).status, 403);
    });

    it("cannot be made for any other place", async () => {
      for (
        const key of [
          "uploads/../secret.csv",
          "../x.csv",
          "/etc/passwd",
          "uploads/a.csv",
          `uploads/${newId()}`,
        ]
      ) {
        const terms = { ...calibrationUpload(newId()), key };
        await assert.rejects(async () => await storage.presignPut(terms), RangeError);
        await assert.rejects(storage.head(key), RangeError);
        await assert.rejects(storage.remove(key), RangeError);
        await assert.rejects(storage.read(key, { maxBytes: 1 })[Symbol.asyncIterator]().next(), RangeError);
      }
      assert.throws(() => uploadKey("../../etc/passwd"), RangeError);
    });
  });

  describe("a refused upload leaves nothing behind", () => {
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
      const outcome = server.nextOutcome();
      const answer = await raw(url, "content-length: 3\r\n", "abc");
      assert.match(answer, /^HTTP\/1.1 415 /);
      assert.match((await outcome)?.message ?? "", /without one/);
      assert.deepEqual(await files(), NOTHING);
    });

    it("whose announced length is too large, before it is sent", async () => {
      const { url } = await sign();
      const headers = `content-type: text/csv\r\ncontent-length: ${MAX_UPLOAD_BYTES + 1}\r\n`;
      const answer = await raw(url, headers, "only the beginning");
      assert.match(answer, /^HTTP\/1.1 413 /);
      assert.match(answer, /The file is larger than 26,214,400 bytes\./);
      assert.deepEqual(await files(), NOTHING);
    });

    it("that turns out to be too large while it is sent, with a clear answer", async () => {
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
        const outcome = server.nextOutcome();
        const socket = connect(server.port, "127.0.0.1");
        const path = new URL(url).pathname;
        socket.write(`PUT ${path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: text/csv\r\n${beginning}`);
        // Cut off once the server is writing it down.
        await until(async () => (await files()).incoming.length === 1);
        socket.destroy();
        const refusal = await outcome;
        assert.equal(refusal?.reason, "cut_off");
        assert.equal(refusal.status, 400);
        assert.match(refusal.message, /The file was cut off/);
        // What was there before stays.
        assert.deepEqual(await files(), { uploads: [`${id}.csv`], incoming: [] });
        assert.equal(await stored(id), CSV);
      });
    }

    it("that holds less or more than was announced", async () => {
      const { url } = await sign();
      const token = url.slice(url.lastIndexOf("/") + 1);
      for (const announced of ["3", "5"]) {
        const body = Readable.from([new TextEncoder().encode("abcd")]);
        const headers = { "content-type": "text/csv", "content-length": announced };
        await assert.rejects(storage.receive(token, headers, body), {
          reason: "cut_off",
          message: `The file was cut off: ${announced} bytes were announced, 4 came.`,
        });
      }
      assert.deepEqual(await files(), NOTHING);
    });
  });

  describe("uploads at the same time", () => {
    it("end as one of them, whole, whoever reads in between", async () => {
      const { url, id } = await sign();
      const contents = Array.from({ length: 8 }, (_, index) => String(index).repeat(2_000_000));
      let reading = true;
      const reads = (async () => {
        const seen = new Set<string>();
        while (reading) {
          const text = await stored(id).catch(() => null);
          if (text !== null) seen.add(text);
        }
        return seen;
      })();
      const answers = await Promise.all(contents.map((content) => put(url, content)));
      reading = false;
      assert.deepEqual(answers.map(({ status }) => status), Array(8).fill(200));
      for (const text of await reads) assert.ok(contents.includes(text), `${text.length} bytes of a mixture`);
      assert.ok(contents.includes(await stored(id)));
      assert.deepEqual(await files(), { uploads: [`${id}.csv`], incoming: [] });
    });

    it("do not disturb who has begun to read", async () => {
      const { url, id } = await sign();
      const first = "a".repeat(1_000_000);
      await put(url, first);
      const before = await storage.head(uploadKey(id));
      const reader = storage.read(uploadKey(id), { maxBytes: MAX_UPLOAD_BYTES })[Symbol.asyncIterator]();
      let length = (await reader.next()).value?.length ?? 0;
      await put(url, "b");
      for (let next = await reader.next(); !next.done; next = await reader.next()) {
        length += next.value.length;
      }
      assert.equal(length, first.length);
      assert.notEqual((await storage.head(uploadKey(id)))?.etag, before?.etag);
    });
  });

  it("reads no more than it was told to", async () => {
    const { url, id } = await sign();
    await put(url, CSV);
    await assert.rejects(storage.read(uploadKey(id), { maxBytes: 10 })[Symbol.asyncIterator]().next(), {
      name: "ObjectUnreadable",
      reason: "too_large",
      message: "The uploaded file is larger than 10 bytes.",
    });
  });

  it("stops reading when told to", async () => {
    const { url, id } = await sign();
    await put(url, "a".repeat(1_000_000));
    const stop = new AbortController();
    const reading = storage.read(uploadKey(id), { maxBytes: MAX_UPLOAD_BYTES, signal: stop.signal });
    await assert.rejects(async () => {
      for await (const _ of reading) stop.abort();
    }, { name: "AbortError" });
  });

  it("lists what is older than a time, and nothing that it did not put there", async () => {
    const [old, recent] = [await sign(), await sign()];
    await put(old.url, CSV);
    await put(recent.url, CSV);
    await writeFile(join(directory, "uploads", "README.csv"), "");
    const [before, limit] = [new Date("2026-10-01T00:00:00Z"), new Date("2026-10-21T00:00:00Z")];
    await utimes(join(directory, uploadKey(old.id)), before, before);
    const found = [];
    for await (const object of storage.list(limit)) found.push(object);
    assert.deepEqual(found.map(({ key, bytes, modifiedAt }) => ({ key, bytes, modifiedAt })), [
      { key: uploadKey(old.id), bytes: CSV.length, modifiedAt: before },
    ]);
  });

  it("sweeps what a killed process left, at the start and with the next upload, and nothing that is being written", async () => {
    const [left, live] = [join(directory, "incoming", "left.part"), join(directory, "incoming", "live.part")];
    const abandon = async () => {
      await writeFile(left, "half");
      await utimes(left, new Date(Date.now() - 61_000), new Date(Date.now() - 61_000));
    };
    await abandon();
    await writeFile(live, "half");
    storage = await open();
    assert.deepEqual((await files()).incoming, ["live.part"]);
    await abandon();
    await put((await sign()).url, CSV);
    assert.deepEqual((await files()).incoming, ["live.part"]);
    assert.equal(await readFile(live, "utf8"), "half");
  });

  it("wants a signing key of at least 32 bytes", async () => {
    const short = { directory, baseUrl: "http://127.0.0.1", signingKey: new Uint8Array(31) };
    await assert.rejects(LocalDiskStorage.open(short), RangeError);
  });

  /** Sends the beginning of a PUT and gives back what the server answers, while the rest is awaited. */
  function raw(url: string, headers: string, body: string): Promise<string> {
    return new Promise((resolve, reject) => {
      const socket = connect(server.port, "127.0.0.1");
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
});

async function until(condition: () => Promise<boolean>): Promise<void> {
  while (!await condition()) await new Promise((resolve) => setImmediate(resolve));
}
