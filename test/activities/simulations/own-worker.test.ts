import assert from "node:assert/strict";
import type { Client } from "@temporalio/client";
import pg from "pg";
import { MockActivityEnvironment } from "@temporalio/testing";
import type { ReadingActivities } from "#activities/readings/reading.ts";
import type { SimulationActivities } from "#activities/simulations/simulation.ts";
import type { ObjectStorage } from "#providers/storage/storage.ts";
import { readConfig } from "#shared/config.ts";
import { metricsPage } from "#shared/metrics.ts";
import type { Mailer } from "#shared/mail.ts";
import { readSettings } from "#shared/settings-reader.ts";
import { callerWith } from "#testing/caller.ts";
import { withClock } from "#testing/times.ts";
import { connectAs, stack } from "#testing/stack.ts";
import { createDatabase, startApi, type TestDatabase, type TestProcess } from "#testing/processes.ts";
import { newOrganization } from "#testing/organizations.ts";
import { newWebhook } from "#testing/webhooks.ts";
import { newSimulation } from "#testing/simulations.ts";
import { freePort } from "#dev/services/service.ts";
import { composeActivities } from "#workers/compose-activities.ts";
import { readWorkerConfig } from "#workers/config.ts";

const TEN_MINUTES = 600_000;

/** Simulations that no other worker runs: no relay takes the commands from this database's outbox. */
describe("A simulation on a worker of this process", () => {
  let database: TestDatabase;
  let api: TestProcess & { baseUrl: string };
  before(async () => {
    database = await createDatabase();
    api = await startApi({
      DATABASE_URL: database.url,
      TEMPORAL_ADDRESS: `127.0.0.1:${await freePort()}`,
    });
  });
  after(async () => {
    await api?.stop();
    await database?.drop();
  });

  /** Runs a simulation as a worker does. */
  const run = (simulation_id: string) =>
    inOneStep(
      ({ simulations }) => (simulations as SimulationActivities).beginSimulation,
      { simulation_id },
    );

  /** Makes a simulation's first Reading as a worker does. */
  const read = (simulation_id: string) =>
    inOneStep(({ readings }) => (readings as ReadingActivities).beginReading, {
      simulation_id,
      generation: 1,
    });

  /** Carries out the first step of a workflow, which is the whole of it. */
  async function inOneStep<Input>(
    stepOf: (
      activities: ReturnType<typeof composeActivities>["activities"],
    ) => (input: Input) => Promise<unknown>,
    input: Input,
  ): Promise<void> {
    const asWorker = await connectAs("app_worker", { url: database.url });
    try {
      const settings = { BASE_URL: api.baseUrl, ...stack().settings };
      const { activities } = composeActivities({
        config: readSettings(readConfig, settings),
        workerConfig: readSettings(readWorkerConfig, settings),
        database: asWorker,
        dispatcher: { executeOnce: () => {} },
        storage: {} as ObjectStorage,
        mailer: {} as Mailer,
        client: {} as Client,
      });
      const result = await new MockActivityEnvironment({ isLocal: true }).run(stepOf(activities), input);
      assert.deepEqual(result, { kind: "ended", outcome: "completed" });
    } finally {
      await asWorker.close();
    }
  }

  it("costs the worker two round trips to Postgres, with a Reading or without", async () => {
    const call = callerWith(stack().apiKey, api.baseUrl);
    for (const generate_insights of [true, false]) {
      const id = await newSimulation(call, { generate_insights });
      const statements = await namesOfStatements(() => run(id));
      assert.deepEqual(statements, ["find_unfinished_run", "complete_run"]);
      const { data } = await call("GET", `/v1/simulations/${id}`);
      assert.deepEqual([data.status, data.insights_status], [
        "completed",
        generate_insights ? "queued" : "disabled",
      ]);
    }
  });

  it("whose Reading is made costs four more, and no state in between", async () => {
    const call = callerWith(stack().apiKey, api.baseUrl);
    const id = await newSimulation(call, { generate_insights: true });
    await run(id);
    assert.deepEqual(await namesOfStatements(() => read(id)), [
      "find_read_run",
      "find_stored_chunks",
      "earlier_runs_of_question",
      "end_reading",
    ]);
    const { data } = await call("GET", `/v1/simulations/${id}/insights`);
    assert.deepEqual([data.insights_status, data.cost_usd_estimate], ["completed", 0.05]);
    const { data: { status, completed_at } } = await call("GET", `/v1/simulations/${id}`);
    assert.ok(
      status === "completed" && completed_at <= data.generated_at,
      `${completed_at}, ${data.generated_at}`,
    );
  });

  it("whose Reading is made tells a subscription that was made meanwhile, once", async () => {
    const { call } = await newOrganization({ baseUrl: api.baseUrl });
    const id = await newSimulation(call, { generate_insights: true });
    await run(id);
    const change = async () => void await newWebhook(call, "https://example.com/");
    const statements = await namesOfStatements(() => read(id), { name: "find_read_run", action: change });
    assert.deepEqual(statements.slice(3), ["end_reading", "find_unfinished_reading", "end_reading"]);
    const { data } = await call("GET", "/v1/deliveries");
    assert.deepEqual(data.map((row: { event_type: string }) => row.event_type), [
      "simulation.insights.completed",
    ]);
  });

  it("is counted once, by how it ended", async () => {
    const counted = async () =>
      Number(
        /service_simulations_ended_total{outcome="completed"} (\d+)/.exec(await metricsPage())?.[1] ?? 0,
      );
    const id = await newSimulation(callerWith(stack().apiKey, api.baseUrl));
    const before = await counted();
    await run(id);
    assert.equal(await counted(), before + 1);
  });

  it("tells a subscription that was made while it ran", async () => {
    const { call } = await newOrganization({ baseUrl: api.baseUrl });
    const id = await newSimulation(call);
    const change = async () => void await newWebhook(call, "https://example.com/");
    const statements = await namesOfStatements(() => run(id), {
      name: "find_unfinished_run",
      action: change,
    });
    assert.deepEqual(statements, [
      "find_unfinished_run",
      "complete_run",
      "find_unfinished_run",
      "complete_run",
    ]);
    const { data } = await call("GET", "/v1/deliveries");
    assert.deepEqual(data.map((row: { event_type: string }) => row.event_type), ["simulation.completed"]);
  });

  for (const [name, aheadMs] of [["ahead", TEN_MINUTES], ["behind", -TEN_MINUTES]] as const) {
    it(`whose clock is wrong by ten minutes, ${name}, starts after its creation and ends after its start`, async () => {
      const call = callerWith(stack().apiKey, api.baseUrl);
      const simulation_id = await newSimulation(call);
      await withClock(aheadMs, () => run(simulation_id));
      const { data } = await call("GET", `/v1/simulations/${simulation_id}`);
      const [created, started, completed] = [data.created_at, data.started_at, data.completed_at];
      assert.ok(created <= started && started <= completed, `${created}, ${started}, ${completed}`);
    });
  }
});

/** What the pool's connections send during `work`, by name, but for notices; `then.action` follows the first statement of that name. */
async function namesOfStatements(
  work: () => Promise<void>,
  then?: { readonly name: string; readonly action: () => Promise<void> },
): Promise<string[]> {
  const names: string[] = [];
  const { query } = pg.Client.prototype;
  pg.Client.prototype.query = async function (
    this: pg.Client,
    ...[first, ...rest]: Parameters<typeof query>
  ) {
    const { name = String(first) } = first as { readonly name?: string };
    const isFirst = !names.includes(name);
    if (name !== "send_notices") names.push(name);
    const result = await Reflect.apply(query, this, [first, ...rest]);
    if (isFirst && name === then?.name) await then.action();
    return result;
  } as typeof query;
  try {
    await work();
  } finally {
    pg.Client.prototype.query = query;
  }
  // A connection's first statements are its own.
  return names.filter((name) => !/^SELECT (?:\*|version)/.test(name));
}
