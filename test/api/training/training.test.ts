import assert from "node:assert/strict";
import { historyToJSON } from "@temporalio/common/lib/proto-utils.js";
import { startTraining } from "#api/training/runs.ts";
import { assertRefused, callerWith } from "#testing/caller.ts";
import { ask, stack, temporalClient } from "#testing/stack.ts";
import { allowRequests, newKey, newOrganization, type TestOrganization } from "#testing/organizations.ts";
import { HEADER, KPI, newTrainingRun, putFile, startRun, uploadedRun } from "#testing/simulations.ts";

const NOBODY = "00000000-0000-7000-8000-000000000000";

describe("Training runs", () => {
  let own: TestOrganization;
  let other: TestOrganization;
  before(async () => {
    [own, other] = await Promise.all([newOrganization(), newOrganization()]);
  });

  const status = async (id: string) => (await own.call("GET", `/v1/training/${id}`)).data;
  const results = (id: string) => own.call("GET", `/v1/training/${id}/results`);

  it("are created QUEUED, with a URL that lives 15 minutes", async () => {
    const before = Date.now();
    const body = { workflow_name: "Oat drinks", description: "Spring panel" };
    const created = await own.call("POST", "/v1/training/uploads", { body });
    assert.equal(created.status, 201);
    const { training_id: id, upload_url, upload_url_expires_at } = created.data;
    assert.deepEqual(Object.keys(created.data).sort(), [
      "training_id",
      "upload_url",
      "upload_url_expires_at",
    ]);
    assert.equal(created.headers.get("Location"), `${stack().baseUrl}/v1/training/${id}`);
    assert.equal(created.headers.get("Cache-Control"), "no-store");
    assert.ok(upload_url.startsWith(`${stack().baseUrl}/uploads/`));
    const lives = Date.parse(upload_url_expires_at) - before;
    assert.ok(lives >= 900_000 && lives < 910_000);

    const { created_at, ...run } = await status(id);
    assert.ok(Date.parse(created_at) >= before);
    assert.deepEqual(run, {
      training_id: id,
      workflow_name: "Oat drinks",
      description: "Spring panel",
      status: "QUEUED",
      results_available: false,
      upload_received: false,
      metadata: {},
      started_at: null,
      completed_at: null,
      failure_message: null,
    });
  });

  it("show upload_received true once the object is there", async () => {
    const { id } = await uploadedRun(own.call, `${HEADER}\noverall,${KPI},40\n`);
    const run = await status(id);
    assert.deepEqual([run.status, run.upload_received], ["QUEUED", true]);
  });

  it("are created once for an Idempotency-Key, which is required", async () => {
    const options = { body: { workflow_name: "Once" }, idempotencyKey: crypto.randomUUID() };
    const [first, again] = [
      await own.call("POST", "/v1/training/uploads", options),
      await own.call("POST", "/v1/training/uploads", options),
    ];
    assert.deepEqual(again.data, first.data);
    assert.equal(again.headers.get("Idempotency-Replayed"), "true");
    assert.equal(again.headers.get("Location"), first.headers.get("Location"));
    assertRefused(
      await own.call("POST", "/v1/training/uploads", { ...options, idempotencyKey: null }),
      409,
      "idempotency_key_required",
    );
  });

  describe("refuse to be created", () => {
    const faulty: readonly [what: string, body: object, field: string][] = [
      ["without a name", {}, "/workflow_name"],
      ["with an empty name", { workflow_name: "" }, "/workflow_name"],
      ["with a name of 121 characters", { workflow_name: "x".repeat(121) }, "/workflow_name"],
      [
        "with a description of 1001 characters",
        { workflow_name: "x", description: "x".repeat(1_001) },
        "/description",
      ],
      ["with null for a name", { workflow_name: null }, "/workflow_name"],
      ["with an unknown field", { workflow_name: "x", workflow_id: "y" }, "/workflow_id"],
      ["with a NUL character", { workflow_name: "a\0b" }, "/workflow_name"],
    ];
    for (const [what, body, field] of faulty) {
      it(what, async () => {
        const refused = await own.call("POST", "/v1/training/uploads", { body });
        assertRefused(refused, 400, "validation_error");
        assert.equal(refused.meta.field, field);
      });
    }

    it("but not with 120 and 1,000 characters of any script", async () => {
      const body = { workflow_name: "🥛".repeat(120), description: "ü".repeat(1_000) };
      const { id } = await newTrainingRun(own.call, body);
      const run = await status(id);
      assert.deepEqual([run.workflow_name, run.description], [body.workflow_name, body.description]);
    });
  });

  it("are at most 20 QUEUED at once, also when 30 are created together", async () => {
    const crowded = await newOrganization();
    const body = { workflow_name: "Queue" };
    const create = () => crowded.call("POST", "/v1/training/uploads", { body });
    const replies = await Promise.all(Array.from({ length: 30 }, create));
    const created = replies.filter(({ status }) => status === 201);
    assert.equal(created.length, 20);
    for (const reply of replies.filter(({ status }) => status !== 201)) {
      assertRefused(reply, 409, "training_queue_full");
      assert.equal(reply.meta.limit, 20);
    }
    await newTrainingRun(own.call);
    await startRun(crowded.call, created[0]!.data.training_id);
    assert.equal((await create()).status, 201);
    assertRefused(await create(), 409, "training_queue_full");
  });

  describe("when they are started", () => {
    it("complete before the response, with their file's figures", async () => {
      const { id } = await uploadedRun(own.call, `${HEADER}\noverall,${KPI},40\n`);
      const started = await startRun(own.call, id);
      assert.equal(started.status, 202);
      const { data } = started;
      assert.deepEqual([data.status, data.results_available, data.upload_received], [
        "COMPLETED",
        true,
        true,
      ]);
      assert.ok(data.created_at <= data.started_at && data.started_at <= data.completed_at);
      assert.deepEqual(data, await status(id));
    });

    it("by eight calls at once, answer one 202 COMPLETED and seven 409 training_not_queued", async () => {
      for (let round = 0; round < 3; round++) {
        const { id } = await newTrainingRun(own.call);
        const replies = await Promise.all(Array.from({ length: 8 }, () => startRun(own.call, id)));
        const [accepted, ...more] = replies.filter(({ status }) => status === 202);
        assert.equal(more.length, 0);
        assert.equal(accepted?.data.status, "COMPLETED");
        const refused = replies.filter((reply) => reply !== accepted);
        assert.equal(refused.length, 7);
        for (const reply of refused) assertRefused(reply, 409, "training_not_queued");
      }
    });

    it("by eight calls with eight keys, answer one 202, and replay it to its key alone", async () => {
      const { id } = await newTrainingRun(own.call);
      const keys = Array.from({ length: 8 }, () => crypto.randomUUID());
      const replies = await Promise.all(keys.map((key) => startRun(own.call, id, key)));
      assert.equal(replies.filter(({ status }) => status === 202).length, 1);
      for (const [index, key] of keys.entries()) {
        const again = await startRun(own.call, id, key);
        assert.equal(again.status, replies[index]!.status);
        assert.equal(again.headers.get("Idempotency-Replayed"), again.status === 202 ? "true" : null);
      }
    });

    it("by eight calls with one key, start once and answer all 202 COMPLETED", async () => {
      const { id } = await newTrainingRun(own.call);
      const key = crypto.randomUUID();
      const replies = await Promise.all(Array.from({ length: 8 }, () => startRun(own.call, id, key)));
      for (const { status, data } of replies) assert.deepEqual([status, data], [202, replies[0]!.data]);
      assert.equal(replies[0]!.data.status, "COMPLETED");
      assert.equal(replies.filter(({ headers }) => headers.has("Idempotency-Replayed")).length, 7);
    });

    it("are no fault of a call whose key another call has started them with meanwhile: its transaction decides", async () => {
      const started = { id: NOBODY, status: "RUNNING" };
      const request = {
        params: { id: NOBODY },
        identity: { organizationId: own.id },
        inTransaction: () => Promise.resolve(started),
      };
      assert.ok("prepare" in startTraining);
      const { prepare } = startTraining;
      await assert.doesNotReject(async () => await prepare?.(request as never));
    });

    it("answer 409 training_not_queued after they have ended, COMPLETED or FAILED", async () => {
      const { id: completed } = await newTrainingRun(own.call);
      const { id: failed } = await uploadedRun(own.call, "not,a,calibration\n");
      for (const id of [completed, failed]) {
        await startRun(own.call, id);
        assertRefused(await startRun(own.call, id), 409, "training_not_queued");
      }
    });

    it("pass so often an hour as ten minutes' requests do, of an unproved organization as five do, and no refused one counts", async () => {
      const { id, call } = await newOrganization();
      const { id: started } = await newTrainingRun(call);
      let count = 0;
      assert.equal((await startRun(call, started)).status, 202);
      count++;
      for (const [isProved, limit] of [[false, 5], [true, 10]] as const) {
        for (; count < limit - 1; count++) {
          assert.equal((await startRun(call, (await newTrainingRun(call)).id)).status, 202);
        }
        assertRefused(await startRun(call, started), 409, "training_not_queued");
        assertRefused(await startRun(call, NOBODY), 404, "not_found");
        const [{ id: last }, { id: run }] = [await newTrainingRun(call), await newTrainingRun(call)];
        const [fresh, next] = [callerWith((await newKey(id)).key), callerWith((await newKey(id)).key)];
        await allowRequests(id, 1, isProved);
        assert.equal((await startRun(fresh, last)).status, 202);
        count++;
        const refused = await startRun(next, run);
        assertRefused(refused, 429, "rate_limit_exceeded");
        assert.equal(refused.meta.rate_limit.limit, limit);
        await allowRequests(id, 1_000_000);
        assert.equal((await call("GET", `/v1/training/${run}`)).data.status, "QUEUED");
      }
    });

    it("accept no body but {}", async () => {
      const { id } = await newTrainingRun(own.call);
      const path = `/v1/training/${id}/start`;
      assertRefused(await own.call("POST", path, { body: { now: true } }), 400, "validation_error");
      assert.equal((await own.call("POST", path, { body: {} })).data.status, "COMPLETED");
    });
  });

  it("answer 409 training_not_complete to results before the start", async () => {
    const { id } = await newTrainingRun(own.call);
    const refused = await results(id);
    assertRefused(refused, 409, "training_not_complete");
    assert.equal(refused.meta.status, "QUEUED");
  });

  it("answer 404 to another organization that reads, starts or uploads", async () => {
    const { id } = await uploadedRun(other.call, `${HEADER}\noverall,${KPI},40\n`);
    const paths = ["", "/results"].map((end) => ["GET", end] as const).concat([["POST", "/start"] as never]);
    for (const [method, end] of paths) {
      const [foreign, missing] = await Promise.all(
        [id, NOBODY].map((each) => own.call(method, `/v1/training/${each}${end}`)),
      );
      for (const reply of [foreign!, missing!]) assertRefused(reply, 404, "not_found");
      assert.equal(foreign!.meta.message, missing!.meta.message);
    }
    assert.equal((await other.call("GET", `/v1/training/${id}`)).data.status, "QUEUED");
  });

  it("need training:read to be read, training:write to be created and started", async () => {
    const { id } = await newTrainingRun(own.call);
    const [reader, writer] = await Promise.all(
      ["training:read", "training:write"].map(async (scope) =>
        callerWith((await newKey(own.id, [scope])).key)
      ),
    );
    const body = { workflow_name: "x" };
    const asked = async (call: typeof reader) => [
      (await call!("GET", `/v1/training/${id}`)).meta.required_scope,
      (await call!("GET", `/v1/training/${id}/results`)).meta.required_scope,
      (await call!("POST", "/v1/training/uploads", { body })).meta.required_scope,
      (await call!("POST", `/v1/training/${id}/start`)).meta.required_scope,
    ];
    assert.deepEqual(await asked(reader), [undefined, undefined, "training:write", "training:write"]);
    assert.deepEqual(await asked(writer), ["training:read", "training:read", undefined, undefined]);
  });

  it("put nothing of their names, descriptions and files into histories or the outbox", async () => {
    const secret = `secret ${crypto.randomUUID()}`;
    const run = await newTrainingRun(own.call, { workflow_name: secret, description: secret });
    await putFile(run.uploadUrl, `${HEADER}\noverall,q,${secret}\n`);
    const { data } = await startRun(own.call, run.id);
    assert.ok(data.failure_message.includes(secret.slice(0, 40)));
    const { client, close } = await temporalClient();
    const history = historyToJSON(await client.workflow.getHandle(`training/${run.id}`).fetchHistory());
    await close();
    const payloads = [...history.matchAll(/"data":\s*"([^"]*)"/g)].map(([, data]) => atob(data ?? ""));
    const recorded = [history, ...payloads].join("\n");
    assert.ok(recorded.includes(`{"training_id":"${run.id}"}`), "payloads are read");
    assert.ok(!recorded.includes(secret.slice(0, 20)));
    const outbox = await ask<{ command: object }>("SELECT command FROM outbox");
    assert.ok(!JSON.stringify(outbox).includes(secret));
  });
});
