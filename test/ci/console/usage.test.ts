import assert from "node:assert/strict";
import type { Browser, Page } from "playwright-core";
import { callerWith } from "#testing/caller.ts";
import { eventually } from "#testing/times.ts";
import { stack } from "#testing/stack.ts";
import { ended, newSimulation } from "#testing/simulations.ts";
import { assertWellMade, type ConsolePage, openConsole, startConsoleBrowser } from "./console.ts";
import { BillingProvider } from "#testing/billing-provider.ts";
import { assertUnharmed, HOSTILE } from "./hostile.ts";

describe("The console's usage and requests", function () {
  this.timeout(120_000);
  let browser: Browser;
  let console: ConsolePage;
  before(async () => {
    browser = await startConsoleBrowser();
  });
  beforeEach(async () => {
    console = await openConsole(browser, { planTier: "growth" });
  });
  afterEach(() => console.context.close());
  after(() => browser?.close());

  const part = (page: Page, name: string) => page.getByRole("group", { name, exact: true }).innerText();

  it("show what the month has used, what is left, and when it turns", async () => {
    const { call } = console.person;
    const id = await newSimulation(call, { agent_count: 250, generate_insights: false });
    await ended(call, id);
    const page = await console.open("/usage", "Usage and plan");
    await page.getByRole("heading", { name: "This month" }).waitFor();
    assert.match(await part(page, "Simulations"), /1 of 1,000 used, 999 left\./);
    assert.match(await part(page, "Agents of these simulations"), /250 of 1,000,000 used, 999,750 left\./);
    assert.match(await part(page, "Cost of Readings"), /\$0\.00 of \$50\.00 used, \$50\.00 left\./);
    const { data } = await call("GET", "/v1/usage");
    const reset = new Date(data.period.end)
      .toLocaleDateString("en-US", { month: "short", day: "numeric", timeZone: "UTC" });
    await page.getByText(`Resets ${reset}`).waitFor();
    const day = page.getByRole("table", { name: "Usage by day and key" }).locator("tbody tr");
    assert.deepEqual(
      (await day.innerText()).split("\t").map((text) => text.trim()),
      [
        data.period.start.slice(0, 8) + new Date().toISOString().slice(8, 10),
        "people, in the console",
        "1",
        "250",
      ],
    );
    await page.getByText("300 a minute of each key and each person").waitFor();
    await page.getByText("at most 2,500").waitFor();
    await assertWellMade(page, "usage");
  });

  it("explain why there is no billing portal yet, and open one", async () => {
    const page = await console.open("/usage", "Usage and plan");
    const open = page.getByRole("button", { name: "Open the billing portal" });
    await open.click();
    await page.getByText("nothing was bought yet. Pay with your own address").waitFor();
    await page.getByText("billing_disabled").waitFor();
    const url = `${stack().baseUrl}/livez`;
    await page.route("**/v1/billing/portal", async (route) => {
      const meta = { request_id: "of-the-spec" };
      await route.fulfill({
        json: { data: { url }, error: null, meta },
        headers: { "X-Request-Id": "of-the-spec" },
      });
    });
    await open.click();
    await page.waitForURL(url);
  });

  it("find a request by its id among all, name the keys, and keep the filters in the URL", async () => {
    const { call } = console.person;
    const { data: key } = await call("POST", "/v1/api-keys", {
      body: { name: HOSTILE, scopes: ["simulations:read"] },
    });
    const program = callerWith(key.key, stack().baseUrl);
    const { meta } = await program("GET", "/v1/simulations/no-id");
    // More than the first page of the list.
    for (let batch = 0; batch < 11; batch++) {
      await Promise.all(Array.from({ length: 10 }, () => program("GET", "/v1/workflows?limit=1")));
    }
    const page = await console.open("/requests", "Requests");
    const rows = page.getByRole("table", { name: "Requests" }).locator("tbody tr");
    await rows.first().waitFor();
    assert.equal(await page.getByText(meta.request_id).count(), 0);
    await page.getByLabel("Request id").fill(meta.request_id);
    await page.getByRole("button", { name: "Filter" }).click();
    await page.getByRole("heading", { name: "No request matches" }).waitFor();
    await page.getByRole("button", { name: "Search 1,000 further ones" }).click();
    await rows.first().waitFor();
    const found = await rows.first().innerText();
    for (const text of ["GET /v1/simulations/{id}", "400", "validation_error", HOSTILE, meta.request_id]) {
      assert.ok(found.includes(text), `${text} in ${found}`);
    }
    await assertWellMade(page, "requests");
    await assertUnharmed(page);
    await rows.first().getByRole("button", { name: "GET /v1/simulations/{id}" }).click();
    const detail = page.getByRole("dialog", { name: "GET /v1/simulations/{id}" });
    await detail.getByText("validation_error").waitFor();
    await detail.getByText(meta.request_id).waitFor();
    await assertWellMade(page, "request");
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Show all" }).click();
    await rows.first().waitFor();
    assert.equal(await rows.filter({ hasText: "a person" }).count(), 0);
    await page.getByRole("combobox", { name: "By" }).selectOption({ label: "programs and people" });
    await rows.filter({ hasText: "a person" }).first().waitFor();
    await page.getByRole("combobox", { name: "When" }).selectOption("15");
    await page.waitForURL(/within=/);
    await page.getByRole("button", { name: "Show all" }).click();
    await page.getByRole("combobox", { name: "By" }).selectOption({ label: HOSTILE });
    await page.getByRole("combobox", { name: "Answer" }).selectOption("4");
    await page.waitForURL(/status=.*key_id=|key_id=.*status=/);
    await eventually("one row", async () => await rows.count() === 1 || undefined);
    await page.getByRole("combobox", { name: "Route" }).selectOption("GET /v1/simulations/{id}");
    await page.waitForURL(/route=/);
    assert.equal(await rows.count(), 1);
  });

  it("ask whether it was oneself who bought, and take the purchase after a yes", async () => {
    const { person } = console;
    const provider = new BillingProvider();
    const customer = provider.newCustomer();
    await provider.deliver(
      provider.checkout(customer, { customer_details: { email: person.email, name: "Mallory" } }),
      provider.updated(customer, "price_enterprise"),
    );
    const page = await console.open("/usage", "Usage and plan");
    // By its text: while the question is open, no role is found behind it.
    const section = page.getByText("Did you buy this?", { exact: true });
    await section.waitFor();
    assert.equal((await person.call("GET", "/v1/usage")).data.plan_tier, "growth");
    await page.getByRole("button", { name: "Yes, it was me" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Yes, it was me" }).click();
    await section.waitFor({ state: "detached" });
    await page.getByText("enterprise", { exact: true }).waitFor();
    assert.equal((await person.call("GET", "/v1/usage")).data.plan_tier, "enterprise");
  });
});
