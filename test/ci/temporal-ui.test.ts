import assert from "node:assert/strict";
import type { Browser, Locator, Page } from "playwright-core";
import { freePort } from "#dev/services/service.ts";
import { eventually } from "#testing/times.ts";
import { newOrganization, type TestOrganization } from "#testing/organizations.ts";
import {
  createDatabase,
  startApi,
  startTemporal,
  startWorker,
  type TestDatabase,
  type TestProcess,
} from "#testing/processes.ts";
import { respondentSettings, startRespondent, type StubServer } from "#testing/stub-server.ts";
import { newSimulation } from "#testing/simulations.ts";
import { temporalClient, type TestTemporalClient } from "#testing/stack.ts";
import {
  delivery,
  endedDelivery,
  newDelivery,
  newWebhook,
  type Receiver,
  startReceiver,
} from "#testing/webhooks.ts";
import { screenshot, startBrowser, watchedPage } from "./browser.ts";

/** Twenty chunks, four of which run at once. */
const AGENTS = 4_000;
const AT_ONCE = 4;
/** Lengthens the wait of the schedule by an hour. */
const PARK = { status: 503, headers: { "Retry-After": "3600" } };

/** Needs chromium on the PATH. Runs Temporal with its Web UI, an API and a worker of its own. */
describe("The Temporal UI", function () {
  this.timeout(90_000);
  let ui: string;
  let database: TestDatabase;
  let temporal: TestProcess & { address: string };
  let api: Awaited<ReturnType<typeof startApi>>;
  let worker: TestProcess;
  let model: StubServer;
  let receiver: Receiver;
  let operator: TestTemporalClient;
  let browser: Browser;
  let page: Page;
  let own: TestOrganization;

  before(async () => {
    const uiPort = await freePort();
    ui = `http://127.0.0.1:${uiPort}/namespaces/default/workflows`;
    [database, temporal, model, receiver, browser] = await Promise.all([
      createDatabase(),
      startTemporal({ uiPort }),
      startRespondent(),
      startReceiver(),
      startBrowser(),
    ]);
    const settings = {
      DATABASE_URL: database.url,
      TEMPORAL_ADDRESS: temporal.address,
      ...respondentSettings(model),
    };
    [api, worker] = await Promise.all([startApi(settings), startWorker(settings)]);
    operator = await temporalClient(temporal.address);
    own = await newOrganization({ baseUrl: api.baseUrl });
    ({ page } = await watchedPage(browser));
    page.setDefaultTimeout(20_000);
  });
  after(async () => {
    await browser?.close();
    await operator?.close();
    await Promise.all([api?.stop(), worker?.stop()]);
    await temporal?.stop();
    await database?.drop();
    await Promise.all([model?.close(), receiver?.close()]);
  });

  async function open(workflowId: string): Promise<void> {
    await page.goto(`${ui}/${encodeURIComponent(workflowId)}`);
    await page.getByRole("tab", { name: "User Metadata" }).waitFor();
  }

  /** Waits for a count, because the page renders itself again and again. */
  const shown = (what: Locator, count: number) =>
    eventually(`${count} times ${what}`, async () => await what.count() === count || undefined);

  /** Waits for the text under a heading of the tab "User Metadata"; each has a frame of its own. */
  async function wordsOf(heading: "Summary" | "Details" | "Current Details", part: string): Promise<string> {
    const frame = page.getByRole("heading", { name: heading, exact: true }).locator(
      "xpath=following::iframe[1]",
    );
    const body = frame.contentFrame().locator("body", { hasText: part });
    await body.waitFor();
    return (await body.innerText()).replaceAll(/\s+/g, " ");
  }

  it("shows a simulation's organization, its stage, how many agents are done, and its retries with their reasons", async () => {
    const id = await newSimulation(own.call, { agent_count: AGENTS });
    const handle = operator.client.workflow.getHandle(`simulation/${id}`);
    const done = async () => (await handle.query<{ done: number }>("progress")).done;
    await eventually("the first agents to be done", async () => await done() > 0 || undefined);
    model.reply = () => ({ status: 503, body: "overloaded" });
    await eventually("all that is pending to wait for its next attempt", async () => {
      const pending = (await handle.describe()).raw.pendingActivities ?? [];
      const waiting = pending.filter(({ lastFailure, attempt }) => lastFailure && Number(attempt) > 1);
      return pending.length === AT_ONCE && waiting.length === AT_ONCE || undefined;
    });

    await open(`simulation/${id}`);
    const retrying = page.getByRole("button", {
      name: /^Attempt \d+ \/ ∞ • answerChunk • agents \d+–\d+ of 4000$/,
    });
    await shown(retrying, AT_ONCE);
    await screenshot(page, "simulation");

    await page.getByRole("tab", { name: "User Metadata" }).click();
    assert.equal(
      await wordsOf("Summary", own.id),
      `product-purchase-intent, 4,000 agents, organization ${own.id}`,
    );
    assert.match(await wordsOf("Details", own.id), new RegExp(`${own.id}.*/v1/simulations/${id}`));
    assert.match(
      await wordsOf("Current Details", "agents done"),
      new RegExp(`^stage agents done of engine agents ${await done()} 4000 model:small`),
    );
    await screenshot(page, "simulation-metadata");

    await page.getByRole("tab", { name: "Pending Activities" }).click();
    for (const words of ["The model server is unavailable", "HTTP 503 overloaded", "EngineUnavailable"]) {
      await page.getByText(words).first().waitFor();
    }
    await shown(page.getByText("of Unlimited"), AT_ONCE);
    await shown(page.getByText("Next Retry", { exact: true }), AT_ONCE);
    await screenshot(page, "simulation-pending");
  });

  it("shows when a delivery's next attempt is and why the last one failed, and sends it at once by a signal", async () => {
    receiver.behave("/parked", PARK, 204);
    const webhook = await newWebhook(own.call, `${receiver.url}/parked`);
    const id = await newDelivery(own.call, webhook.id);
    const { next_retry_at } = await delivery(
      own.call,
      id,
      ({ attempts }) => attempts[0]?.response_status === 503,
    );
    await open(`delivery/${id}`);
    await page.getByRole("button", { name: "attempt 2 of 3", exact: true }).waitFor();
    await page.getByRole("tab", { name: "User Metadata" }).click();
    assert.equal(
      await wordsOf("Summary", webhook.id),
      `webhook.test to subscription ${webhook.id}`,
    );
    assert.match(await wordsOf("Details", own.id), /signal retryNow sends at once/);
    assert.match(
      await wordsOf("Current Details", "next attempt"),
      new RegExp(`^next attempt of at reason of the last failure 2 3 ${next_retry_at} answered 503`),
    );
    await screenshot(page, "delivery");

    await page.getByRole("button", { name: "More Actions" }).click();
    await page.getByRole("menuitem", { name: "Send a Signal" }).click();
    const dialog = page.getByRole("dialog", { name: "Send a Signal" });
    await dialog.getByRole("button", { name: "Select a signal" }).click();
    await dialog.getByText("Sends once more now").waitFor();
    await screenshot(page, "delivery-signal");
    await dialog.getByRole("option", { name: "retryNow" }).click();
    await dialog.getByRole("button", { name: "Submit" }).click();
    const sent = await endedDelivery(own.call, id);
    assert.deepEqual([sent.status, sent.attempt_count], ["succeeded", 2]);
  });

  it("lists the deliveries that have used up their attempts, with what an operator can do", async () => {
    receiver.behave("/dead", 500);
    const webhook = await newWebhook(own.call, `${receiver.url}/dead`);
    const id = await newDelivery(own.call, webhook.id);
    assert.equal((await endedDelivery(own.call, id)).status, "failed");
    const query = 'ExecutionStatus="Failed" AND WorkflowType="webhookDelivery"';
    await page.goto(`${ui}?query=${encodeURIComponent(query)}`);
    const link = page.getByRole("link", { name: `delivery/${id}` });
    await link.waitFor();
    await screenshot(page, "deliveries-failed");
    await link.click();
    await page.getByText("The schedule is used up: answered 500").first().waitFor();
    await screenshot(page, "delivery-failed");
    await page.getByRole("tab", { name: "User Metadata" }).click();
    assert.equal(
      await wordsOf("Current Details", "Ended"),
      "Ended: failed, answered 500. A reset to the first workflow task sends once more.",
    );
    assert.match(await wordsOf("Details", own.id), /a reset to the first workflow task sends once more/);
    await screenshot(page, "delivery-failed-metadata");
  });
});
