import assert from "node:assert/strict";
import pg from "pg";
import { assertRefused } from "#testing/caller.ts";
import { ask, stack } from "#testing/stack.ts";
import { eventually } from "#testing/times.ts";
import { newOrganization, type TestOrganization } from "#testing/organizations.ts";
import {
  completedSimulation,
  endedReading,
  generate,
  insights,
  setReadingCeiling,
  unreadSimulation,
  usedReadings,
} from "#testing/simulations.ts";

describe("Readings under a monthly ceiling", () => {
  let own: TestOrganization;
  beforeEach(async () => {
    own = await newOrganization();
  });

  it("start for exactly as many of 30 generates at once as the ceiling has room for", async () => {
    await setReadingCeiling(own.id, 0);
    const ids = await Promise.all(
      Array.from({ length: 30 }, () => completedSimulation(own.call, { agent_count: 10 })),
    );
    await setReadingCeiling(own.id, 0.5);
    const replies = await Promise.all(ids.map((id) => generate(own.call, id)));
    const count = (status: number) => replies.filter((reply) => reply.status === status).length;
    assert.deepEqual([count(202), count(429)], [10, 20]);
    for (const [k, reply] of replies.entries()) {
      if (reply.status === 202) await endedReading(own.call, ids[k]!);
      else assert.equal((await insights(own.call, ids[k]!)).data.insights_status, "not_started");
    }
    assert.deepEqual(await usedReadings(own.id), { readings: 10, cost: 0.5, reserved: 0 });
    assertRefused(
      await generate(own.call, ids[replies.findIndex(({ status }) => status === 429)]!),
      429,
      "insights_cost_cap_reached",
    );
  });

  it("start by themselves for exactly as many of 20 simulations at once as the ceiling has room for", async () => {
    await setReadingCeiling(own.id, 0.35);
    const ids = await Promise.all(
      Array.from({ length: 20 }, () => completedSimulation(own.call, { agent_count: 10 })),
    );
    const states = await Promise.all(
      ids.map(async (id) => (await insights(own.call, id)).data.insights_status),
    );
    assert.equal(states.filter((state) => state === "not_started").length, 13);
    const { readings, cost, reserved } = (await usedReadings(own.id))!;
    assert.deepEqual([readings, Math.round(100 * (cost + reserved))], [7, 35]);
  });

  it("start once for many generates of the same simulation at once", async () => {
    const id = await unreadSimulation(own);
    const replies = await Promise.all(Array.from({ length: 12 }, () => generate(own.call, id)));
    for (const { status, error } of replies) {
      assert.ok(status === 202 || error === "insights_already_generated", `${status} ${error}`);
    }
    await endedReading(own.call, id);
    assert.deepEqual(await usedReadings(own.id), { readings: 1, cost: 0.05, reserved: 0 });
  });

  it("lock the month's counter in their last statement: one that waits for anything else lets others start", async () => {
    const id = await unreadSimulation(own);
    const other = new pg.Client({ connectionString: stack().databaseUrl });
    await other.connect();
    try {
      await other.query("BEGIN; LOCK TABLE outbox IN SHARE MODE");
      const generating = generate(own.call, id);
      await eventually("the start to wait for the outbox", async () => {
        const waiting = await ask("SELECT FROM pg_locks WHERE relation = 'outbox'::regclass AND NOT granted");
        return waiting.length > 0 ? true : undefined;
      });
      await ask(`SELECT FROM usage_months WHERE organization_id = '${own.id}' FOR UPDATE NOWAIT`);
      await other.query("COMMIT");
      assert.equal((await generating).status, 202);
    } finally {
      await other.end();
    }
    await endedReading(own.call, id);
  });
});
