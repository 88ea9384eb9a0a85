import assert from "node:assert/strict";
import type { Client } from "@temporalio/client";
import { MockActivityEnvironment } from "@temporalio/testing";
import type { SimulationActivities } from "#activities/simulations/simulation.ts";
import type { OutboxDispatcher } from "#temporal/outbox-dispatcher.ts";
import type { ObjectStorage } from "#providers/storage/storage.ts";
import { readConfig } from "#shared/config.ts";
import type { Mailer } from "#shared/mail.ts";
import { readSettings } from "#shared/settings-reader.ts";
import { callerWith } from "#testing/caller.ts";
import { withClock } from "#testing/clock.ts";
import { connectAs } from "#testing/database.ts";
import { createDatabase, startApi, type TestDatabase, type TestProcess } from "#testing/processes.ts";
import { newSimulation } from "#testing/simulations.ts";
import { stack } from "#testing/stack.ts";
import { freePort } from "#dev/services/service.ts";
import { composeActivities } from "#workers/compose-activities.ts";
import { readWorkerConfig } from "#workers/config.ts";

const TEN_MINUTES = 600_000;

/** Simulations that no other worker runs: no relay takes the commands from this database's outbox. */
describe("A simulation on a worker whose clock is wrong", () => {
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

  for (const [name, aheadMs] of [["ahead", TEN_MINUTES], ["behind", -TEN_MINUTES]] as const) {
    it(`by ten minutes, ${name}, starts after its creation and ends after its start`, async () => {
      const call = callerWith(stack().apiKey, api.baseUrl);
      const simulation_id = await newSimulation(call);
      const asWorker = await connectAs("app_worker", { url: database.url });
      try {
        const settings = { BASE_URL: api.baseUrl, ...stack().settings };
        const { activities } = composeActivities({
          config: readSettings(readConfig, settings),
          workerConfig: readSettings(readWorkerConfig, settings),
          database: asWorker,
          dispatcher: { dispatch: () => {} } as unknown as OutboxDispatcher,
          storage: {} as ObjectStorage,
          mailer: {} as Mailer,
          client: {} as Client,
        });
        const { beginSimulation } = activities.simulations as SimulationActivities;
        const worker = new MockActivityEnvironment({ isLocal: true });
        const result = await withClock(aheadMs, () => worker.run(beginSimulation, { simulation_id }));
        assert.deepEqual(result, { kind: "ended", outcome: "completed" });
      } finally {
        await asWorker.close();
      }
      const { data } = await call("GET", `/v1/simulations/${simulation_id}`);
      const [created, started, completed] = [data.created_at, data.started_at, data.completed_at];
      assert.ok(created <= started && started <= completed, `${created}, ${started}, ${completed}`);
    });
  }
});
