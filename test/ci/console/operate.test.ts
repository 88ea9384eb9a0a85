import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { ROOT } from "#dev/machine/folder.ts";
import { newEmail, type Person, signIn } from "#testing/accounts.ts";
import { callerWith } from "#testing/caller.ts";
import { ask } from "#testing/stack.ts";
import { eventually } from "#testing/times.ts";
import { type OwnService, startOwnService, startRedis } from "#testing/processes.ts";
import { ended, newSimulation } from "#testing/simulations.ts";
import { endedDelivery, newDelivery, newWebhook, type Receiver, startReceiver } from "#testing/webhooks.ts";
import { assertWellMade, type ConsolePage, openConsole, startConsoleBrowser } from "./console.ts";

/** A service and a Redis of the spec's own: its worker stops, its runs grow old, and it is under maintenance. */
describe("An operator's day in the console", function () {
  this.timeout(180_000);
  let browser: Browser;
  let service: OwnService;
  let receiver: Receiver;
  let redis: Awaited<ReturnType<typeof startRedis>>;
  let operator: ConsolePage;
  let customer: Person;
  const email = newEmail();
  before(async () => {
    [browser, receiver, redis] = await Promise.all([startConsoleBrowser(), startReceiver(), startRedis()]);
    service = await startOwnService({
      REDIS_URL: redis.url,
      OPERATOR_EMAILS: email,
      WEBHOOK_RETRY_SCHEDULE: "0s",
    });
    operator = await openConsole(browser, { email, ...whereabouts() });
    customer = await signIn(whereabouts());
  });
  after(async () => {
    await browser?.close();
    await service?.stop();
    await Promise.all([receiver?.close(), redis?.stop()]);
  });

  const whereabouts = () => ({
    baseUrl: service.api.baseUrl,
    databaseUrl: service.databaseUrl,
    redisUrl: redis.url,
  });
  const rowOf = (page: Page, text: string) => page.getByRole("row").filter({ hasText: text });

  it("creates an organization, gives it a contract, and a key that works", async () => {
    const page = await operator.open("/operate/organizations", "Organizations");
    await assertWellMade(page, "operate-organizations");
    const name = `Acme <script>alert(1)</script> ${randomUUID()}`;
    await page.getByRole("button", { name: "New organization" }).click();
    await page.getByRole("dialog").getByLabel("Name").fill(name);
    await page.getByRole("dialog").getByLabel("Plan").selectOption("growth");
    await page.getByRole("dialog").getByRole("button", { name: "Create the organization" }).click();
    await page.getByRole("heading", { level: 1, name }).waitFor();
    await page.getByLabel("Simulations a month").fill("7");
    await page.getByRole("button", { name: "Change the contract" }).click();
    await page.getByRole("definition").filter({ hasText: /^7$/ }).waitFor();
    await page.getByRole("button", { name: "Create a key" }).click();
    await page.getByRole("dialog").getByLabel("Name").fill("First key");
    await page.getByRole("dialog").getByLabel("simulations:read").check();
    await page.getByRole("dialog").getByRole("button", { name: "Create the key" }).click();
    const key = await page.locator(".secret code").innerText();
    const usage = await callerWith(key, service.api.baseUrl)("GET", "/v1/usage");
    assert.deepEqual([usage.data.plan_tier, usage.data.simulations_limit], ["growth", 7]);
    await assertWellMade(page, "operate-organization");
    const { id } = (await callerWith(key, service.api.baseUrl)("GET", "/v1/auth/me")).data.organization;
    await page.getByRole("link", { name: "What operators changed" }).click();
    await page.getByRole("heading", { level: 1, name: "Audit log" }).waitFor();
    assert.match(page.url(), new RegExp(id));
    await rowOf(page, "organization.update").getByText('"simulations_per_month":7').waitFor();
    await page.getByLabel("When").selectOption("the last 15 minutes");
    await page.waitForURL(/within=.*15/);
    await rowOf(page, "organization.update").waitFor();
    await assertWellMade(page, "operate-audit");
    await ask(
      "UPDATE audit_log SET created_at = created_at - interval '2 hours' WHERE of_organization = $1",
      [id],
      service.databaseUrl,
    );
    await page.reload();
    await page.getByRole("heading", { name: "No entry matches" }).waitFor();
  });

  it("finds the run that is stuck, with its way to Temporal, and cancels it", async () => {
    await service.worker.stop();
    const [stuck, young] = [await newSimulation(customer.call), await newSimulation(customer.call)];
    await ask(
      "UPDATE simulations SET created_at = created_at - interval '1 hour' WHERE id = $1",
      [stuck],
      service.databaseUrl,
    );
    const organization = (await customer.call("GET", "/v1/auth/me")).data.organization.name;
    const page = await operator.open("/operate/simulations", "Runs of all organizations");
    const rows = page.getByRole("row", { name: /queued/ });
    await eventually("both runs", async () => await rows.count() === 2 || undefined);
    await page.getByLabel("State").selectOption("queued");
    await page.getByLabel("Created").selectOption({
      label: "more than 10 minutes ago: stuck, if it is not over",
    });
    await eventually("the stuck run alone", async () => await rows.count() === 1 || undefined);
    await assertWellMade(page, "operate-runs");
    const named = page.getByPlaceholder("Part of its name");
    await named.fill("no such customer");
    await page.getByText("No organization has this in its name.").waitFor();
    await named.fill(organization.slice(1).toUpperCase());
    await page.getByRole("button", { name: organization, exact: true }).click();
    await page.waitForURL(new RegExp(`organization_id=`));
    await page.getByText("All organizations", { exact: true }).waitFor();
    assert.ok((await rows.first().innerText()).includes(organization));
    const link = await rows.getByRole("link", { name: new RegExp(`^Run ${stuck}`) }).getAttribute("href");
    assert.match(link ?? "", new RegExp(`/namespaces/default/workflows/simulation%2F${stuck}$`));
    await rows.getByRole("link").first().click();
    await page.getByRole("heading", { level: 1, name: "Run", exact: true }).waitFor();
    await page.getByRole("definition").getByText(stuck, { exact: true }).waitFor();
    await assertWellMade(page, "operate-run");
    await page.goBack();
    await page.getByRole("button", { name: `Cancel run ${stuck}` }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Cancel the run" }).click();
    await page.getByRole("heading", { name: "No run matches" }).waitFor();
    await service.startWorker();
    const [first, second] = await Promise.all([ended(customer.call, stuck), ended(customer.call, young)]);
    assert.deepEqual([first.status, first.failure_code], ["failed", "cancelled"]);
    assert.equal(second.status, "completed");
  });

  it("finds deliveries that failed, and sends one again, then all that match", async () => {
    const path = `/${randomUUID()}`;
    receiver.behave(path, { status: 500 }, { status: 500 }, { status: 500 }, { status: 200 });
    const webhook = await newWebhook(customer.call, receiver.url + path);
    const deliveries = [
      await newDelivery(customer.call, webhook.id),
      await newDelivery(customer.call, webhook.id),
    ];
    for (const id of deliveries) assert.equal((await endedDelivery(customer.call, id)).status, "failed");
    const page = await operator.open(
      `/operate/deliveries?status=failed&webhook_id=${webhook.id}`,
      /Deliveries/,
    );
    await rowOf(page, path).first().waitFor();
    await assertWellMade(page, "operate-deliveries");
    await page.getByRole("button", { name: `Send again: delivery ${deliveries[0]}` }).click();
    await receiver.until(path, 3);
    await eventually("its end", async () => {
      const { data } = await customer.call("GET", `/v1/deliveries/${deliveries[0]}`);
      return data.retry_requested_at === null && data.attempt_count === 2 || undefined;
    });
    await page.getByRole("button", { name: "Send all that match again" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Send all again" }).click();
    const sent = page.getByRole("status").filter({ hasText: "2 are sent again" });
    await sent.waitFor();
    // The result of the former is none of the next one, which is refused.
    await page.route("**/v1/admin/deliveries/retry", (route) => route.fulfill({ status: 500, body: "" }));
    await page.getByRole("button", { name: "Send all that match again" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Send all again" }).click();
    await page.getByRole("alertdialog").getByRole("alert").waitFor();
    await page.getByRole("alertdialog").getByRole("button", { name: "Keep it" }).click();
    await page.getByRole("alertdialog").waitFor({ state: "detached" });
    assert.equal(await sent.count(), 0);
    await page.unroute("**/v1/admin/deliveries/retry");
    for (const id of deliveries) {
      await eventually(
        `success of ${id}`,
        async () =>
          (await customer.call("GET", `/v1/deliveries/${id}`)).data.status === "succeeded" || undefined,
      );
    }
  });

  it("sees what is late and which endpoint is down, and goes from there to its deliveries", async () => {
    const [delivery] = await ask<{ id: string; endpoint_id: string; organization_id: string; url: string }>(
      "SELECT id, endpoint_id, organization_id, url FROM deliveries ORDER BY created_at DESC LIMIT 1",
      [],
      service.databaseUrl,
    );
    await ask(
      `INSERT INTO endpoint_health (endpoint_id, organization_id, failures, failed_deliveries, unanswered_deliveries,
         last_failed_delivery, down_since)
       VALUES ($1, $2, 12, 12, 0, $3, now() - interval '3 hours')
       ON CONFLICT (endpoint_id) DO UPDATE SET failures = 12, down_since = now() - interval '3 hours', last_failed_delivery = $3`,
      [delivery?.endpoint_id, delivery?.organization_id, delivery?.id],
      service.databaseUrl,
    );
    const page = await operator.open("/operate", "Overview");
    const row = rowOf(page, delivery?.url ?? "");
    await row.getByText("3 hours ago").waitFor();
    const alerts = readFileSync(join(ROOT, "deploy/prometheus/alerts.yml"), "utf8");
    for (
      const [queue, label, figure] of [
        ["outbox", "Commands to Temporal", "service_outbox_oldest_seconds"],
        ["due", "Deliveries due", "service_deliveries_due_oldest_seconds"],
        ["queued_simulations", "Simulations queued", 'service_simulations_oldest_seconds{status="queued"}'],
        [
          "running_simulations",
          "Simulations running",
          'service_simulations_oldest_seconds{status="running"}',
        ],
        ["readings", "Readings", "service_readings_oldest_seconds"],
      ] as const
    ) {
      const limit = Number(alerts.split(`expr: max(${figure}) > `)[1]?.match(/^\d+/)?.[0]);
      assert.ok(limit > 0, figure);
      for (const age of [limit, limit + 1]) {
        await page.route("**/v1/admin/overview", async (route) => {
          const answer = await (await route.fetch()).json();
          answer.data.queues = [{ name: queue, rows: 1, oldest_seconds: age }];
          await route.fulfill({ json: answer });
        });
        await page.reload();
        const shown = page.locator("dt", { hasText: label }).locator("+ dd");
        await shown.getByText("the oldest").waitFor();
        assert.equal(await shown.getByText("late").count(), age > limit ? 1 : 0, `${label} ${age}`);
        await page.unroute("**/v1/admin/overview");
      }
    }
    await page.reload();
    await row.waitFor();
    await assertWellMade(page, "operate-overview");
    await page.setViewportSize({ width: 360, height: 740 });
    assert.equal((await page.getByRole("banner").boundingBox())?.height, 64);
    await page.getByRole("button", { name: "Pages" }).click();
    await page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name: "Runs", exact: true })
      .waitFor();
    await page.keyboard.press("Escape");
    assert.equal(await page.getByRole("navigation", { name: "Pages" }).isVisible(), false);
    await page.setViewportSize({ width: 1_400, height: 1_000 });
    await row.getByRole("link", { name: "Its deliveries" }).click();
    await page.getByRole("heading", { level: 1, name: "Deliveries of all organizations" }).waitFor();
    await page.getByRole("button", { name: "webhook.test" }).first().click();
    await page.getByRole("dialog").getByText(/webhook/).first().waitFor();
    await assertWellMade(page, "operate-delivery");
  });

  it("goes by Ctrl+K to a page, an organization by part of its name, and a run by its id", async () => {
    const page = await operator.open("/", /./);
    const field = page.getByRole("searchbox", { name: "A page, an organization or a run" });
    await page.keyboard.press("Control+k");
    await field.fill("all deliv");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 1, name: "Deliveries of all organizations" }).waitFor();
    assert.equal(await field.count(), 0);
    const { name } = (await customer.call("GET", "/v1/auth/me")).data.organization;
    await page.keyboard.press("Control+k");
    await field.fill(name.slice(0, -1).toUpperCase());
    await page.getByRole("dialog").getByRole("link", { name, exact: true }).waitFor();
    await assertWellMade(page, "go-to");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 1, name }).waitFor();
    const id = await newSimulation(customer.call);
    await page.keyboard.press("Control+k");
    await field.fill(id);
    await page.getByRole("link", { name: `Run ${id}` }).click();
    await page.getByRole("definition").getByText(id, { exact: true }).waitFor();
  });

  it("begins a maintenance, in which customers read why, and ends it from a new window", async () => {
    const page = await operator.open("/operate/system", "The service");
    await page.getByText("operational").first().waitFor();
    await assertWellMade(page, "operate-service");
    await page.route("**/v1/status", async (route) => {
      const response = await route.fetch();
      const { data, ...rest } = await response.json();
      const components = { ...data.components, workflows: "degraded" };
      await route.fulfill({ response, json: { ...rest, data: { ...data, status: "degraded", components } } });
    });
    await page.reload();
    await page.getByText("No worker has asked one of Temporal's task queues for work").waitFor();
    await page.unroute("**/v1/status");
    await page.getByRole("button", { name: "Begin a maintenance" }).click();
    const dialog = page.getByRole("dialog", { name: "Begin a maintenance?" });
    const begin = dialog.getByRole("button", { name: "Refuse customers from now on" });
    await dialog.getByLabel("Retry-After, in seconds").fill("0");
    await begin.click();
    assert.equal(
      await page.evaluate("document.querySelector('input[type=number]').validity.rangeUnderflow"),
      true,
    );
    await dialog.getByLabel("Retry-After, in seconds").fill("30");
    await begin.click();
    await page.getByRole("button", { name: "End the maintenance" }).waitFor();
    const seen = await openConsole(browser, { person: customer, ...whereabouts() });
    await seen.page.goto(`${service.api.baseUrl}/console/api-keys`);
    await seen.page.getByRole("alert").getByText("Planned maintenance").waitFor();
    assert.equal(await seen.page.getByRole("navigation").count(), 0);
    await page.reload();
    await page.getByRole("button", { name: "End the maintenance" }).click();
    await page.getByRole("button", { name: "Begin a maintenance" }).waitFor();
    await seen.page.getByRole("button", { name: "Try again" }).click();
    await seen.page.getByRole("heading", { level: 1, name: "API keys" }).waitFor();
    await seen.context.close();
  });

  it("is closed to customers, who see no way to it", async () => {
    const seen = await openConsole(browser, { person: customer, ...whereabouts() });
    for (const path of ["/operate", "/operate/audit", "/operate/organizations"]) {
      await seen.open(path, "For the service's operators");
    }
    const { page } = seen;
    assert.equal(await page.getByRole("alert").count(), 0);
    await assertWellMade(page, "operate-not");
    assert.equal(await page.getByRole("heading", { name: "Operate" }).count(), 0);
    await seen.context.close();
  });
});
