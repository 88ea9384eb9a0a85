import assert from "node:assert/strict";
import { setCurrentVersion } from "#dev/services/temporal.ts";
import {
  type ChatRequest,
  respond,
  respondentSettings,
  type StubServer,
  stubServer,
} from "#testing/stub-server.ts";
import { callerWith } from "#testing/caller.ts";
import { writeChangedBundle } from "#dev/machine/builds.ts";
import { eventually } from "#testing/times.ts";
import {
  createDatabase,
  newFolder,
  startApi,
  startTemporal,
  startWorker,
  type TestDatabase,
  type TestProcess,
} from "#testing/processes.ts";
import { ended, newSimulation } from "#testing/simulations.ts";
import { stack, temporalClient, type TestTemporalClient } from "#testing/stack.ts";
import { endedDelivery, newDelivery, newWebhook, type Receiver, startReceiver } from "#testing/webhooks.ts";

const NAME = "simulation-service";
describe("Two versions of the workflow code", function () {
  this.timeout(120_000);
  let database: TestDatabase;
  let temporal: Awaited<ReturnType<typeof startTemporal>>;
  let api: TestProcess & { baseUrl: string };
  let operator: TestTemporalClient;
  let receiver: Receiver;
  let one: TestProcess;
  let two: TestProcess | undefined;
  let settings: Readonly<Record<string, string>>;
  let changedBundle: string;
  let model: StubServer;
  /** The model answers large runs once the gate is open. */
  let gate = Promise.withResolvers<void>();

  const startVersion = (buildId: string, WORKFLOW_BUNDLE?: string) =>
    startWorker({
      ...settings,
      BASE_URL: api.baseUrl,
      WORKER_BUILD_ID: buildId,
      ...(WORKFLOW_BUNDLE === undefined ? {} : { WORKFLOW_BUNDLE }),
    });
  const makeCurrent = (buildId: string) =>
    setCurrentVersion(temporal.address, { deploymentName: NAME, buildId }, () => {});
  const call = (...request: Parameters<ReturnType<typeof callerWith>>) =>
    callerWith(stack().apiKey, api.baseUrl)(...request);
  const caller = Object.assign(call, { key: stack().apiKey });
  /** The version that a run's last step ran on. */
  const versionOf = async (workflowId: string) => {
    const { raw } = await operator.client.workflow.getHandle(workflowId).describe();
    return raw.workflowExecutionInfo?.versioningInfo?.deploymentVersion?.buildId ??
      raw.workflowExecutionInfo?.versioningInfo?.version;
  };
  const isHeld = ({ messages }: ChatRequest) => JSON.stringify(messages).includes("this hat");
  /** A simulation that is under way until the gate opens: its first workflow task has ended, since an activity asks the model. */
  const begunSimulation = async () => {
    gate = Promise.withResolvers();
    model.requests.length = 0;
    const id = await newSimulation(caller, {
      question: "Would you buy this hat at 19 euros?",
      agent_count: 200,
    });
    await eventually("the model to be asked", () => Promise.resolve(model.requests.find(isHeld)));
    return id;
  };
  /** Task queues learn of the current version one after another. */
  const newRunsUse = (buildId: string) =>
    eventually(`new simulations to run on ${buildId}`, async () => {
      const id = await newSimulation(caller);
      assert.equal((await ended(caller, id)).status, "completed");
      return await versionOf(`simulation/${id}`) === buildId || undefined;
    });

  before(async () => {
    [database, temporal, receiver] = await Promise.all([createDatabase(), startTemporal(), startReceiver()]);
    operator = await temporalClient(temporal.address);
    model = await stubServer(async (request) => {
      if (isHeld(request)) await gate.promise;
      return { content: respond(request) };
    });
    settings = {
      DATABASE_URL: database.url,
      TEMPORAL_ADDRESS: temporal.address,
      WEBHOOK_RETRY_SCHEDULE: "0s,12s",
      ...respondentSettings(model),
    };
    changedBundle = `${newFolder("bundle")}.js`;
    await writeChangedBundle(changedBundle);
    api = await startApi(settings);
    one = await startVersion("one");
  });
  after(async () => {
    gate.resolve();
    await operator?.close();
    await Promise.all([api?.stop(), one?.stop(), two?.stop(), receiver?.close()]);
    await temporal?.stop();
    await database?.drop();
    await model?.close();
  });

  it("run side by side: a simulation ends on the version that began it, a waiting delivery goes on under the new one", async () => {
    const waiting = await newSimulation(caller);
    await operator.exists(`simulation/${waiting}`);
    assert.equal((await caller("GET", `/v1/simulations/${waiting}`)).data.status, "queued");
    await makeCurrent("one");
    assert.equal((await ended(caller, waiting)).status, "completed");

    receiver.behave("/", 500, 204);
    const webhook = await newWebhook(caller, `${receiver.url}/`);
    const delivery = await newDelivery(caller, webhook.id);
    await receiver.until("/", 1);
    const old = await begunSimulation();
    await one.kill();

    two = await startVersion("two", changedBundle);
    await makeCurrent("two");
    await newRunsUse("two");
    assert.equal((await endedDelivery(caller, delivery, 60)).status, "succeeded");
    assert.equal(await versionOf(`delivery/${delivery}`), "two");
    assert.equal((await caller("GET", `/v1/simulations/${old}`)).data.status, "running");

    gate.resolve();
    one = await startVersion("one");
    assert.equal((await ended(caller, old, 60)).status, "completed");
    assert.equal(await versionOf(`simulation/${old}`), "one");
  });

  it("are rolled back by making the former one current again", async () => {
    await makeCurrent("one");
    await newRunsUse("one");
  });

  it("need build ids of their own: under the former one's id the changed code cannot replay its runs", async () => {
    const old = await begunSimulation();
    await Promise.all([one.kill(), two?.kill()]);
    one = await startVersion("one", changedBundle);
    // The chunk that died with its worker is given out again after its heartbeats have been missing for 20 s.
    gate.resolve();
    await eventually("the replay to fail", () => {
      const failed = /[Nn]ondeterminism|TMPRL1100/.test(one.log());
      return Promise.resolve(failed || undefined);
    }, 60);
    assert.equal((await caller("GET", `/v1/simulations/${old}`)).data.status, "running");
  });
});
