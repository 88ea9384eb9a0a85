import assert from "node:assert/strict";
import { type Client, WorkflowNotFoundError } from "@temporalio/client";
import { MockActivityEnvironment } from "@temporalio/testing";
import { DefaultLogger } from "@temporalio/worker";
import { createReconcilerActivities } from "#activities/reconciler.ts";
import type { Database } from "#db/postgres/database.ts";
import type { OutboxDispatcher } from "#temporal/outbox-dispatcher.ts";
import type { OutboxRow } from "#db/outbox/outbox.ts";
import { newId } from "#shared/ids.ts";
import { metricsPage } from "#shared/metrics.ts";
import type { ReconcileResult } from "#temporal/scheduled-workflows.ts";
import { withClock } from "#testing/clock.ts";
import { ask, connectAs } from "#testing/database.ts";
import { createDatabase, type TestDatabase } from "#testing/processes.ts";

const TEN_MINUTES = 600_000;
const SIMULATIONS = 150;
/** Each repair is a warning. */
const quietly = () => new MockActivityEnvironment(undefined, { logger: new DefaultLogger("ERROR") });

/** A database that no worker of the stack looks at, and a Temporal that knows nothing. */
describe("A run of the reconciler", () => {
  let own: TestDatabase;
  let database: Database;
  let queries: string[];
  let dispatched: OutboxRow[];
  before(async () => {
    own = await createDatabase();
    database = await connectAs("app_worker", { url: own.url });
  });
  after(async () => {
    await database?.close();
    await own?.drop();
  });

  const client = {
    workflow: {
      list({ query }: { readonly query: string }) {
        queries.push(query);
        return ReadableStream.from([]);
      },
      getHandle: (workflowId: string) => ({
        describe: () => Promise.reject(new WorkflowNotFoundError("unknown", workflowId, undefined)),
      }),
    },
  } as unknown as Client;

  async function reconcile(aheadMs = 0): Promise<ReconcileResult> {
    [queries, dispatched] = [[], []];
    const dispatcher = { dispatch: (row: OutboxRow) => dispatched.push(row) } as unknown as OutboxDispatcher;
    const activities = createReconcilerActivities({ database, dispatcher, client, baseUrl: "http://api" });
    const run = () =>
      quietly().run<[], ReconcileResult, () => Promise<ReconcileResult>>(activities.reconcileAll);
    return await withClock(aheadMs, run);
  }

  it("lists what has closed since the run before by Postgres' clock, however wrong its worker's is", async () => {
    for (const aheadMs of [TEN_MINUTES, -TEN_MINUTES]) {
      await reconcile(aheadMs);
      await reconcile(aheadMs);
      assert.ok(queries.length > 0);
      for (const query of queries) {
        const [, since = ""] = /CloseTime > "([^"]+)"/.exec(query) ?? [];
        const seconds = (Date.now() - Date.parse(since)) / 1000;
        // The run before began a moment ago, and Temporal lists late.
        assert.ok(seconds > 59 && seconds < 120, `${query} looks back ${seconds} s`);
      }
    }
  });

  it("repairs a bounded number of each kind, shows when it left some, and goes on after them", async () => {
    const organization = newId();
    await ask("INSERT INTO organizations (id, name, plan_tier) VALUES ($1, 'Restored', 'growth')", [
      organization,
    ], own.url);
    await ask(
      `INSERT INTO simulations (id, organization_id, methodology_slug, methodology_version, agent_count, seed, generate_insights,
         insights_status, created_at)
       SELECT gen_random_uuid(), $1, 'brand-trust', 1, 100, 1, false, 'disabled', now() - interval '1 hour' + i * interval '1 second'
       FROM generate_series(1, ${SIMULATIONS}) AS i`,
      [organization],
      own.url,
    );
    const counted = async (name: string) => {
      const line = new RegExp(`service_${name}_total\\{part="stale simulation"\\} (\\d+)`);
      return Number(line.exec(await metricsPage())?.[1] ?? 0);
    };
    const full = () => counted("repairs_full");
    const [before, repairedBefore] = [await full(), await counted("repairs")];
    const [first, second] = [
      await reconcile(),
      new Set(dispatched.map(({ command }) => command.workflow_id)),
    ];
    assert.deepEqual([first.repaired, second.size, await full() - before], [100, 100, 1]);
    const rest = await reconcile();
    assert.deepEqual([rest.repaired, await full() - before], [SIMULATIONS - 100, 1]);
    assert.equal(await counted("repairs") - repairedBefore, SIMULATIONS);
    assert.ok(dispatched.every(({ command }) => !second.has(command.workflow_id)));
    // What the outbox holds is the relay's.
    assert.equal((await reconcile()).repaired, 0);
  });

  it("keeps the time of its success, but not of a failure", async () => {
    const succeededAt = async () =>
      (await ask<{ at: Date }>(
        "SELECT updated_at AS at FROM reconciler_positions WHERE part = 'whole run'",
        [],
        own.url,
      ))[0]?.at.getTime() ?? 0;
    await reconcile();
    const first = await succeededAt();
    assert.ok(first > 0);
    await ask("ALTER TABLE training_runs RENAME TO away", [], own.url);
    await assert.rejects(reconcile(), /These parts failed: .*stale trainingRun/);
    await ask("ALTER TABLE away RENAME TO training_runs", [], own.url);
    assert.equal(await succeededAt(), first);
    await reconcile();
    assert.ok(await succeededAt() > first);
  });
});
