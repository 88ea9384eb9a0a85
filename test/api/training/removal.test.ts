import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { removeUpload, showTraining } from "#api/training/runs.ts";
import { MAX_UPLOAD_BYTES } from "#shared/uploads.ts";
import { assertRefused } from "#testing/caller.ts";
import { ask, connectAs, stack } from "#testing/stack.ts";
import { newId } from "#shared/ids.ts";
import { newOrganization, type TestOrganization } from "#testing/organizations.ts";
import { endedRun, HEADER, KPI, newTrainingRun, startRun, uploadedRun } from "#testing/simulations.ts";

describe("A training run", () => {
  let own: TestOrganization;
  before(async () => {
    own = await newOrganization();
  });

  const remove = (id: string) => own.call("DELETE", `/v1/training/${id}`);

  it("is deleted with its file and results, once it has ended", async () => {
    const { id } = await uploadedRun(own.call, `${HEADER}\noverall,${KPI},40\n`);
    await startRun(own.call, id);
    await endedRun(own.call, id);
    const other = await newOrganization();
    assertRefused(await other.call("DELETE", `/v1/training/${id}`), 404, "not_found");
    assert.equal((await remove(id)).status, 204);
    for (const path of ["", "/results"]) {
      assertRefused(await own.call("GET", `/v1/training/${id}${path}`), 404, "not_found");
    }
    assertRefused(await remove(id), 404, "not_found");
    const entries = await ask("SELECT FROM audit_log WHERE action = 'training.delete' AND subject = $1", [
      id,
    ]);
    assert.equal(entries.length, 1);
    const folder = stack().settings.UPLOADS_DIR;
    if (folder !== undefined) assert.equal(existsSync(join(folder, "training", `${id}.csv`)), false);
  });

  it("keeps its file, too large as it is, where it was started while the file was looked at", async () => {
    const tenantDatabase = await connectAs("app_api");
    const removed: string[] = [];
    const shown = async (status: string) => {
      const { id } = await newTrainingRun(own.call);
      const uploads = {
        head: async () => {
          if (status === "RUNNING") {
            await ask("UPDATE training_runs SET status = $2, started_at = now() WHERE id = $1", [id, status]);
          }
          return { bytes: MAX_UPLOAD_BYTES + 1 };
        },
        remove: (id: string) => Promise.resolve(void removed.push(id)),
      };
      const identity = { organizationId: own.id };
      const inTransaction = (work: (tx: never) => Promise<unknown>) =>
        tenantDatabase.withOrganization(own.id, (tx) => work(tx as never));
      const request = { params: { id }, identity, inTransaction, services: { uploads } };
      assert.ok("read" in showTraining);
      const { data } = await showTraining.read(request as never);
      return { id, status: (data as { status: string }).status };
    };
    try {
      assert.equal((await shown("RUNNING")).status, "RUNNING");
      const queued = await shown("QUEUED");
      assert.equal(queued.status, "FAILED");
      assert.deepEqual(removed, [queued.id]);
    } finally {
      await tenantDatabase.close();
    }
  });

  it("is not deleted where the store does not answer within 5 seconds: 503", async function () {
    this.timeout(20_000);
    const silent = (_: string, signal?: AbortSignal) =>
      new Promise<void>((_, reject) => {
        signal?.addEventListener("abort", () => reject(signal.reason));
        setTimeout(() => reject(new Error("it was left to wait")), 10_000).unref();
      });
    const refused = { code: "service_unavailable", cause: { name: "TimeoutError" } };
    await assert.rejects(removeUpload(newId(), { remove: silent } as never), ({ code, cause }) => {
      assert.deepEqual({ code, cause: { name: cause.name } }, refused);
      return true;
    });
  });

  it("is not deleted before it has ended: 409 training_not_terminal", async () => {
    const { id } = await newTrainingRun(own.call);
    const refused = await remove(id);
    assertRefused(refused, 409, "training_not_terminal");
    assert.equal(refused.meta.status, "QUEUED");
    assert.equal((await own.call("GET", `/v1/training/${id}`)).status, 200);
  });
});
