import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { assertRefused } from "#testing/caller.ts";
import { ask } from "#testing/database.ts";
import { newOrganization, type TestOrganization } from "#testing/organizations.ts";
import { stack } from "#testing/stack.ts";
import { endedRun, HEADER, KPI, newTrainingRun, startRun, uploadedRun } from "#testing/training-runs.ts";

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

  it("is not deleted before it has ended: 409 training_not_terminal", async () => {
    const { id } = await newTrainingRun(own.call);
    const refused = await remove(id);
    assertRefused(refused, 409, "training_not_terminal");
    assert.equal(refused.meta.status, "QUEUED");
    assert.equal((await own.call("GET", `/v1/training/${id}`)).status, 200);
  });
});
