import assert from "node:assert/strict";
import { createDataSource } from "#db/data-source.ts";
import { Database } from "#db/postgres/database.ts";
import { claimDue, dequeue, enqueue } from "#db/outbox/outbox.ts";
import { ask, stack } from "#testing/stack.ts";
import { eventually, withClock } from "#testing/times.ts";
import { createDatabase, type TestDatabase } from "#testing/processes.ts";

describe("The outbox", () => {
  let database: TestDatabase;
  let relays: Database[];
  before(async () => {
    database = await createDatabase();
    const source = () =>
      createDataSource({ url: database.url, role: "app_worker", pool: 4, applicationName: "test" });
    relays = await Promise.all([1, 2, 3].map(async () => new Database(await source().initialize())));
  });
  after(async () => {
    await Promise.all((relays ?? []).map((relay) => relay.close()));
    await database?.drop();
  });
  beforeEach(() => ask("DELETE FROM outbox", [], database.url));

  async function fill(
    count: number,
    organizationId: string | null = stack().organizationId,
  ): Promise<string[]> {
    const [relay] = relays;
    assert.ok(relay !== undefined);
    return await relay.transaction(async (tx) => {
      const ids = [];
      for (let i = 0; i < count; i++) {
        ids.push(await enqueue(tx, organizationId, { kind: "cancel", workflow_id: `test/${i}` }));
      }
      return ids;
    });
  }
  const makeDue = () =>
    ask("UPDATE outbox SET next_attempt_at = now() - interval '1 second'", [], database.url);
  const claim = async (relay = relays[0], limit = 200) =>
    (await claimDue(relay as Database, limit)).map(({ id }) => id);

  it("gives each row to one of many relays that claim at once", async () => {
    const ids = await fill(500);
    await makeDue();
    const claims = await Promise.all(
      relays.flatMap((relay) => Array.from({ length: 4 }, () => claim(relay, 50))),
    );
    const claimed = claims.flat();
    assert.deepEqual(claimed.map(Number).sort((a, b) => a - b), ids.map(Number));
    assert.equal(new Set(claimed).size, 500);
    assert.deepEqual(await claim(), []);
  });

  it("gives organizations turns, so that one's thousand rows delay no other's", async () => {
    const [other] = await ask<{ id: string }>(
      `INSERT INTO organizations (id, name, plan_tier, created_at) VALUES (gen_random_uuid(), 'Other', 'sandbox', now()) RETURNING id`,
      [],
      database.url,
    );
    const flood = await fill(1_000);
    await makeDue();
    const late = [await fill(1, other?.id), await fill(1, null)].flat();
    await ask(
      "UPDATE outbox SET next_attempt_at = now() - interval '0.5 seconds' WHERE next_attempt_at > now()",
      [],
      database.url,
    );
    const claimed = await claim(relays[0], 10);
    assert.deepEqual(late.filter((id) => !claimed.includes(id)), []);
    assert.deepEqual([claimed.length, claimed.filter((id) => flood.includes(id)).length], [10, 8]);
  });

  it("leaves a new row to its writer for three seconds", async () => {
    const [id] = await fill(1);
    assert.deepEqual(await claim(), []);
    const [row] = await ask<{ seconds: number }>(
      "SELECT extract(epoch FROM next_attempt_at - now())::float AS seconds FROM outbox",
      [],
      database.url,
    );
    assert.ok(row !== undefined && row.seconds > 2 && row.seconds <= 3, `${row?.seconds} s`);
    assert.deepEqual(
      await eventually("the row to be due", async () => {
        const claimed = await claim();
        return claimed.length > 0 ? claimed : undefined;
      }, 5),
      [id],
    );
  });

  it("leaves a new row for three seconds by Postgres' clock, where the writer's is ten minutes off", async () => {
    for (const aheadMs of [600_000, -600_000]) {
      const [id] = await withClock(aheadMs, () => fill(1));
      const [row] = await ask<{ seconds: number }>(
        "SELECT extract(epoch FROM next_attempt_at - now())::float AS seconds FROM outbox WHERE id = $1",
        [id],
        database.url,
      );
      assert.ok(row !== undefined && row.seconds > 1 && row.seconds <= 3, `${row?.seconds} s`);
    }
  });

  it("gives the row of a dead relay to the next one after 3 s, then after doubling waits, up to a minute", async () => {
    await fill(1);
    const waits: number[] = [];
    for (let i = 0; i < 8; i++) {
      await makeDue();
      assert.equal((await claim(relays[i % 3])).length, 1);
      assert.deepEqual(await claim(relays[(i + 1) % 3]), []);
      const [row] = await ask<{ seconds: number }>(
        "SELECT ceil(extract(epoch FROM next_attempt_at - now()))::integer AS seconds FROM outbox",
        [],
        database.url,
      );
      waits.push(row?.seconds ?? 0);
    }
    assert.deepEqual(waits, [3, 4, 6, 10, 18, 34, 62, 62]);
  });

  it("deletes exactly the given rows, and nothing the second time", async () => {
    const [first, second, third] = await fill(3);
    await dequeue(relays[0] as Database, [first ?? "", third ?? ""]);
    await dequeue(relays[1] as Database, [first ?? "", third ?? ""]);
    const rows = await ask<{ id: string }>("SELECT id FROM outbox", [], database.url);
    assert.deepEqual(rows, [{ id: second }]);
  });

  it("holds no row of a failed transaction", async () => {
    await assert.rejects(
      (relays[0] as Database).transaction(async (tx) => {
        await enqueue(tx, stack().organizationId, { kind: "cancel", workflow_id: "test/failed" });
        throw new Error("no");
      }),
      /^Error: no$/,
    );
    assert.deepEqual(await ask("SELECT FROM outbox", [], database.url), []);
  });
});
