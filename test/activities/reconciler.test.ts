import assert from "node:assert/strict";
import { type Client, WorkflowNotFoundError } from "@temporalio/client";
import { MockActivityEnvironment } from "@temporalio/testing";
import { DefaultLogger } from "@temporalio/worker";
import { createReconcilerActivities } from "#activities/reconciler.ts";
import type { Database } from "#db/postgres/database.ts";
import type { CommandRow } from "#temporal/outbox-dispatcher.ts";
import { newId } from "#shared/ids.ts";
import { metricsPage } from "#shared/metrics.ts";
import { withClock } from "#testing/times.ts";
import { ask, connectAs } from "#testing/stack.ts";
import { createDatabase, type TestDatabase } from "#testing/processes.ts";

const TEN_MINUTES = 600_000;
type ReconcileResult = { readonly repaired: number };
/** The bound of a part in a run, and the rows of its queries (activities/reconciler.ts). */
const MAX_REPAIRS = 1_000;
const PAGE = 1_000;
/** Each repair is a warning. */
const quietly = () => new MockActivityEnvironment(undefined, { logger: new DefaultLogger("ERROR") });

/** What the specs read of a listed run. */
interface ListedRun {
  readonly workflowId: string;
  readonly status: { readonly name: string };
}

/** A database that no worker of the stack looks at, and a Temporal that knows the runs of `known` and lists those of `listed`. */
describe("A run of the reconciler", () => {
  let own: TestDatabase;
  let database: Database;
  let queries: string[];
  let dispatched: CommandRow[];
  /** The status of each workflow. */
  let known: Map<string, string>;
  let listed: ListedRun[];
  /** Look-ups under way, and the most of them at once. */
  let [inFlight, most] = [0, 0];
  beforeEach(() => {
    [known, listed] = [new Map(), []];
  });
  before(async () => {
    own = await createDatabase();
    database = await connectAs("app_worker", { url: own.url, pool: 8 });
  });
  after(async () => {
    await database?.close();
    await own?.drop();
  });

  const client = {
    workflow: {
      list({ query }: { readonly query: string }) {
        queries.push(query);
        return ReadableStream.from(query.includes('"simulation"') ? listed : []);
      },
      getHandle: (workflowId: string) => ({
        async describe() {
          most = Math.max(most, ++inFlight);
          await new Promise(setImmediate);
          inFlight--;
          const status = known.get(workflowId);
          if (status === undefined) throw new WorkflowNotFoundError("unknown", workflowId, undefined);
          return { status: { name: status }, memo: {}, raw: {} };
        },
      }),
    },
  } as unknown as Client;

  /** Adds simulations that were created an hour ago, a millisecond apart, to an organization of their own. @returns their ids, oldest first */
  async function staleSimulations(count: number): Promise<string[]> {
    const organization = newId();
    await ask(
      "INSERT INTO organizations (id, name, plan_tier) SELECT id, id::text, 'growth' FROM (SELECT $1::uuid AS id) AS new",
      [
        organization,
      ],
      own.url,
    );
    const rows = await ask<{ id: string }>(
      `INSERT INTO simulations (id, organization_id, methodology_slug, methodology_version, agent_count, seed, generate_insights,
         insights_status, created_at)
       SELECT gen_random_uuid(), $1, 'brand-trust', 1, 100, 1, false, 'disabled', now() - interval '1 hour' + i * interval '1 millisecond'
       FROM generate_series(1, $2::integer) AS i RETURNING id, created_at`,
      [organization, count],
      own.url,
    );
    return rows.map(({ id }) => id);
  }

  /** Ends what a spec has left, so that the next one looks at its own rows alone. */
  afterEach(async () => {
    await ask("DELETE FROM outbox", [], own.url);
    await ask("DELETE FROM simulations", [], own.url);
    await ask("DELETE FROM reconciler_positions WHERE part = 'stale simulation'", [], own.url);
  });

  async function reconcile(aheadMs = 0): Promise<ReconcileResult> {
    [queries, dispatched] = [[], []];
    database.dispatchBy({ dispatch: (row) => void dispatched.push(row) });
    const activities = createReconcilerActivities({ database, client, baseUrl: "http://api" });
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

  it("starts a thousand lost runs, a bound for each kind, and shows when it left some to the next run", async () => {
    const rest = 500;
    await staleSimulations(MAX_REPAIRS + rest);
    const counted = async (name: string) => {
      const line = new RegExp(`service_${name}_total\\{part="stale simulation"\\} (\\d+)`);
      return Number(line.exec(await metricsPage())?.[1] ?? 0);
    };
    const [fullBefore, repairedBefore] = [await counted("repairs_full"), await counted("repairs")];
    const started = new Set<string>();
    for (const [repaired, full] of [[MAX_REPAIRS, 1], [rest, 1]]) {
      assert.equal((await reconcile()).repaired, repaired);
      assert.equal(await counted("repairs_full") - fullBefore, full);
      for (const { command } of dispatched) started.add(command.workflow_id);
    }
    assert.equal(started.size, MAX_REPAIRS + rest);
    assert.equal(await counted("repairs") - repairedBefore, started.size);
    // What the outbox holds is the relay's.
    assert.equal((await reconcile()).repaired, 0);
    const [{ queued } = { queued: 0 }] = await ask<{ queued: number }>(
      `SELECT count(*)::integer AS queued FROM outbox JOIN simulations s ON s.organization_id = outbox.organization_id
         AND workflow_id = 'simulation/' || s.id AND command ->> 'workflow_id' = workflow_id`,
      [],
      own.url,
    );
    assert.equal(queued, started.size);
  });

  it("left no repairs to the next one where it took too long and repaired nothing", async () => {
    for (const id of await staleSimulations(PAGE + 1)) known.set(`simulation/${id}`, "RUNNING");
    const full = async () =>
      /service_repairs_full_total\{part="stale simulation"\} (\d+)/.exec(await metricsPage())?.[1] ?? "0";
    const before = await full();
    const { now } = performance;
    performance.now = () => now.call(performance) + (inFlight > 0 || most > 0 ? 20_000 : 0);
    most = 0;
    try {
      assert.equal((await reconcile()).repaired, 0);
    } finally {
      performance.now = now;
    }
    assert.ok(most > 0);
    assert.equal(await full(), before);
    const place = await ask(
      "SELECT FROM reconciler_positions WHERE part = 'stale simulation' AND position <> 'null'",
      [],
      own.url,
    );
    assert.equal(place.length, 1, "the run ended after its first page");
  });

  it("finds the one lost run behind thousands that go on, and looks up a bounded number at once", async () => {
    most = 0;
    const ids = await staleSimulations(3 * PAGE);
    for (const id of ids.slice(0, -1)) known.set(`simulation/${id}`, "RUNNING");
    assert.equal((await reconcile()).repaired, 1);
    assert.deepEqual(dispatched.map(({ command }) => command.workflow_id), [`simulation/${ids.at(-1)}`]);
    assert.equal(most, 8);
  });

  it("fails hundreds of rows whose runs an operator has terminated, in one run", async () => {
    const ids = await staleSimulations(700);
    for (const id of ids) known.set(`simulation/${id}`, "TERMINATED");
    listed = ids.map((id) => ({ workflowId: `simulation/${id}`, status: { name: "TERMINATED" } }));
    assert.equal((await reconcile()).repaired, ids.length);
    const codes = await ask("SELECT DISTINCT status, failure_code FROM simulations", [], own.url);
    assert.deepEqual(codes, [{ status: "failed", failure_code: "terminated" }]);
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
