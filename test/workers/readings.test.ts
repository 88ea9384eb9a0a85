import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { ask } from "#test/support/database.ts";
import { newOrganization } from "#test/support/organizations.ts";
import { type OwnService, startOwnService } from "#test/support/own-service.ts";
import { completedSimulation, endedReading, generate, setReadingCeiling } from "#test/support/readings.ts";

const READINGS = 12;

describe("A worker that Temporal has many Readings for", () => {
  let own: OwnService;
  before(async () => {
    own = await startOwnService();
  });
  after(() => own?.stop());

  /** The worker's statements that wait for a lock. */
  async function waiting(): Promise<number> {
    const rows = await ask(
      `SELECT FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'worker' AND wait_event_type = 'Lock'`,
      [],
      own.databaseUrl,
    );
    return rows.length;
  }

  it("takes at most four at once and leaves the others in Temporal, where organizations take turns", async () => {
    const { baseUrl } = own.api;
    const { id: organizationId, call } = await newOrganization({ baseUrl });
    await setReadingCeiling(organizationId, 0, baseUrl);
    const ids = await Promise.all(
      Array.from({ length: READINGS }, () => completedSimulation(call, { agent_count: 10 })),
    );
    await setReadingCeiling(organizationId, 100, baseUrl);

    // Every Reading begins with the stored answers, and cannot have them yet.
    const lock = new pg.Client({ connectionString: own.databaseUrl });
    await lock.connect();
    let most = 0;
    try {
      await lock.query("BEGIN; LOCK TABLE simulation_chunks IN ACCESS EXCLUSIVE MODE");
      const replies = await Promise.all(ids.map((id) => generate(call, id)));
      assert.deepEqual([...new Set(replies.map(({ status }) => status))], [202]);
      // Shorter than the five seconds of a local activity, which would begin again.
      const end = Date.now() + 3_000;
      while (Date.now() < end) {
        most = Math.max(most, await waiting());
        await sleep(100);
      }
    } finally {
      await lock.end();
    }
    assert.ok(most >= 1 && most <= 4, `${most} at once`);
    for (const id of ids) assert.equal((await endedReading(call, id)).insights_status, "completed");
  });
});
