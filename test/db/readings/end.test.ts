import assert from "node:assert/strict";
import type { Database } from "#db/postgres/database.ts";
import { endReading, type ReadingOutcome } from "#db/readings/readings.ts";
import { ask, connectAs } from "#testing/stack.ts";
import { newOrganization } from "#testing/organizations.ts";
import { completedSimulation, endedReading } from "#testing/simulations.ts";

const FAILED: ReadingOutcome = { status: "failed", error_message: "It failed.", block_status: null };

/** What the month's counters say, and what the Reading cost. */
interface Settled {
  readonly readings: number;
  readonly spent: string;
  readonly reserved: string;
  readonly cost: string;
}

describe("The end of a Reading", () => {
  let database: Database;
  let id: string;
  let completed: ReadingOutcome;
  before(async () => {
    database = await connectAs("app_worker");
    const { call } = await newOrganization();
    id = await completedSimulation(call);
    const { block_status, calibration_boundary, post_hoc } = await endedReading(call, id);
    completed = { status: "completed", block_status, calibration_boundary, post_hoc };
  });
  after(() => database?.close());

  /** Ends the Reading again, as its next generation, after so many attempts at a rewrite of so much. */
  async function settled(outcome: ReadingOutcome, attempts: number, cost: string | null): Promise<Settled> {
    const [row] = await ask<{ generation: number }>(
      `WITH month AS (
         UPDATE usage_months u SET readings = 1, reading_cost_usd = 0, reading_reserved_usd = r.reserved_usd
         FROM readings r WHERE r.simulation_id = $1 AND u.organization_id = r.organization_id
       ), simulation AS (UPDATE simulations SET insights_status = 'queued' WHERE id = $1)
       UPDATE readings SET generation = generation + 1, rewrite_attempts = $2, rewrite_cost_usd = $3,
         generated_at = NULL, block_status = NULL, calibration_boundary = NULL, post_hoc = NULL, cost_usd = NULL, error_message = NULL
       WHERE simulation_id = $1 RETURNING generation`,
      [id, attempts, cost],
    );
    const reading = { simulation_id: id, generation: row?.generation ?? NaN };
    assert.equal(await endReading(database, reading, outcome), true);
    assert.equal(await endReading(database, reading, outcome), false);
    const [after] = await ask<Settled>(
      `SELECT u.readings::integer AS readings, u.reading_cost_usd::float::text AS spent, u.reading_reserved_usd::float::text AS reserved,
         r.cost_usd::float::text AS cost
       FROM readings r JOIN usage_months u ON u.organization_id = r.organization_id AND u.month = r.reserved_month
       WHERE r.simulation_id = $1`,
      [id],
    );
    if (after === undefined) throw new Error("The Reading has no month");
    return after;
  }

  it("costs the sum set aside, or what a rewrite's one attempt cost, and at least that sum after more attempts", async () => {
    const rows: [ReadingOutcome, number, string | null, string][] = [
      [completed, 0, null, "0.05"],
      [FAILED, 0, null, "0"],
      [completed, 1, "0.012", "0.012"],
      [FAILED, 1, "0.012", "0.012"],
      [completed, 1, null, "0.05"],
      [completed, 2, "0.012", "0.05"],
      [completed, 2, "0.07", "0.07"],
    ];
    for (const [outcome, attempts, cost, wanted] of rows) {
      assert.deepEqual(
        await settled(outcome, attempts, cost),
        { readings: outcome.status === "completed" ? 1 : 0, spent: wanted, reserved: "0", cost: wanted },
        `${outcome.status}, ${attempts} attempts, ${cost}`,
      );
    }
  });

  it("is an event of its generation, which says the cost that the Reading has", async () => {
    const { cost } = await settled(completed, 1, "0.0125");
    const rows = await ask<{ body: string; generation: number }>(
      `SELECT e.body, e.generation FROM events e JOIN readings r ON r.simulation_id = e.simulation_id AND r.generation = e.generation
       WHERE e.simulation_id = $1 AND e.type LIKE 'simulation.insights.%'`,
      [id],
    );
    assert.equal(rows.length, 1);
    const { type, data } = JSON.parse(rows[0]?.body ?? "");
    assert.deepEqual([type, String(data.cost_usd_estimate)], ["simulation.insights.completed", cost]);
  });
});
