import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import { signUploadToken } from "#providers/storage/upload.ts";
import { MAX_UPLOAD_BYTES } from "#shared/uploads.ts";
import { Keyring } from "#shared/crypto.ts";
import { assertRefused, callerWith, replyOf } from "#testing/caller.ts";
import { eventually } from "#testing/times.ts";
import { newOrganization, type TestOrganization } from "#testing/organizations.ts";
import { newFolder, startApi } from "#testing/processes.ts";
import { HEADER, KPI, newTrainingRun, putFile, startRun, uploadedRun } from "#testing/simulations.ts";
import { stack } from "#testing/stack.ts";

const CSV = `${HEADER}\noverall,${KPI},40\n`;

describe("Upload URLs", () => {
  let own: TestOrganization;
  before(async () => {
    own = await newOrganization();
  });

  const isReceived = async (id: string) => (await own.call("GET", `/v1/training/${id}`)).data.upload_received;
  const file = (id: string) => join(stack().uploadsDir, "uploads", `${id}.csv`);
  /** The run's unfinished files: the folder has everybody's. */
  const incoming = async (id: string) =>
    (await readdir(join(stack().uploadsDir, "incoming"))).filter((name) => name.startsWith(id));
  /** Fails if any part of the run's file is stored. */
  const assertNothing = async (id: string) => {
    assert.equal(await isReceived(id), false);
    await assert.rejects(readFile(file(id)), { code: "ENOENT" });
    await eventually("nothing to be unfinished", async () => (await incoming(id)).length === 0 || undefined);
  };
  /** A URL signed as the service signs it, with another expiry. */
  const urlUntil = (id: string, expiresAt: Date) => {
    const key = new Keyring(stack().settings["SECRETS_KEYS"]!).macKeys("uploads");
    return `${stack().baseUrl}/uploads/${
      signUploadToken(key, { id, maxBytes: MAX_UPLOAD_BYTES, expiresAt })
    }`;
  };
  const refused = async (response: Response) => await replyOf(response);

  it("accept a file and answer as an object store does", async () => {
    const { id, uploadUrl } = await newTrainingRun(own.call);
    const response = await putFile(uploadUrl, CSV);
    assert.equal(response.status, 200);
    assert.equal(await response.text(), "");
    assert.ok(response.headers.get("ETag"));
    assert.match(response.headers.get("X-Request-Id") ?? "", /^[0-9a-f-]{36}$/);
    assert.equal(await readFile(file(id), "utf8"), CSV);
  });

  it("accept a file of exactly 25 MiB, above the 1 MiB of other bodies", async () => {
    const { id, uploadUrl } = await newTrainingRun(own.call);
    const largest = new Uint8Array(MAX_UPLOAD_BYTES).fill(65);
    assert.equal((await putFile(uploadUrl, largest)).status, 200);
    assert.equal((await readFile(file(id))).length, MAX_UPLOAD_BYTES);
    const { data } = await startRun(own.call, id);
    assert.match(data.failure_message, /^Line 1, column 1: expected a row of at most 20,000 bytes/);
  });

  it("replace the file until the run is started", async () => {
    const { id, uploadUrl } = await uploadedRun(own.call, "not a calibration file");
    assert.equal((await putFile(uploadUrl, CSV)).status, 200);
    assert.equal((await startRun(own.call, id)).data.status, "COMPLETED");
  });

  it("answer 403 forbidden once they have expired", async () => {
    const { id } = await newTrainingRun(own.call);
    const reply = await refused(await putFile(urlUntil(id, new Date(Date.now() - 1)), CSV));
    assertRefused(reply, 403, "forbidden");
    assert.equal(reply.meta.reason, "expired");
    assert.match(reply.meta.message, /expired at .* Create a new training run/);
    await assertNothing(id);
  });

  it("answer 403 forbidden to a reuse after they have expired, and the file stays as it was", async () => {
    const { id } = await newTrainingRun(own.call);
    assert.equal((await putFile(urlUntil(id, new Date(Date.now() + 60_000)), CSV)).status, 200);
    const expired = urlUntil(id, new Date(Date.now() - 1));
    const reply = await refused(await putFile(expired, `${HEADER}\noverall,another,1\n`));
    assertRefused(reply, 403, "forbidden");
    assert.equal(reply.meta.reason, "expired");
    assert.equal(await readFile(file(id), "utf8"), CSV);
    await eventually("nothing to be unfinished", async () => (await incoming(id)).length === 0 || undefined);
  });

  it("answer 403 forbidden when any part of them was altered", async () => {
    const { id, uploadUrl } = await newTrainingRun(own.call);
    const { id: other, uploadUrl: otherUrl } = await newTrainingRun(own.call);
    const [, token = ""] = uploadUrl.split("/uploads/");
    const [payload = "", signature = ""] = token.split(".");
    const fields = JSON.parse(atob(payload.replaceAll("-", "+").replaceAll("_", "/")));
    const forged = (change: (fields: unknown[]) => void) => {
      const altered = [...fields];
      change(altered);
      return `${
        btoa(JSON.stringify(altered)).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "")
      }.${signature}`;
    };
    const tokens = [
      forged((of) => of[0] = `uploads/${other}.csv`),
      forged((of) => of[0] = "uploads/../../keys.json"),
      forged((of) => of[2] = 1e9),
      forged((of) => of[3] = Date.now() + 1e9),
      `${payload}.${signature.slice(0, -1)}${signature.endsWith("A") ? "B" : "A"}`,
      `${payload}.${otherUrl.split(".").at(-1)}`,
      `${payload}.`,
      `${token}.x`,
      payload,
      "x",
      "..%2F..%2Fkeys.json",
    ];
    for (const altered of tokens) {
      const reply = await refused(await putFile(`${stack().baseUrl}/uploads/${altered}`, CSV));
      assertRefused(reply, 403, "forbidden");
      assert.equal(reply.meta.reason, "altered");
    }
    await assertNothing(id);
    await assertNothing(other);
  });

  it("answer 415 validation_error to another content type or an encoding", async () => {
    const { id, uploadUrl } = await newTrainingRun(own.call);
    const headers: Record<string, string>[] = [
      { "Content-Type": "application/json" },
      { "Content-Type": "application/vnd.ms-excel" },
      { "Content-Type": "text/csv, text/html" },
      {},
      { "Content-Type": "text/csv", "Content-Encoding": "gzip" },
    ];
    for (const each of headers) {
      const reply = await refused(await putFile(uploadUrl, new TextEncoder().encode(CSV), each));
      assertRefused(reply, 415, "validation_error");
      assert.equal(reply.meta.reason, "wrong_type");
    }
    await assertNothing(id);
    assert.equal((await putFile(uploadUrl, CSV, { "Content-Type": "text/csv; charset=utf-8" })).status, 200);
  });

  it("answer 413 validation_error to a file over 25 MiB, with and without Content-Length", async () => {
    const { id, uploadUrl } = await newTrainingRun(own.call);
    const large = new Uint8Array(MAX_UPLOAD_BYTES + 1).fill(65);
    const unannounced = new ReadableStream({
      start(controller) {
        for (let at = 0; at < large.length; at += 65_536) controller.enqueue(large.subarray(at, at + 65_536));
        controller.close();
      },
    });
    for (const body of [large, unannounced]) {
      const reply = await refused(await putFile(uploadUrl, body));
      assertRefused(reply, 413, "validation_error");
      assert.equal(reply.meta.reason, "too_large");
      assert.match(reply.meta.message, /larger than 26,214,400 bytes/);
    }
    await assertNothing(id);
  });

  it("store nothing of a file that is cut off, and leave the stored one as it was", async () => {
    const { id, uploadUrl } = await newTrainingRun(own.call);
    const cutOff = (url: string, framing: string, sent: string) =>
      new Promise<void>((resolve, reject) => {
        const { hostname, port, pathname } = new URL(url);
        const socket = connect(Number(port), hostname, () => {
          socket.write(
            `PUT ${pathname} HTTP/1.1\r\nHost: x\r\nContent-Type: text/csv\r\n${framing}\r\n\r\n${sent}`,
          );
          // The connection breaks only after the store has begun to write.
          eventually("the file to begin", async () => (await incoming(id)).length > 0 || undefined)
            .then(() => socket.destroy(), reject);
        });
        socket.once("close", () => resolve());
        socket.once("error", reject);
      });
    await cutOff(uploadUrl, "Content-Length: 1000", CSV);
    await assertNothing(id);
    await cutOff(uploadUrl, "Transfer-Encoding: chunked", `${CSV.length.toString(16)}\r\n${CSV}\r\n`);
    await assertNothing(id);

    // The connection that was cut off may still be ending.
    await eventually(
      "a file to be taken",
      async () => (await putFile(uploadUrl, CSV)).status === 200 || undefined,
    );
    await cutOff(uploadUrl, "Content-Length: 1000", "half a replacement");
    await eventually("nothing to be unfinished", async () => (await incoming(id)).length === 0 || undefined);
    assert.equal(await readFile(file(id), "utf8"), CSV);
    assert.equal((await startRun(own.call, id)).data.status, "COMPLETED");
  });

  it("receive one file at a time", async () => {
    const { id, uploadUrl } = await newTrainingRun(own.call);
    let finish = () => {};
    const first = putFile(
      uploadUrl,
      new ReadableStream({
        start(controller) {
          controller.enqueue(new TextEncoder().encode(HEADER));
          finish = () => {
            controller.enqueue(new TextEncoder().encode(CSV.slice(HEADER.length)));
            controller.close();
          };
        },
      }),
    );
    await eventually("the file to begin", async () => (await incoming(id)).length > 0 || undefined);
    const reply = await refused(await putFile(uploadUrl, "another"));
    assertRefused(reply, 409, "validation_error");
    assert.equal(reply.meta.reason, "busy");
    assert.ok(reply.headers.has("Retry-After"));
    assert.equal((await incoming(id)).length, 1);
    finish();
    assert.equal((await first).status, 200);
    assert.equal(await readFile(file(id), "utf8"), CSV);
    assert.equal((await putFile(uploadUrl, CSV)).status, 200);
  });

  it("answer 405 to other methods, and 404 to other paths", async () => {
    const { id, uploadUrl } = await newTrainingRun(own.call);
    for (const method of ["GET", "POST", "DELETE"]) {
      const reply = await refused(
        await fetch(uploadUrl, { method, ...(method === "POST" ? { body: CSV } : {}) }),
      );
      assertRefused(reply, 405, "not_found");
      assert.equal(reply.headers.get("Allow"), "PUT");
    }
    assertRefused(await refused(await putFile(`${stack().baseUrl}/uploads`, CSV)), 404, "not_found");
    assertRefused(await refused(await putFile(`${uploadUrl}/x`, CSV)), 404, "not_found");
    await assertNothing(id);
  });

  it("need no API key, and count as anonymous requests", async () => {
    const api = await startApi({
      ANONYMOUS_REQUESTS_PER_MINUTE: "3",
      UPLOADS_DIR: newFolder("uploads"),
      REDIS_URL: redisDatabase(9),
    });
    const call = callerWith(own.call.key, api.baseUrl);
    const { uploadUrl } = await newTrainingRun(call);
    const statuses = [];
    for (let i = 0; i < 5; i++) statuses.push((await putFile(uploadUrl, CSV)).status);
    await api.stop();
    assert.deepEqual(statuses.slice(0, 3), [200, 200, 200]);
    assert.equal(statuses.at(-1), 429);
  });
});

/** The limiter's keys of this spec alone. */
function redisDatabase(number: number): string {
  const url = new URL(stack().redisUrl);
  url.pathname = `/${number}`;
  return url.href;
}
