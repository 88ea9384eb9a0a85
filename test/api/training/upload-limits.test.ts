import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { assertRefused, callerWith, replyOf } from "#testing/caller.ts";
import { ask, stack } from "#testing/stack.ts";
import { eventually } from "#testing/times.ts";
import { allowRequests, newOrganization, type TestOrganization } from "#testing/organizations.ts";
import { startApi } from "#testing/processes.ts";
import {
  endedRun,
  HEADER,
  KPI,
  newTrainingRun,
  putFile,
  startRun,
  uploadedRun,
} from "#testing/simulations.ts";

const MIB = 1024 * 1024;
/** Of the sandbox. */
const PER_DAY = 2_000 * MIB;
const STORED = 500 * MIB;
const CSV = `${HEADER}\noverall,${KPI},40\n`;

describe("The bytes that an organization uploads", () => {
  let own: TestOrganization;
  beforeEach(async () => {
    own = await newOrganization({ plan_tier: "sandbox" });
  });

  const usedToday = async () => {
    const [row] = await ask<{ bytes: string }>("SELECT bytes FROM upload_usage WHERE organization_id = $1", [
      own.id,
    ]);
    return Number(row?.bytes ?? 0);
  };
  /** As if `bytes` bytes had been uploaded `daysAgo` days ago. */
  const use = (bytes: number, daysAgo = 0) =>
    ask(
      `INSERT INTO upload_usage VALUES ($1, (now() AT TIME ZONE 'UTC')::date - $3::integer, $2)
       ON CONFLICT (organization_id) DO UPDATE SET day = excluded.day, bytes = excluded.bytes`,
      [own.id, bytes, daysAgo],
    );
  /** As if a run's file had so many bytes. */
  const store = (id: string, bytes: number) =>
    ask("UPDATE training_runs SET upload_bytes = $2 WHERE id = $1", [id, bytes]);
  const put = async (url: string, body: BodyInit) => await replyTo(await putFile(url, body));
  /** An accepted file is answered as by an object store, without an envelope. */
  const replyTo = async (response: Response) =>
    response.status === 200 ? { status: 200, error: null, meta: {} } : await replyOf(response);

  it("are counted, and bounded by the plan's of a day, with the figures", async () => {
    const { id } = await uploadedRun(own.call, CSV);
    assert.equal(await usedToday(), CSV.length);
    await use(PER_DAY - CSV.length);
    const [last, over] = [await newTrainingRun(own.call), await newTrainingRun(own.call)];
    assert.equal((await put(last.uploadUrl, CSV)).status, 200);
    const began = Date.now();
    const response = await putFile(over.uploadUrl, CSV);
    const refused = await replyOf(response);
    const ended = Date.now();
    assertRefused(refused, 429, "rate_limit_exceeded");
    const { reason, limit_bytes, used_bytes, resets_at } = refused.meta;
    assert.deepEqual([reason, limit_bytes, used_bytes], ["daily_bytes", PER_DAY, PER_DAY]);
    assert.equal(new Date(resets_at).getUTCHours(), 0);
    const seconds = Number(response.headers.get("Retry-After"));
    const reset = Date.parse(resets_at);
    assert.ok(
      seconds * 1_000 >= reset - ended - 1_000 && seconds * 1_000 <= reset - began + 1_000,
      `${seconds}`,
    );
    assert.equal((await own.call("GET", `/v1/training/${over.id}`)).data.upload_received, false);
    // Another day has its own count.
    await use(PER_DAY, 1);
    assert.equal((await put(over.uploadUrl, CSV)).status, 200);
    assert.equal(await usedToday(), CSV.length);
    assert.equal((await startRun(own.call, id)).data.status, "COMPLETED");
  });

  it("pass no bound by coming at once: of eight files three have room, and three are taken", async () => {
    await use(PER_DAY - 3 * CSV.length);
    const runs = await Promise.all(Array.from({ length: 8 }, () => newTrainingRun(own.call)));
    const replies = await Promise.all(runs.map(({ uploadUrl }) => put(uploadUrl, CSV)));
    const statuses = replies.map(({ status }) => status).sort();
    assert.deepEqual(statuses, [200, 200, 200, 429, 429, 429, 429, 429]);
    assert.equal(await usedToday(), PER_DAY);
  });

  it("are bounded by what the plan stores at once, until runs have ended and their files are gone", async () => {
    const { id } = await uploadedRun(own.call, CSV);
    const next = await newTrainingRun(own.call);
    await store(id, STORED);
    const refused = await replyOf(await putFile(next.uploadUrl, CSV));
    assertRefused(refused, 409, "training_queue_full");
    const { reason, limit_bytes, used_bytes } = refused.meta;
    assert.deepEqual([reason, limit_bytes, used_bytes], ["stored_bytes", STORED, STORED]);
    assert.equal((await startRun(own.call, id)).data.status, "COMPLETED");
    await eventually("the file to be removed", async () => {
      const [row] = await ask<{ upload_bytes: string }>(
        "SELECT upload_bytes FROM training_runs WHERE id = $1",
        [id],
      );
      return row?.upload_bytes === "0" || undefined;
    });
    assert.equal((await put(next.uploadUrl, CSV)).status, 200);
  });

  it("are those of one file at once while nobody has proved the founder's address", async () => {
    const [first, next] = [await newTrainingRun(own.call), await newTrainingRun(own.call)];
    await allowRequests(own.id, 1_000_000, false);
    assert.equal((await put(first.uploadUrl, CSV)).status, 200);
    await store(first.id, 25 * MIB);
    const refused = await replyOf(await putFile(next.uploadUrl, CSV));
    assertRefused(refused, 409, "training_queue_full");
    assert.deepEqual([refused.meta.limit_bytes, refused.meta.used_bytes], [25 * MIB, 25 * MIB]);
    await allowRequests(own.id, 1_000_000);
    assert.equal((await put(next.uploadUrl, CSV)).status, 200);
  });

  it("count at each PUT where a file is replaced, and as they came where none was announced", async () => {
    const { id, uploadUrl } = await uploadedRun(own.call, CSV);
    assert.equal((await put(uploadUrl, CSV + CSV)).status, 200);
    assert.equal(await usedToday(), 3 * CSV.length);
    const stored = async () =>
      Number(
        (await ask<{ bytes: string }>("SELECT upload_bytes AS bytes FROM training_runs WHERE id = $1", [id]))[
          0
        ]?.bytes,
      );
    assert.equal(await stored(), 2 * CSV.length);
    const chunks = new Response(CSV).body as ReadableStream;
    const chunked = await fetch(uploadUrl, {
      method: "PUT",
      headers: { "Content-Type": "text/csv" },
      body: chunks,
      ...{ duplex: "half" },
    });
    assert.equal(chunked.status, 200);
    assert.deepEqual([await usedToday(), await stored()], [4 * CSV.length, CSV.length]);
  });

  it("are none of a run that was started or is gone: its URL takes no file any more", async () => {
    const { id, uploadUrl } = await uploadedRun(own.call, CSV);
    assert.equal((await startRun(own.call, id)).data.status, "COMPLETED");
    const refused = await replyOf(await putFile(uploadUrl, CSV));
    assertRefused(refused, 409, "training_not_queued");
    await assert.rejects(readFile(join(stack().uploadsDir, "uploads", `${id}.csv`)), { code: "ENOENT" });
    assert.equal(await usedToday(), CSV.length);
    const gone = await newTrainingRun(own.call);
    await ask("DELETE FROM training_runs WHERE id = $1", [gone.id]);
    assertRefused(await replyOf(await putFile(gone.uploadUrl, CSV)), 404, "not_found");
  });

  it("are counted once where the run is started while its file is on its way, which is then refused and kept nowhere", async () => {
    const { id, uploadUrl } = await newTrainingRun(own.call);
    let send: ReadableStreamDefaultController<Uint8Array> | undefined;
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        send = controller;
      },
    });
    const bytes = new TextEncoder().encode(CSV);
    send?.enqueue(bytes);
    const put = fetch(uploadUrl, {
      method: "PUT",
      headers: { "Content-Type": "text/csv" },
      body,
      ...{ duplex: "half" },
    });
    await eventually("the file to be counted", async () => await usedToday() > 0 || undefined);
    await startRun(own.call, id);
    await endedRun(own.call, id);
    send?.enqueue(bytes);
    send?.close();
    assertRefused(await replyOf(await put), 409, "training_not_queued");
    assert.equal(await usedToday(), 2 * CSV.length);
    await assert.rejects(readFile(join(stack().uploadsDir, "uploads", `${id}.csv`)), { code: "ENOENT" });
  });

  it("are those that the create names, and no more", async () => {
    const { uploadUrl } = await newTrainingRun(own.call, { file_bytes: CSV.length });
    assertRefused(await replyOf(await putFile(uploadUrl, `${CSV} `)), 413, "validation_error");
    assert.equal((await put(uploadUrl, CSV)).status, 200);
    for (const file_bytes of [0, 25 * MIB + 1, 1.5, "7"]) {
      const body = { workflow_name: "Oat drinks", file_bytes };
      assertRefused(await own.call("POST", "/v1/training/uploads", { body }), 400, "validation_error");
    }
  });

  describe("to an object store, which asks this service nothing,", () => {
    let api: Awaited<ReturnType<typeof startApi>>;
    before(async () => {
      api = await startApi({
        S3_BUCKET: "calibration",
        S3_ENDPOINT: "http://127.0.0.1:1",
        S3_ACCESS_KEY_ID: "a",
        S3_SECRET_ACCESS_KEY: "b",
      });
    });
    after(() => api.stop());
    const create = (body: object) =>
      callerWith(own.call.key, api.baseUrl)("POST", "/v1/training/uploads", {
        body: { workflow_name: "Oat drinks", ...body },
      });

    it("are those of one file at once while nobody has proved the founder's address: of the largest, where its size is not told", async () => {
      await allowRequests(own.id, 1_000_000, false);
      assert.equal((await create({})).status, 201);
      for (const body of [{}, { file_bytes: 1 }]) {
        const refused = await create(body);
        assertRefused(refused, 409, "training_queue_full");
        assert.deepEqual([refused.meta.limit_bytes, refused.meta.used_bytes], [25 * MIB, 25 * MIB]);
      }
      await ask("DELETE FROM training_runs WHERE organization_id = $1", [own.id]);
      for (const file_bytes of [20 * MIB, 5 * MIB]) assert.equal((await create({ file_bytes })).status, 201);
      assertRefused(await create({ file_bytes: 1 }), 409, "training_queue_full");
    });

    it("have room for twenty runs of the largest file, which are all that may be QUEUED", async () => {
      for (let i = 0; i < 20; i++) assert.equal((await create({})).status, 201, `${i}`);
      const refused = await create({});
      assertRefused(refused, 409, "training_queue_full");
      assert.equal(refused.meta.limit, 20);
    });

    it("count at the create, as the signed size or as the largest file", async () => {
      const sized = await create({ file_bytes: 1_000 });
      assert.equal(sized.status, 201, JSON.stringify(sized.meta));
      const signed = new URL(sized.data.upload_url).searchParams.get("X-Amz-SignedHeaders") ?? "";
      assert.deepEqual(signed.split(";"), ["content-length", "content-type", "host"]);
      assert.equal(await usedToday(), 1_000);
      await store(sized.data.training_id, STORED - 75 * MIB);
      const replies = await Promise.all([1, 2, 3, 4, 5].map(() => create({})));
      assert.deepEqual(replies.map(({ status }) => status).sort(), [201, 201, 201, 409, 409]);
      const refused = replies.find(({ status }) => status === 409);
      assert.deepEqual([refused?.meta.limit_bytes, refused?.meta.used_bytes], [STORED, STORED]);
      await store(sized.data.training_id, 0);
      await use(PER_DAY - 999);
      assertRefused(await create({ file_bytes: 1_000 }), 429, "rate_limit_exceeded");
      assert.equal((await create({ file_bytes: 999 })).status, 201);
    });
  });
});
