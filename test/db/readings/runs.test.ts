import assert from "node:assert/strict";
import type { Database } from "#db/postgres/database.ts";
import { findReadRun, markReadingRunning, recordRewriteAttempt, saveRewrite } from "#db/readings/runs.ts";
import { ask, connectAs } from "#testing/database.ts";
import { newOrganization } from "#testing/organizations.ts";
import { completedSimulation, endedReading } from "#testing/readings.ts";

const REWRITE = { texts: {}, model_tier: "standard" } as unknown as Parameters<typeof saveRewrite>[2];

describe("A run of a Reading", () => {
  let database: Database;
  let id: string;
  before(async () => {
    database = await connectAs("app_worker");
    const { call } = await newOrganization();
    id = await completedSimulation(call);
    await endedReading(call, id);
  });
  after(() => database?.close());

  /** What a run of this generation is given, and what it has written. */
  async function begun(generation: number): Promise<readonly unknown[]> {
    await ask("UPDATE readings SET rewrite = NULL, rewrite_attempts = 0 WHERE simulation_id = $1", [id]);
    const reading = { simulation_id: id, generation };
    const runs = [await markReadingRunning(database, reading), await findReadRun(database, reading)];
    const counts = await recordRewriteAttempt(database, reading);
    await saveRewrite(database, reading, REWRITE, null);
    const [written] = await ask<{ rewrite: unknown; rewrite_attempts: number }>(
      "SELECT rewrite, rewrite_attempts FROM readings WHERE simulation_id = $1",
      [id],
    );
    return [...runs.map((run) => run?.id), counts, written?.rewrite, written?.rewrite_attempts];
  }

  it("changes a Reading in flight, and nothing of one that has ended or that a later generation runs", async () => {
    const nothing = [undefined, undefined, false, null, 0];
    assert.deepEqual(await begun(1), nothing);
    await ask("UPDATE simulations SET insights_status = 'queued' WHERE id = $1", [id]);
    assert.deepEqual(await begun(1), [id, id, true, REWRITE, 1]);
    await ask("UPDATE readings SET generation = 2 WHERE simulation_id = $1", [id]);
    assert.deepEqual(await begun(1), nothing);
    assert.deepEqual(await begun(2), [id, id, true, REWRITE, 1]);
  });
});
