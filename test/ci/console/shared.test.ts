import assert from "node:assert/strict";
import type { Browser } from "playwright-core";
import { ended, newSimulation } from "#testing/simulations.ts";
import { watch } from "../browser.ts";
import { assertWellMade, type ConsolePage, openConsole, startConsoleBrowser } from "./console.ts";

describe("A verdict's link", function () {
  this.timeout(120_000);
  let browser: Browser;
  let console: ConsolePage;
  before(async () => {
    browser = await startConsoleBrowser();
    console = await openConsole(browser);
  });
  after(() => browser?.close());

  it("shows it to a visitor without a session, and nothing once it is ended", async () => {
    const { call } = console.person;
    const question = "Should the government spend more on the environment?";
    const id = await newSimulation(call, {
      workflow_id: "public-spending",
      agent_count: 50,
      seed: 7,
      question,
    });
    await ended(call, id);
    const page = await console.open(`/simulations/${id}`, question);
    await page.getByRole("button", { name: "Share", exact: true }).click();
    assert.equal(
      await page.getByRole("link", { name: "Read-only link" }).count(),
      0,
      "shared before it is asked for",
    );
    await page.getByRole("button", { name: "Make the link" }).click();
    const url = await page.getByRole("link", { name: "Read-only link" }).getAttribute("href") ?? "";
    const context = await browser.newContext({ viewport: { width: 1400, height: 1000 } });
    const visitor = watch(await context.newPage());
    const response = await visitor.page.goto(url);
    assert.equal(response?.headers()["x-robots-tag"], "noindex");
    await visitor.page.getByRole("heading", { level: 1, name: "A verdict of simulated respondents" })
      .waitFor();
    await visitor.page.getByRole("heading", { name: "Groups" }).waitFor();
    const text = await visitor.page.locator("main").innerText();
    assert.ok(text.includes(question), text);
    const { data: results } = await call("GET", `/v1/simulations/${id}/results?agents=false`);
    assert.ok(text.includes(results.calibration_boundary.disclaimer));
    const html = await visitor.page.content();
    assert.deepEqual(
      [id, results.workflow_id, console.person.email].filter((part) => html.includes(part)),
      [],
    );
    await assertWellMade(visitor.page, "shared");
    assert.deepEqual(visitor.complaints, []);
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Shared", exact: true }).waitFor();
    await console.open("/simulations", "Simulations");
    await page.getByRole("row", { name: question }).getByText("Shared", { exact: true }).waitFor();
    await console.open(`/simulations/${id}`, question);
    await page.getByRole("button", { name: "Shared", exact: true }).click();
    await page.getByRole("button", { name: "Show the link" }).click();
    assert.equal(await page.getByRole("link", { name: "Read-only link" }).getAttribute("href"), url);
    await page.getByRole("button", { name: "End the link" }).click();
    await page.getByText("The link is ended.").waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Share", exact: true }).waitFor();
    await visitor.page.goto(url);
    await visitor.page.getByRole("heading", { level: 1, name: "This link shows nothing" }).waitFor();
  });
});
