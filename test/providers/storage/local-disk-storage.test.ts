import assert from "node:assert/strict";
import { readFile, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { keyOf } from "#providers/storage/storage.ts";
import { MAX_UPLOAD_BYTES } from "#shared/uploads.ts";
import { CSV, LocalDiskFixture } from "./local-disk-fixture.ts";

describe("objects on the local disk", () => {
  const disk = new LocalDiskFixture();
  const { open, sign, put, stored, files } = disk;

  describe("written by concurrent uploads", () => {
    it("are one of the uploads, whole, for every reader", async () => {
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
      const taken = contents.filter((_, index) => answers[index]?.status === 200);
      assert.ok(taken.length >= 1);
      assert.ok(answers.every(({ status }) => status === 200 || status === 409));
      for (const text of await reads) assert.ok(taken.includes(text), `${text.length} bytes of a mixture`);
      assert.ok(taken.includes(await stored(id)));
      assert.deepEqual(await files(), { uploads: [`${id}.csv`], incoming: [] });
    });

    it("stay as they were for a reader that has begun", async () => {
      const { url, id } = await sign();
      const first = "a".repeat(1_000_000);
      await put(url, first);
      const before = await disk.storage.head(id);
      const reader = disk.storage.read(id, { maxBytes: MAX_UPLOAD_BYTES })[Symbol.asyncIterator]();
      let length = (await reader.next()).value?.length ?? 0;
      await put(url, "b");
      for (let next = await reader.next(); !next.done; next = await reader.next()) {
        length += next.value.length;
      }
      assert.equal(length, first.length);
      assert.notEqual((await disk.storage.head(id))?.etag, before?.etag);
    });
  });

  it("are not read beyond the size that the reader allows", async () => {
    const { url, id } = await sign();
    await put(url, CSV);
    await assert.rejects(disk.storage.read(id, { maxBytes: 10 })[Symbol.asyncIterator]().next(), {
      name: "ObjectUnreadable",
      reason: "too_large",
      message: "The uploaded file is larger than 10 bytes.",
    });
  });

  it("are read until the signal aborts", async () => {
    const { url, id } = await sign();
    await put(url, "a".repeat(1_000_000));
    const stop = new AbortController();
    const reading = disk.storage.read(id, { maxBytes: MAX_UPLOAD_BYTES, signal: stop.signal });
    await assert.rejects(async () => {
      for await (const _ of reading) stop.abort();
    }, { name: "AbortError" });
  });

  it("are listed when older than a time, without files of other names", async () => {
    const [old, recent] = [await sign(), await sign()];
    await put(old.url, CSV);
    await put(recent.url, CSV);
    await writeFile(join(disk.directory, "uploads", "README.csv"), "");
    const [before, limit] = [new Date("2026-10-01T00:00:00Z"), new Date("2026-10-21T00:00:00Z")];
    await utimes(join(disk.directory, keyOf(old.id)), before, before);
    const found = [];
    for await (const object of disk.storage.list(limit)) found.push(object);
    assert.deepEqual(found.map(({ id, bytes, modifiedAt }) => ({ id, bytes, modifiedAt })), [
      { id: old.id, bytes: CSV.length, modifiedAt: before },
    ]);
  });

  it("stay unfinished for a minute after a kill, until a start or an upload removes them; live ones remain", async () => {
    const [left, live] = [
      join(disk.directory, "incoming", "left.part"),
      join(disk.directory, "incoming", "live.part"),
    ];
    const abandon = async () => {
      await writeFile(left, "half");
      await utimes(left, new Date(Date.now() - 61_000), new Date(Date.now() - 61_000));
    };
    await abandon();
    await writeFile(live, "half");
    disk.storage = await open();
    assert.deepEqual((await files()).incoming, ["live.part"]);
    await abandon();
    await put((await sign()).url, CSV);
    assert.deepEqual((await files()).incoming, ["live.part"]);
    assert.equal(await readFile(live, "utf8"), "half");
  });
});
