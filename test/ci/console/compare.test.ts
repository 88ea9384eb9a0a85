import assert from "node:assert/strict";
import type { Browser, Page } from "playwright-core";
import { ask } from "#testing/database.ts";
import { ended, newSimulation } from "#testing/simulations.ts";
import { assertWellMade, type ConsolePage, openConsole, startConsoleBrowser } from "./console.ts";

const HOSTILE = `Would you pay $20 a month for this <img src=x onerror="window.hacked=1"> app?`;

describe("The console's comparison", function () {
  this.timeout(240_000);
  let browser: Browser;
  let console: ConsolePage;
  before(async () => {
    browser = await startConsoleBrowser();
    console = await openConsole(browser);
  });
  after(() => browser?.close());

  const completed = async (change: object) => {
    const { call } = console.person;
    const id = await newSimulation(call, {
      workflow_id: "subscription-pricing",
      agent_count: 300,
      seed: 9,
      ...change,
    });
    assert.equal((await ended(call, id)).status, "completed");
    return id;
  };
  const priced = (price: number, change: object = {}) =>
    completed({ question: `Would you pay $${price} a month for this running app?`, ...change });
  const signed = (value: number) =>
    `${
      new Intl.NumberFormat("en-US", { maximumFractionDigits: 1, signDisplay: "exceptZero" }).format(value)
    }`;
  const region = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
  const choose = async (page: Page, field: string, id: string) => {
    await page.getByLabel(field).selectOption(id);
    await page.waitForURL(new RegExp(id));
  };

  it("teaches what it is for, where there is nothing to compare", async () => {
    const page = await console.open("/compare", "Compare");
    await page.getByRole("heading", { name: "Nothing to compare yet" }).waitFor();
    await assertWellMade(page, "compare-empty");
  });

  it("of two runs that are chosen shows paired differences with intervals, overall and by segment, and the API's note", async () => {
    const [cheap, dear] = [await priced(10), await completed({ question: HOSTILE })];
    const { data } = await console.person.call("GET", `/v1/simulations/${cheap}/compare/${dear}`);
    assert.equal(data.paired, true);
    assert.equal(data.interval_pct, null);
    const page = await console.open("/compare", "Compare");
    await choose(page, "First run", cheap);
    await choose(page, "Second run", dear);
    assert.equal(await page.getByRole("note", { name: "Note on the comparison" }).innerText(), data.note);
    await page.getByText("Paired: both asked the same agents").waitFor();
    const overall = region(page, "Differences").getByRole("img");
    await overall.waitFor();
    const label = await overall.getAttribute("aria-label") ?? "";
    for (const answer of ["yes", "maybe", "no"]) {
      const [low, high] = data.agents_interval_pct[answer];
      const text = `${answer} ${signed(data.difference_pct[answer])} points (${signed(low)} to ${
        signed(high)
      } points)`;
      assert.ok(label.includes(text), `${text} in ${label}`);
    }
    await region(page, "Differences").getByText("nothing is known of people").first().waitFor();
    const segments = region(page, "Differences by segment");
    await segments.getByText("age as a table").click();
    const rows = segments.getByRole("region", { name: /^yes by age/ }).locator("tbody tr");
    // deno-lint-ignore no-explicit-any -- a row of the API's comparison
    const ages = data.by_segment.filter(({ dimension }: any) => dimension === "age");
    assert.equal(await rows.count(), ages.length);
    for (const { segment, difference_pct, agents_interval_pct } of ages) {
      const cells = await rows.filter({ has: page.getByRole("cell", { name: segment, exact: true }) })
        .locator("td").allInnerTexts();
      assert.equal(cells[1], `${signed(difference_pct.yes)} points`);
      if (agents_interval_pct === null) assert.equal(cells[2], "small base");
    }
    await region(page, "What each says about people").getByRole("img").waitFor();
    await page.getByText(HOSTILE).first().waitFor();
    assert.equal(await page.evaluate("window.hacked"), undefined);
    await assertWellMade(page, "compare");

    await page.getByRole("button", { name: "Swap the two" }).click();
    await page.waitForURL(new RegExp(`a=${dear}`));
    const swapped = await console.person.call("GET", `/v1/simulations/${dear}/compare/${cheap}`);
    const back = signed(swapped.data.difference_pct.yes);
    await region(page, "Differences").getByRole("img", {
      name: new RegExp(`yes ${back.replace("+", "\\+")} points`),
    }).waitFor();
    assert.deepEqual(console.complaints.filter((line) => line.includes("Content Security")), []);
  });

  it("of runs that asked other agents says that they are not paired, and claims no difference that holds zero", async () => {
    const [first, second] = [await priced(10, { seed: 21 }), await priced(10, { seed: 22 })];
    const { data } = await console.person.call("GET", `/v1/simulations/${first}/compare/${second}`);
    const page = await console.open(`/compare?a=${first}&b=${second}`, "Compare");
    await page.getByText("Not paired: they asked different agents").waitFor();
    for (const answer of ["yes", "maybe", "no"]) {
      const [low, high] = data.agents_interval_pct[answer];
      const sentence = region(page, "Differences").getByRole("listitem").filter({ hasText: `${answer}:` });
      assert.equal(/No difference is shown/.test(await sentence.innerText()), low <= 0 && high >= 0);
    }
  });

  it("shows the runs of one question and scenario over time with every disclaimer, from the verdict's link", async () => {
    const question = "Would you pay $7 a month for a gardening app?";
    const ids: string[] = [];
    const scenario_context = { monthly_price_usd: 30 };
    await priced(7, { question, agent_count: 100, scenario_context });
    for (const seed of [1, 2, 3]) ids.push(await priced(7, { question, seed, agent_count: 100 }));
    await priced(8, { agent_count: 100 });
    const disclaimer = "An older methodology's disclaimer.";
    await ask(
      `UPDATE simulations SET calibration_boundary = calibration_boundary || jsonb_build_object('disclaimer', $2::text) WHERE id = $1`,
      [ids[0], disclaimer],
    );
    const newest = ids[2] ?? "";
    const page = await console.open(`/simulations/${newest}`, /.+/);
    await page.getByRole("link", { name: "Compare, and over time" }).click();
    const time = region(page, "The same question over time");
    await time.getByRole("img", { name: /^3 runs of one question over time/ }).waitFor();
    const links = await time.locator("tbody a").all();
    const shown = await Promise.all(
      links.map(async (link) => (await link.getAttribute("href"))?.split("/").at(-1)),
    );
    assert.deepEqual(shown, ids.toReversed());
    for (const id of ids) {
      const { data: { verdict } } = await console.person.call(
        "GET",
        `/v1/simulations/${id}/results?agents=false`,
      );
      const yes = new Intl.NumberFormat("en-US", { maximumFractionDigits: 1 }).format(verdict.yes_pct);
      const cells = await time.locator("tbody tr").nth(ids.toReversed().indexOf(id)).locator("td")
        .allInnerTexts();
      assert.ok(cells[1]?.startsWith(`${yes} % (`), `${cells}`);
    }
    assert.equal(await time.locator(".disclaimer").count(), 2);
    await time.getByText(disclaimer, { exact: true }).waitFor();
    await assertWellMade(page, "over-time");
  });

  it("says that a verdict cannot be read, and reads it again when it is told to", async () => {
    const [first, second] = [await priced(14, { agent_count: 50 }), await priced(15, { agent_count: 50 })];
    const { page } = console;
    const results = new RegExp(`${second}/results`);
    await page.route(results, async (route) => {
      const url = route.request().url().replace(
        second,
        first.replace(/.$/, (last) => last === "0" ? "1" : "0"),
      );
      await route.fulfill({ response: await route.fetch({ url }) });
    });
    await console.open(`/compare?a=${first}&b=${second}`, "Compare");
    const verdicts = region(page, "What each says about people");
    await verdicts.getByRole("alert").filter({ hasText: "simulation_not_found" }).waitFor();
    await page.unroute(results);
    await verdicts.getByRole("button", { name: "Try again" }).click();
    await verdicts.getByRole("img", { name: /yes, second/ }).waitFor();
  });

  it("shows what the API refuses with the ids that support finds it by", async () => {
    const id = await priced(12, { agent_count: 50 });
    const page = await console.open(
      `/compare?a=${id}&b=${id.replace(/.$/, (last) => last === "0" ? "1" : "0")}`,
      "Compare",
    );
    await page.getByRole("alert").filter({ hasText: "simulation_not_found" }).first().waitFor();
  });
});
