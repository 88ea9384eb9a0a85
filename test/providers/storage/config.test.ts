import assert from "node:assert/strict";
import { MacKeys } from "#shared/crypto.ts";
import { readSettings } from "#shared/settings-reader.ts";
import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readStorageConfig } from "#providers/storage/storage.ts";
import { createStorage } from "#providers/storage/create.ts";

const read = (env: Record<string, string>) => readSettings(readStorageConfig, env);

function faultsOf(env: Record<string, string>): readonly string[] {
  try {
    read(env);
  } catch (error) {
    return (error as { faults: readonly string[] }).faults;
  }
  return [];
}

describe("the storage's configuration", () => {
  it("is a folder, unless there is a bucket", () => {
    assert.deepEqual(read({ UPLOADS_DIR: "/var/lib/uploads" }), {
      kind: "local-disk",
      directory: "/var/lib/uploads",
    });
    assert.deepEqual(read({ UPLOADS_DIR: "/var/lib/uploads", S3_BUCKET: "calibration" }), {
      kind: "s3",
      bucket: "calibration",
      region: "us-east-1",
      endpoint: null,
      pathStyle: false,
      credentials: null,
    });
  });

  it("does not show the secret key", () => {
    const config = read({
      S3_BUCKET: "calibration",
      S3_REGION: "eu-central-1",
      S3_ENDPOINT: "https://s3.example.com/",
      S3_PATH_STYLE: "1",
      S3_ACCESS_KEY_ID: "access",
      S3_SECRET_ACCESS_KEY: "very-secret",
    });
    assert.equal(config.kind, "s3");
    assert.doesNotMatch(JSON.stringify(config), /very-secret/);
    assert.match(JSON.stringify(config), /"endpoint":"https:\/\/s3.example.com","pathStyle":true/);
  });

  it("names every setting that is missing or wrong", () => {
    assert.deepEqual(faultsOf({}), ["UPLOADS_DIR is missing (or S3_BUCKET, for an S3-compatible store)"]);
    assert.deepEqual(faultsOf({ UPLOADS_DIR: "/x", S3_REGION: "a", S3_ENDPOINT: "https://b" }), [
      "S3_REGION is set, but S3_BUCKET is missing",
      "S3_ENDPOINT is set, but S3_BUCKET is missing",
    ]);
    const all = { S3_BUCKET: "No", S3_ENDPOINT: "ftp://x", S3_PATH_STYLE: "yes", S3_ACCESS_KEY_ID: "a" };
    assert.deepEqual(faultsOf(all).map((fault) => fault.split(" ", 1)[0]), [
      "S3_BUCKET",
      "S3_ENDPOINT",
      "S3_PATH_STYLE",
      "S3_ACCESS_KEY_ID",
    ]);
    assert.deepEqual(faultsOf({ S3_BUCKET: "good", S3_ENDPOINT: "https://user:secret@x" }), [
      "S3_ENDPOINT must have no user, password, query or fragment",
    ]);
  });
});

describe("the storage of a process", () => {
  const service = { baseUrl: "http://127.0.0.1:8080", signingKeys: new MacKeys([new Uint8Array(32)]) };

  it("is the local disk, with missing folders created", async () => {
    const parent = await mkdtemp(join(tmpdir(), "storage-"));
    try {
      const directory = join(parent, "new", "folder");
      const storage = await createStorage({ kind: "local-disk", directory }, service);
      assert.equal(storage.kind, "local-disk");
      assert.equal((await stat(join(directory, "uploads"))).mode & 0o777, 0o700);
    } finally {
      await rm(parent, { recursive: true });
    }
  });

  it("is a bucket, to which it sends no request yet", async () => {
    const config = read({ S3_BUCKET: "calibration", S3_ENDPOINT: "http://127.0.0.1:9" });
    assert.equal((await createStorage(config, service)).kind, "s3");
  });
});
