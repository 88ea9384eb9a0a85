import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type S3Service, startS3 } from "#dev/services/s3.ts";
import { Secret } from "#shared/settings-reader.ts";
import { newId } from "#shared/ids.ts";
import { S3Storage } from "#providers/storage/s3.ts";
import { MAX_UPLOAD_BYTES } from "#shared/uploads.ts";

const CSV = "segment,question,observed_yes_pct\noverall,q,50\n";

describe("uploads in an S3-compatible store", function () {
  // The first start builds the store: about 60 s, and minutes on a busy machine.
  this.timeout(600_000);
  let directory: string;
  let s3: S3Service;
  let storage: S3Storage;

  before(async () => {
    directory = await mkdtemp(join(tmpdir(), "storage-s3-"));
    s3 = await startS3({ dir: directory, log: () => {} });
    storage = storageAt();
  });
  after(async () => {
    await s3?.stop();
    await rm(directory, { recursive: true });
  });

  const storageAt = (now?: () => Date) =>
    new S3Storage({
      kind: "s3",
      bucket: "calibration",
      region: s3.region,
      endpoint: s3.url,
      pathStyle: true,
      credentials: { accessKeyId: s3.accessKey, secretAccessKey: new Secret(s3.secretKey) },
    }, now);
  const sign = async (id = newId(), from = storage) => ({
    id,
    ...await from.presignPut(id),
  });
  const put = async (
    url: string,
    body: BodyInit,
    headers: Record<string, string> = { "content-type": "text/csv" },
  ) => {
    const response = await fetch(url, { method: "PUT", headers, body });
    return { status: response.status, text: await response.text() };
  };
  const stored = async (id: string, maxBytes = MAX_UPLOAD_BYTES) => {
    let text = "";
    for await (const chunk of storage.read(id, { maxBytes })) {
      text += new TextDecoder().decode(chunk);
    }
    return text;
  };

  it("arrive by a signed URL, and are found, read, replaced and removed", async () => {
    const before = Date.now();
    const { id, url, headers, expiresAt } = await sign();
    assert.ok(Math.abs(expiresAt.getTime() - before - 900_000) <= 1_000);
    assert.equal(await storage.head(id), null);

    assert.equal((await put(url, CSV, headers)).status, 200);
    const found = await storage.head(id);
    assert.equal(found?.bytes, CSV.length);
    assert.equal(await stored(id), CSV);

    assert.equal((await put(url, `${CSV}age=65+,q,40\n`, headers)).status, 200);
    assert.equal(await stored(id), `${CSV}age=65+,q,40\n`);
    assert.notEqual((await storage.head(id))?.etag, found?.etag);

    await storage.remove(id);
    await storage.remove(id);
    assert.equal(await storage.head(id), null);
    await assert.rejects(stored(id), { name: "ObjectUnreadable", reason: "missing" });
  });

  it("are rejected after the URL's expiry, used before or not", async () => {
    const { id, url } = await sign();
    assert.equal((await put(url, CSV)).status, 200);
    const past = storageAt(() => new Date(Date.now() - 901_000));
    for (const expired of [await sign(id, past), await sign(newId(), past)]) {
      assert.ok(expired.expiresAt.getTime() < Date.now());
      const { status, text } = await put(expired.url, "changed");
      assert.equal(status, 403);
      assert.match(text, /expired/i);
    }
    assert.equal(await stored(id), CSV);
  });

  it("are rejected by an altered URL", async () => {
    const { id, url } = await sign();
    const other = newId();
    const altered = [
      url.replace(/(X-Amz-Signature=)(.)/, (_, name, digit) => name + (digit === "0" ? "1" : "0")),
      url.replace(id, other),
      url.replace("X-Amz-Expires=900", "X-Amz-Expires=9000"),
    ];
    for (const wrong of altered) {
      assert.notEqual(wrong, url);
      assert.equal((await put(wrong, CSV)).status, 403);
    }
    assert.equal(await storage.head(id), null);
    assert.equal(await storage.head(other), null);
  });

  it("are rejected with another content type, which the signature binds", async () => {
    const { id, url } = await sign();
    for (const type of ["application/json", "text/plain", "text/csv; charset=utf-8"]) {
      assert.equal((await put(url, CSV, { "content-type": type })).status, 403);
    }
    assert.equal(await storage.head(id), null);
  });

  it("are not read when larger than allowed, which a signed PUT cannot forbid", async () => {
    const { id, url } = await sign();
    assert.equal((await put(url, new Uint8Array(MAX_UPLOAD_BYTES + 1).fill(65))).status, 200);
    assert.equal((await storage.head(id))?.bytes, MAX_UPLOAD_BYTES + 1);
    await assert.rejects(stored(id), {
      name: "ObjectUnreadable",
      reason: "too_large",
      message: "The uploaded file is larger than 26,214,400 bytes.",
    });
    assert.equal((await stored(id, MAX_UPLOAD_BYTES + 1)).length, MAX_UPLOAD_BYTES + 1);
  });

  it("leave nothing behind when cut off", async () => {
    const { id, url } = await sign();
    const headers = { "content-type": "text/csv", "content-length": "1000" };
    await new Promise<void>((resolve) => {
      const cut = request(url, { method: "PUT", headers });
      cut.on("error", () => resolve());
      cut.write(CSV, () => cut.destroy(new Error("cut off")));
    });
    // A later file is complete, and the store still has nothing of the first.
    assert.equal((await put((await sign()).url, CSV)).status, 200);
    assert.equal(await storage.head(id), null);
  });

  it("are read until the signal aborts", async () => {
    const { id, url } = await sign();
    await put(url, "a".repeat(5_000_000));
    const stop = new AbortController();
    await assert.rejects(async () => {
      const chunks = storage.read(id, { maxBytes: MAX_UPLOAD_BYTES, signal: stop.signal });
      for await (const _ of chunks) stop.abort();
    });
  });

  it("are listed by age", async () => {
    const [first, second] = [await sign(), await sign()];
    await put(first.url, CSV);
    await put(second.url, CSV);
    const idsBefore = async (time: number) => {
      const ids = [];
      for await (const { id } of storage.list(new Date(time))) ids.push(id);
      return ids;
    };
    const tomorrow = await idsBefore(Date.now() + 86_400_000);
    for (const { id } of [first, second]) assert.ok(tomorrow.includes(id));
    assert.deepEqual(await idsBefore(Date.now() - 86_400_000), []);
  });

  it("have no keys but their own", async () => {
    for (const id of ["../x", "other/a", ""]) {
      await assert.rejects(storage.presignPut(id), RangeError);
      await assert.rejects(storage.head(id), RangeError);
      await assert.rejects(storage.remove(id), RangeError);
    }
  });

  it("do not pass for missing when the store refuses the credentials", async () => {
    const stranger = new S3Storage({
      kind: "s3",
      bucket: "calibration",
      region: s3.region,
      endpoint: s3.url,
      pathStyle: true,
      credentials: { accessKeyId: s3.accessKey, secretAccessKey: new Secret("wrong") },
    });
    await assert.rejects(
      stranger.head(newId()),
      (error: Error) => error.name !== "ObjectUnreadable",
    );
    await assert.rejects(
      stranger.read(newId(), { maxBytes: 1 })[Symbol.asyncIterator]().next(),
      (error: Error) => error.name !== "ObjectUnreadable",
    );
  });
});
