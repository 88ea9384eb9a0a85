import assert from "node:assert/strict";
import type { Browser, Page } from "playwright-core";
import { eventually } from "#testing/times.ts";
import {
  addAttempts,
  endedDelivery,
  failedDelivery,
  newDelivery,
  newWebhook,
  type Receiver,
  RETRY_IN_AN_HOUR,
  startReceiver,
} from "#testing/webhooks.ts";
import { watch } from "../browser.ts";
import { assertWellMade, type ConsolePage, openConsole, startConsoleBrowser } from "./console.ts";
import { assertUnharmed, HOSTILE } from "./hostile.ts";

describe("The console's deliveries", function () {
  this.timeout(120_000);
  let browser: Browser;
  let receiver: Receiver;
  let console: ConsolePage;
  before(async () => {
    [browser, receiver] = await Promise.all([startConsoleBrowser(), startReceiver()]);
  });
  beforeEach(async () => {
    console = await openConsole(browser);
  });
  afterEach(() => console.context.close());
  after(() => Promise.all([browser?.close(), receiver?.close()]));

  /** Marks the page's present document: a reload would lose the mark. */
  const mark = (page: Page) => page.evaluate("window.sameDocument = true");
  const assertNotReloaded = async (page: Page) =>
    assert.equal(await page.evaluate("window.sameDocument"), true);
  const said = (page: Page, text: string | RegExp) =>
    page.getByRole("status").filter({ hasText: text }).first().waitFor();

  it("go from a receiver that fails through its attempts to a retry that succeeds, without a reload", async () => {
    const headers = { "Content-Type": "text/html", "X-Reason": "<script>hacked=1</script>" };
    receiver.behave("/orders", { status: 500, headers, body: HOSTILE });
    const list = await console.open("/webhooks", "Webhooks");
    await list.getByRole("button", { name: "New webhook" }).click();
    await list.getByLabel("URL").fill(`${receiver.url}/orders`);
    await list.getByLabel("Description").fill(HOSTILE);
    await list.getByRole("button", { name: "Create the webhook" }).click();
    // The secret is shown once, on the page that stays open.
    const [tab] = await Promise.all([
      list.waitForEvent("popup"),
      list.getByRole("link", { name: "send it a test" }).click(),
    ]);
    const { page } = watch(tab);
    await mark(page);
    await page.getByRole("heading", { level: 1, name: HOSTILE }).waitFor();
    await page.getByRole("button", { name: "Send a test" }).click();
    await said(page, /webhook\.test: Failed: its schedule is used up/);
    await page.getByRole("link", { name: /webhook\.test/ }).click();

    await page.getByRole("heading", { name: "Attempts: 3" }).waitFor();
    for (const number of [1, 2, 3]) {
      const attempt = page.getByRole("listitem").filter({ hasText: `Attempt ${number} ` }).first();
      assert.match(await attempt.innerText(), /answered 500[^]* · answered after [\d,]+ m?s/);
    }
    assert.equal(await page.getByLabel("Body of the answer to attempt 3").innerText(), HOSTILE);
    const received = receiver.at("/orders").at(-1);
    assert.equal(await page.getByLabel("Body", { exact: true }).innerText(), received?.body);
    const request = await page.getByLabel("Method, URL and headers").innerText();
    assert.match(request, new RegExp(`^POST ${receiver.url}/orders\n`));
    for (const name of ["content-type", "user-agent", "accept-encoding"]) {
      assert.ok(request.toLowerCase().includes(`${name}: ${received?.headers[name]}\n`), name);
    }
    const bodies = page.getByLabel(/^Body of the answer to attempt/);
    assert.deepEqual(await Promise.all((await bodies.all()).map((body) => body.isVisible())), [
      true,
      false,
      false,
    ]);
    assert.ok((await bodies.first().boundingBox())!.height <= 400);
    await assertWellMade(page, "delivery-failed");
    await assertUnharmed(page);

    // The repaired receiver answers when the spec has seen that the page shows the retry under way.
    const answer = Promise.withResolvers<void>();
    receiver.behave("/orders", () => answer.promise.then(() => 204));
    await page.getByRole("button", { name: "Retry now" }).click();
    await said(page, "Attempt 4 is under way.");
    assert.ok(await page.getByRole("button", { name: "Retry requested" }).isDisabled());
    answer.resolve();
    await said(page, /The retry succeeded: attempt 4 answered 204 after [\d,]+ m?s\./);
    await page.getByText("Delivered: the endpoint answered 2xx.").waitFor();
    await page.getByRole("heading", { name: "Attempt 4 answered 204" }).waitFor();
    await assertNotReloaded(page);
  });

  it("say when the next attempt comes, and that a disabled webhook holds a retry", async () => {
    const { call } = console.person;
    receiver.behave("/later", RETRY_IN_AN_HOUR, 204);
    const webhook = await newWebhook(call, `${receiver.url}/later`);
    const id = await newDelivery(call, webhook.id);
    await receiver.until("/later", 1);
    const page = await console.open(`/deliveries/${id}`, /^Delivery/);
    await page.getByText(
      /The last attempt failed, so it is tried again\. The next attempt comes in (1 hour|\d\d minutes)\./,
    )
      .waitFor();
    await call("PATCH", `/v1/webhooks/${webhook.id}`, { body: { enabled: false } });
    await page.reload();
    await page.getByText("Held, because its webhook is disabled.").waitFor();
    await page.getByRole("button", { name: "Retry now" }).click();
    await page.getByText("A retry was requested and is held").waitFor();
    await call("PATCH", `/v1/webhooks/${webhook.id}`, { body: { enabled: true } });
    await said(page, "The retry succeeded: attempt 2 answered 204");
  });

  it("show all attempts in pages", async () => {
    const { call } = console.person;
    const { id } = await failedDelivery(call, receiver, "/many");
    await addAttempts(id, 80, HOSTILE);
    const page = await console.open(`/deliveries/${id}`, /^Delivery/);
    await said(page, "20 of 83 attempts shown.");
    const older = page.getByRole("button", { name: "Show older attempts" });
    await older.click();
    await said(page, "50 of 83 attempts shown.");
    await older.click();
    await said(page, "83 of 83 attempts shown.");
    assert.equal(await page.getByRole("heading", { name: /^Attempt \d+ / }).count(), 83);
    await assertUnharmed(page);
  });

  it("send all again that match, by no filter that the job lacks", async () => {
    const { call } = console.person;
    receiver.behave("/bulk", 500);
    const webhook = await newWebhook(call, `${receiver.url}/bulk`, { description: "Bulk" });
    const ids = await Promise.all(Array.from({ length: 6 }, () => newDelivery(call, webhook.id)));
    await Promise.all(ids.map((id) => endedDelivery(call, id)));
    const other = await failedDelivery(call, receiver, "/other");
    receiver.behave("/bulk", 204);

    const page = await console.open("/deliveries", "Deliveries");
    const again = page.getByRole("button", { name: "Send all that match again" });
    await page.getByText("webhook or time alone, to send all that match again").waitFor();
    assert.equal(await again.count(), 0);
    await page.getByRole("combobox", { name: "Webhook" }).selectOption(webhook.id);
    await again.waitFor();
    await assertWellMade(page, "deliveries");
    await again.click();
    const dialog = page.getByRole("alertdialog");
    assert.match(
      await dialog.innerText(),
      new RegExp(`webhook_id ${webhook.id} that failed: one attempt each`),
    );
    await dialog.getByRole("button", { name: "Send all again" }).click();
    await said(page, "6 are sent again.");
    const succeeded = page.getByRole("row").filter({ hasText: "succeeded" });
    await eventually("six rows to have succeeded", async () => await succeeded.count() === 6 || undefined);
    for (const id of ids) assert.equal((await endedDelivery(call, id)).status, "succeeded");
    assert.equal((await call("GET", `/v1/deliveries/${other.id}`)).data.status, "failed");
    await page.getByLabel("Event id").fill(`evt_${ids[0]}`);
    await page.getByRole("button", { name: "Filter", exact: true }).click();
    await page.getByText("webhook or time alone, to send all that match again").waitFor();
    assert.equal(await again.count(), 0);
  });

  it("keep the filters in the URL", async () => {
    const { call } = console.person;
    const { webhook } = await failedDelivery(call, receiver, "/filters");
    await newDelivery(call, webhook.id);
    const page = await console.open("/deliveries", "Deliveries");
    const rows = page.getByRole("table", { name: "Deliveries" }).locator("tbody tr");
    await page.getByLabel("Status").selectOption("failed");
    await page.waitForURL(/status=failed/);
    await page.reload();
    await rows.first().waitFor();
    assert.equal(await rows.count(), 1);
    assert.equal(await page.getByLabel("Status").inputValue(), "failed");
    await page.getByLabel("Event id").fill("no id");
    await page.getByRole("button", { name: "Filter" }).click();
    await page.getByRole("alert").filter({ hasText: "validation_error" }).waitFor();
    await page.getByRole("button", { name: "Show all" }).click();
    await eventually("both rows", async () => await rows.count() === 2 || undefined);
    await page.getByRole("combobox", { name: "Webhook" }).selectOption(webhook.id);
    await page.waitForURL(new RegExp(`webhook_id=${webhook.id}`));
    await page.getByRole("combobox", { name: "Event", exact: true }).selectOption("simulation.failed");
    await page.getByRole("heading", { name: "No delivery matches" }).waitFor();
  });
});
