import assert from "node:assert/strict";
import { HeadObjectCommand, S3Client } from "@aws-sdk/client-s3";
import { s3Settings } from "#dev/services/s3.ts";
import { keyOf } from "#providers/storage/storage.ts";
import { MAX_UPLOAD_BYTES } from "#shared/uploads.ts";
import { assertRefused, type Caller, callerWith } from "#testing/caller.ts";
import { ask, stack } from "#testing/stack.ts";
import { eventually } from "#testing/times.ts";
import {
  createDatabase,
  startApi,
  startS3,
  startTemporal,
  startWorker,
  type TestDatabase,
  type TestProcess,
} from "#testing/processes.ts";
import {
  endedRun,
  HEADER,
  KPI,
  newTrainingRun,
  putFile,
  resultsOf,
  startRun,
  uploadedRun,
} from "#testing/simulations.ts";

const CSV = `${HEADER}\noverall,${KPI},40\n`;
const BUCKET = "calibration";

describe("Training runs whose uploads go to an S3-compatible store", function () {
  this.timeout(600_000);
  let s3: Awaited<ReturnType<typeof startS3>>;
  let client: S3Client;
  let database: TestDatabase;
  let temporal: Awaited<ReturnType<typeof startTemporal>>;
  let api: Awaited<ReturnType<typeof startApi>>;
  let worker: TestProcess;
  let call: Caller;

  before(async () => {
    [s3, database, temporal] = await Promise.all([startS3(), createDatabase(), startTemporal()]);
    client = new S3Client({
      region: s3.region,
      endpoint: s3.url,
      forcePathStyle: true,
      credentials: { accessKeyId: s3.accessKey, secretAccessKey: s3.secretKey },
    });
    const settings = {
      DATABASE_URL: database.url,
      TEMPORAL_ADDRESS: temporal.address,
      ...s3Settings(s3.port),
    };
    [api, worker] = await Promise.all([startApi(settings), startWorker(settings)]);
    call = callerWith(stack().apiKey, api.baseUrl);
  });
  after(async () => {
    client.destroy();
    await Promise.all([api.stop(), worker.stop()]);
    await Promise.all([temporal.stop(), s3.stop(), database.drop()]);
  });

  const isStored = (id: string) =>
    client.send(new HeadObjectCommand({ Bucket: BUCKET, Key: keyOf(id) })).then(() => true, () => false);

  it("receive the file by a presigned PUT, and score it", async () => {
    const { id, uploadUrl } = await newTrainingRun(call);
    assert.ok(uploadUrl.startsWith(`${s3.url}/${BUCKET}/uploads/${id}.csv?`));
    assert.equal((await call("GET", `/v1/training/${id}`)).data.upload_received, false);
    assert.equal((await putFile(uploadUrl, CSV)).status, 200);
    assert.equal((await call("GET", `/v1/training/${id}`)).data.upload_received, true);
    assert.equal((await startRun(call, id)).data.status, "COMPLETED");
    const { data } = await call("GET", `/v1/training/${id}/results`);
    assert.equal(data.basis, "uploaded_file");
    assert.ok(data.mape > 0);
  });

  it("return what the local disk returns for the same file, and a mock without one", async () => {
    const { training_id: _, ...here } = await resultsOf(call, CSV);
    const { training_id: __, ...there } = await resultsOf(callerWith(stack().apiKey), CSV);
    assert.deepEqual(here, there);
    const { id } = await newTrainingRun(call);
    await startRun(call, id);
    assert.equal((await call("GET", `/v1/training/${id}/results`)).data.basis, "mock");
  });

  it("leave nothing behind of an upload with another type or an altered URL", async () => {
    const { id, uploadUrl } = await newTrainingRun(call);
    assert.equal((await putFile(uploadUrl, CSV, { "Content-Type": "application/json" })).status, 403);
    assert.equal(
      (await putFile(uploadUrl.replace("X-Amz-Expires=900", "X-Amz-Expires=9000"), CSV)).status,
      403,
    );
    assert.equal(await isStored(id), false);
    assert.equal((await call("GET", `/v1/training/${id}`)).data.upload_received, false);
  });

  it("fail when the file is larger than allowed, which a presigned PUT cannot forbid, or does not parse", async () => {
    const large = await uploadedRun(call, new Uint8Array(MAX_UPLOAD_BYTES + 1).fill(65));
    assert.equal(
      (await startRun(call, large.id)).data.failure_message,
      "The uploaded file is larger than 26,214,400 bytes.",
    );
    assert.equal(await isStored(large.id), false);
    const faulty = await uploadedRun(call, `${HEADER}\noverall,q,most\n`);
    assert.match(
      (await startRun(call, faulty.id)).data.failure_message,
      /^Line 2, column 3 \(observed_yes_pct\)/,
    );
  });

  it("fail, and their file is removed, as soon as a file larger than allowed is seen", async () => {
    const { id } = await uploadedRun(call, new Uint8Array(MAX_UPLOAD_BYTES + 1).fill(65));
    const { data } = await call("GET", `/v1/training/${id}`);
    assert.deepEqual([data.status, data.failure_message], [
      "FAILED",
      "The uploaded file is larger than 25 MiB; it was removed.",
    ]);
    assert.equal(await isStored(id), false);
    assert.equal((await startRun(call, id)).error, "training_not_queued");
  });

  it("are one at once while nobody has proved the founder's address, until the run before has ended", async () => {
    const organization = [stack().organizationId];
    const query = (sql: string) => ask<{ bytes: string }>(sql, organization, database.url);
    const usage = async () => {
      const [row] = await query("SELECT bytes FROM upload_usage WHERE organization_id = $1");
      return Number(row?.bytes);
    };
    await query("UPDATE organizations SET founding = 'unproved' WHERE id = $1");
    try {
      await query("UPDATE training_runs SET upload_bytes = 0 WHERE organization_id = $1");
      const before = await usage();
      for (let i = 0; i < 2; i++) {
        const { id } = await uploadedRun(call, CSV);
        const body = { workflow_name: "Oat drinks" };
        const refused = await call("POST", "/v1/training/uploads", { body });
        assertRefused(refused, 409, "training_queue_full");
        assert.equal(refused.meta.used_bytes, MAX_UPLOAD_BYTES);
        assert.equal((await startRun(call, id)).data.status, "COMPLETED");
        await eventually(
          "the file to be removed",
          async () => await usage() === before + (i + 1) * CSV.length || undefined,
        );
      }
    } finally {
      await query("UPDATE organizations SET founding = NULL WHERE id = $1");
    }
  });

  it("have no upload route on the service itself", async () => {
    const response = await putFile(`${api.baseUrl}/uploads/x.y`, CSV);
    assert.equal(response.status, 404);
    assert.equal((await response.json()).error, "not_found");
  });

  it("wait for a store that is out of reach, and have no status until it answers again", async () => {
    const { id } = await uploadedRun(call, CSV);
    let starting: ReturnType<typeof startRun>;
    await s3.kill("SIGSTOP");
    try {
      // The stopped store may answer one more request.
      await eventually("the status not to be known", async () => {
        const { status, error } = await call("GET", `/v1/training/${id}`);
        return status === 503 && error === "service_unavailable" || undefined;
      });
      starting = startRun(call, id);
      await eventually("the run to be refused a second start", async () => {
        const { error } = await startRun(call, id);
        return error === "training_not_queued" || undefined;
      });
    } finally {
      await s3.kill("SIGCONT");
    }
    assert.equal((await starting).status, 202);
    assert.equal((await endedRun(call, id)).status, "COMPLETED");
  });
});
