import assert from "node:assert/strict";
import type { Browser, Page } from "playwright-core";
import {
  respond,
  respondentSettings,
  type StubReply,
  type StubServer,
  stubServer,
} from "#testing/stub-server.ts";
import { newOrganization } from "#testing/organizations.ts";
import { type OwnService, startOwnService } from "#testing/processes.ts";
import { ended, newSimulation } from "#testing/simulations.ts";
import { assertWellMade, type ConsolePage, openConsole, startConsoleBrowser } from "./console.ts";

const HOSTILE = `<img src=x onerror="window.hacked = true">`;

describe("The console's list of simulations", function () {
  this.timeout(120_000);
  let browser: Browser;
  let console: ConsolePage;
  before(async () => {
    browser = await startConsoleBrowser();
    console = await openConsole(browser);
  });
  after(() => browser?.close());
  const create = (change: object) => newSimulation(console.person.call, { agent_count: 10, ...change });
  const rows = (page: Page) => page.locator("tbody tr");
  /** Waits for a list of `n` rows. */
  const shown = (page: Page, n: number) => page.getByText(`${n} shown.`, { exact: true }).waitFor();

  it("teaches what a simulation is, where there is none", async () => {
    const page = await console.open("/simulations", "Simulations");
    await page.getByRole("heading", { name: "No simulations yet" }).waitFor();
    await page.getByRole("link", { name: "Ask the first one" }).waitFor();
  });

  it("filters by the address, which a link and the way back keep", async () => {
    const [first, other] = [
      await create({ question: `Would you buy ${HOSTILE} for breakfast?` }),
      await create({ workflow_id: "brand-trust" }),
    ];
    await Promise.all([first, other].map((id) => ended(console.person.call, id)));
    const page = await console.open("/simulations", "Simulations");
    await rows(page).nth(1).waitFor();
    await page.getByLabel("Methodology").selectOption("brand-trust");
    await page.getByLabel("State").selectOption("completed");
    await page.waitForURL(/completed/);
    await shown(page, 1);
    assert.equal(await rows(page).count(), 1);
    const { searchParams } = new URL(page.url());
    assert.deepEqual([searchParams.get("workflow_id"), searchParams.get("status")], [
      "brand-trust",
      "completed",
    ]);
    const again = await console.open(new URL(page.url()).href.split("/console")[1] ?? "", "Simulations");
    await shown(again, 1);
    assert.equal(await rows(again).count(), 1);
    assert.equal(await again.getByLabel("State").inputValue(), "completed");
    await again.getByLabel("State").selectOption("failed");
    await again.getByRole("heading", { name: "No simulation is like that" }).waitFor();
    await again.getByRole("link", { name: "Show all simulations" }).click();
    await shown(again, 2);
    assert.equal(await again.getByLabel("State").inputValue(), "");
    await rows(again).filter({ hasText: "product-purchase-intent" }).getByText(
      "of the simulated said yes Demo data",
    ).waitFor();
    await assertWellMade(again, "simulations");
    const { width, height } = again.viewportSize()!;
    await again.setViewportSize({ width: 360, height });
    assert.equal(await again.getByLabel("Methodology").isVisible(), false);
    assert.ok(await rows(again).first().isVisible());
    await again.getByRole("button", { name: "Filters", exact: true }).click();
    await again.getByLabel("Methodology").selectOption("brand-trust");
    await again.getByRole("button", { name: "Filters: 1 set" }).click();
    assert.equal(await again.getByLabel("Methodology").isVisible(), false);
    await again.setViewportSize({ width, height });
    await again.getByLabel("Methodology").selectOption("");
    await shown(again, 2);
    assert.equal(await again.evaluate("window.hacked"), undefined);
  });

  it("finds by words, tag and metadata, names, tags, archives and deletes a row, and says who asked", async () => {
    const own = await openConsole(browser);
    const ask = (change: object) => newSimulation(own.person.call, { agent_count: 10, ...change });
    const id = await ask({ question: "Would you buy oat milk?", metadata: { campaign: "autumn" } });
    const other = await ask({ question: "Would you buy a bicycle?", tags: ["wheels"] });
    await Promise.all([id, other].map((each) => ended(own.person.call, each)));
    const page = await own.open("/simulations", "Simulations");
    await shown(page, 2);
    const filter = async (label: string, text: string, n: number) => {
      await page.getByLabel(label, { exact: true }).fill(text);
      await page.keyboard.press("Enter");
      await shown(page, n);
    };
    assert.equal(await page.locator("thead button").count(), 0, "no column is sorted in the page alone");
    await filter("Search", "OAT", 1);
    await rows(page).getByText("Would you buy oat milk?").waitFor();
    await rows(page).getByRole("button", { name: "More of Would you buy oat milk?" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Name").fill(`Spring ${HOSTILE}`);
    await dialog.getByLabel("Tags").fill("milk, spring, milk");
    await assertWellMade(page, "simulation-row");
    await dialog.getByRole("button", { name: "Save" }).click();
    await rows(page).getByRole("link", { name: `Spring ${HOSTILE}` }).waitFor();
    const { data } = await own.person.call("GET", `/v1/simulations/${id}`);
    assert.deepEqual([data.name, data.tags], [`Spring ${HOSTILE}`, ["milk", "spring"]]);
    await rows(page).getByText(data.created_by.name, { exact: true }).waitFor();
    await filter("Search", "", 2);
    await filter("Metadata", "campaign=autumn", 1);
    await filter("Metadata", "", 2);
    await rows(page).getByRole("link", { name: "wheels" }).click();
    await shown(page, 1);
    assert.equal(await page.getByLabel("Tag", { exact: true }).inputValue(), "wheels");
    await rows(page).getByRole("button", { name: /^More of/ }).click();
    await dialog.getByRole("button", { name: "Archive" }).click();
    await page.getByRole("heading", { name: "No simulation is like that" }).waitFor();
    await page.getByLabel("Archive").selectOption("true");
    await shown(page, 1);
    assert.equal((await own.person.call("GET", `/v1/simulations/${other}`)).data.archived, true);
    await rows(page).getByRole("button", { name: /^More of/ }).click();
    await dialog.getByRole("button", { name: "Delete" }).click();
    await page.getByRole("button", { name: "Delete the simulation" }).click();
    await page.getByRole("heading", { name: "No simulation is like that" }).waitFor();
    assert.equal((await own.person.call("GET", `/v1/simulations/${other}`)).status, 404);
    assert.equal(await page.evaluate("window.hacked"), undefined);
    await own.context.close();
  });

  it("applies a choice at once, without what is half typed beside it, and a time to the minute", async () => {
    const page = await console.open("/simulations?status=completed", "Simulations");
    const asked: string[] = [];
    page.on("request", (request) => asked.push(request.url()));
    await page.getByLabel("Search").fill("half");
    await page.getByLabel("Asked").selectOption("60");
    await page.waitForURL((url) => /60/.test(url.searchParams.get("within") ?? ""));
    assert.deepEqual([...new URL(page.url()).searchParams.keys()], ["status", "within"]);
    await page.locator("tbody tr, .empty").first().waitFor();
    const after = asked.flatMap((url) => new URL(url).searchParams.get("created_after") ?? []).at(-1) ?? "";
    assert.match(after, /:00\.000Z$/);
    const minutes = (Date.now() - Date.parse(after)) / 60_000;
    assert.ok(minutes >= 60 && minutes < 63, after);
  });

  it("answers for a simulation of somebody else and for one that is none as for one that never was", async () => {
    const { call } = await newOrganization();
    const foreign = await newSimulation(call, { agent_count: 1 });
    for (const id of [foreign, "01985d20-1b2c-7a3d-8e4f-5061728394a5", "nonsense"]) {
      const page = await console.open(`/simulations/${id}`, "There is no such simulation");
      await page.getByRole("alert").filter({ hasText: "request" }).waitFor();
      assert.equal(await page.getByRole("button", { name: "Cancel" }).count(), 0);
    }
    await assertWellMade(console.page, "simulation-unknown");
  });
});

/** Answers of agents that the model holds back until a spec lets them go. */
class Gate {
  #open: () => void = () => {};
  #opened = Promise.resolve();

  close(): void {
    this.#opened = new Promise((resolve) => this.#open = resolve);
  }

  open(): void {
    this.#open();
  }

  pass(): Promise<void> {
    return this.#opened;
  }
}

describe("A run in the console", function () {
  this.timeout(180_000);
  let browser: Browser;
  let own: OwnService;
  let model: StubServer;
  let console: ConsolePage;
  const gate = new Gate();
  const answering = async (request: Parameters<StubServer["reply"]>[0]): Promise<StubReply> => {
    await gate.pass();
    return { content: respond(request) };
  };
  before(async () => {
    model = await stubServer(answering);
    [browser, own] = await Promise.all([
      startConsoleBrowser(),
      startOwnService({
        ...respondentSettings(model),
        AGENTS_API_KEY: "model-server-secret",
        AGENTS_MAX_CONCURRENCY: "16",
        MODEL_PRICES: JSON.stringify({ small: { input: 0.15, output: 0.6, as_of: "2026-11-01" } }),
      }),
    ]);
    console = await openConsole(browser, { baseUrl: own.api.baseUrl, databaseUrl: own.databaseUrl });
  });
  beforeEach(() => {
    gate.open();
    model.reply = answering;
  });
  after(async () => {
    gate.open();
    await browser?.close();
    await own?.stop();
    await model?.close();
  });

  const section = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
  const follow = (id: string) => console.open(`/simulations/${id}`, /./);
  const stateOf = async (id: string) => (await console.person.call("GET", `/v1/simulations/${id}`)).data;

  it("goes from the question to its verdict without a reload, and says what it waits for", async () => {
    gate.close();
    let loads = 0;
    const page = await console.open("/", "Ask a question");
    page.on("load", () => loads++);
    await page.getByRole("textbox", { name: /^Question/ }).fill(
      `Would you buy this oat milk ${HOSTILE} for breakfast?`,
    );
    const cost = page.getByText(/At most 1,000 calls of .*small.*, at most \$\d/);
    await cost.waitFor();
    await page.getByRole("button", { name: "Ask", exact: true }).click();
    const beginning = section(page, "Beginning");
    await beginning.getByText("0 of 1,000 agents have answered.").waitFor();
    await assertWellMade(page, "run");
    gate.open();
    const verdict = page.getByText(/No calibration|not calibrated|no accuracy is claimed/).first();
    await verdict.waitFor();
    await page.getByRole("tab", { name: "Overview" }).waitFor();
    assert.equal(await page.getByRole("progressbar").count(), 0);
    assert.equal(loads, 0);
    assert.equal(await page.evaluate("window.hacked"), undefined);
    await page.getByRole("tab", { name: "Method" }).click();
    await section(page, "How it was asked").getByText("the service, confidence").waitFor();
  });

  it("shows the agents that have answered, and cancels when somebody confirms", async () => {
    let passed = 0;
    gate.close();
    model.reply = (request) => ++passed <= 500 ? { content: respond(request) } : answering(request);
    const id = await newSimulation(console.person.call, { agent_count: 2_000 });
    const page = await follow(id);
    await section(page, "Asking the agents").getByText(/^[1-9]\d* of 2,000 agents have answered/).waitFor();
    const said = page.getByRole("status").filter({ hasText: "Asking the agents" });
    assert.match(await said.innerText(), /^Asking the agents\.( (25|50) % of the agents have answered\.)?$/);
    await page.getByRole("button", { name: "Cancel", exact: true }).click();
    await page.getByRole("button", { name: "Keep it" }).click();
    assert.equal((await stateOf(id)).status, "running");
    await page.getByRole("button", { name: "Cancel", exact: true }).click();
    await page.getByRole("button", { name: "Cancel the simulation" }).click();
    await section(page, "It failed").getByText("Cancelled by the customer.").waitFor();
    assert.equal((await stateOf(id)).failure_code, "cancelled");
    gate.open();
  });

  it("is followed in the list until it has ended", async () => {
    gate.close();
    const question = "Would you trust this bank with your savings?";
    await newSimulation(console.person.call, { agent_count: 200, question });
    const page = await console.open("/simulations", "Simulations");
    const row = page.getByRole("row", { name: question });
    await row.getByText("0 of 200").waitFor();
    gate.open();
    await row.getByText("completed").waitFor();
  });

  it("waits in the queue while there is no worker, and goes on when there is one", async () => {
    await own.worker.stop();
    const id = await newSimulation(console.person.call, { agent_count: 20 });
    const page = await follow(id);
    await section(page, "Queued").getByText("Nobody has been asked yet.").waitFor();
    // The page's clock alone goes forward.
    await page.clock.setFixedTime(Date.now() + 60_000);
    await page.getByText(/It waits longer than usual/).waitFor();
    await own.startWorker();
    await page.getByRole("tab", { name: "Overview" }).waitFor({ timeout: 90_000 });
  });

  it("is followed again by itself after an outage that its page did not wait out", async () => {
    gate.close();
    const id = await newSimulation(console.person.call, { agent_count: 20 });
    const calls = /\/v1\/simulations\/[0-9a-f-]+\?wait=/;
    await console.page.route(calls, (route) => route.fulfill({ status: 500, body: "" }));
    const page = await follow(id);
    await page.getByRole("button", { name: "Try again" }).waitFor();
    await page.unroute(calls);
    gate.open();
    await page.getByRole("tab", { name: "Overview" }).waitFor({ timeout: 60_000 });
  });

  it("says why it failed and what to do, and asks the same again", async () => {
    model.reply = () => ({ content: HOSTILE });
    const question = `Would you apply for a job ${HOSTILE} here?`;
    const asked = { question, workflow_id: "employer-appeal", seed: 77, agent_count: 30 };
    const metadata = { [`key ${HOSTILE}`.slice(0, 40)]: HOSTILE };
    const scenario_context = { role: HOSTILE, benefits: ["health", "dental"] };
    const id = await newSimulation(console.person.call, { ...asked, metadata, scenario_context });
    const page = await follow(id);
    const failure = section(page, "It failed");
    await failure.getByText("internal", { exact: true }).waitFor();
    await failure.getByText(/Ask again; if it fails again, send the simulation's id/).waitFor();
    await assertWellMade(page, "run-failed");
    assert.equal(await page.evaluate("window.hacked"), undefined);
    model.reply = answering;
    await failure.getByRole("link", { name: "Ask again" }).click();
    await page.getByLabel("Seed").waitFor({ state: "attached" });
    await page.getByLabel("Benefits").waitFor();
    await page.getByRole("button", { name: "Ask", exact: true }).click();
    await page.waitForURL((url) => /\/simulations\//.test(url.href) && !url.href.endsWith(id));
    const again = await stateOf(page.url().slice(-36));
    for (const field of ["question", "workflow_id", "seed", "agent_count", "metadata", "scenario_context"]) {
      assert.deepEqual(again[field], (await stateOf(id))[field], field);
    }
    assert.equal(again.seed, 77);
  });
});
