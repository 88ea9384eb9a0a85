import assert from "node:assert/strict";
import type { Browser, Page } from "playwright-core";
import { ended, newSimulation } from "#testing/simulations.ts";
import { eventually } from "#testing/times.ts";
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
    new Intl.NumberFormat("en-US", { maximumFractionDigits: 0, signDisplay: "exceptZero" }).format(value)
      .replace("-", "−");
  const points = (value: number) =>
    `${signed(value)} ${Math.abs(Math.round(value)) === 1 ? "point" : "points"}`;
  const interval = ([low, high]: number[]) =>
    `${signed(Math.floor(low ?? 0))} to ${signed(Math.ceil(high ?? 0))}`;
  const answers = async (page: Page, answer: string) => {
    await page.locator("select").filter({ hasText: "maybe" }).selectOption(answer);
    const shown = page.getByRole("img", { name: new RegExp(`^Points more or fewer who say ${answer}`) });
    await shown.waitFor();
    return await shown.getAttribute("aria-label") ?? "";
  };
  const region = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
  /** Searches for a run by its question, and adds it. */
  const choose = async (page: Page, question: string, id: string) => {
    await page.getByRole("searchbox", { name: /run$/ }).fill(question);
    await page.getByRole("list", { name: "Runs that fit" }).getByRole("button", { name: question }).first()
      .click();
    await page.waitForURL(new RegExp(id));
  };
  const sentences = (page: Page) => region(page, "What they say").getByRole("heading");

  it("teaches what it is for, where there is nothing to compare", async () => {
    const page = await console.open("/compare", "Compare");
    await page.getByRole("heading", { name: "Nothing to compare yet" }).waitFor();
    await assertWellMade(page, "compare-empty");
  });

  it("of two runs that are searched for begins with its sentence, and shows the differences, those of groups and the API's note", async () => {
    const [cheap, dear] = [await priced(10), await completed({ question: HOSTILE })];
    const { data } = await console.person.call("GET", `/v1/simulations/${cheap}/compare/${dear}`);
    assert.equal(data.paired, true);
    assert.equal(data.interval_pct, null);
    const page = await console.open("/compare", "Compare");
    const searches: string[] = [];
    page.on("request", (request) => {
      const search = new URL(request.url()).searchParams.get("search");
      if (search !== null) searches.push(search);
    });
    await page.getByRole("searchbox").pressSequentially("no run asked this");
    await page.getByText("No other completed run has these words.").waitFor();
    const isSearched = () => Promise.resolve(searches.at(-1) === "no run asked this" || undefined);
    await eventually("the whole text to be searched for", isSearched);
    assert.ok(searches.length < 5, `${searches.length} searches for one text`);
    await choose(page, "Would you pay $10 a month", cheap);
    await choose(page, HOSTILE, dear);
    await sentences(page).waitFor();
    const size = Math.round(data.difference_pct.yes);
    assert.ok(size < -1, `${size}`);
    assert.match(
      await sentences(page).innerText(),
      new RegExp(
        `^At \\$20, ${-size} points fewer of the simulated say yes than at \\$10, more than by chance; of people’s difference nothing is known\\.$`,
      ),
    );
    assert.equal(await page.getByRole("note", { name: "Note on the comparison" }).innerText(), data.note);
    for (const answer of ["maybe", "no", "yes"]) {
      const label = await answers(page, answer);
      const text = `$20 ${points(data.difference_pct[answer])} (${
        interval(data.agents_interval_pct[answer])
      })`;
      assert.ok(label.includes(text), `${text} in ${label}`);
    }
    await page.getByText("of people’s difference nothing is known").first().waitFor();
    const groups = region(page, "By group");
    await groups.getByLabel("Groups by").selectOption("age");
    await groups.getByLabel(/^Menu: yes by age/).click();
    await groups.getByRole("button", { name: "Show as a table" }).click();
    const rows = groups.getByRole("region", { name: /^yes by age/ }).locator("tbody tr");
    // deno-lint-ignore no-explicit-any -- a row of the API's comparison
    const ages = data.by_segment.filter(({ dimension }: any) => dimension === "age");
    assert.equal(await rows.count(), ages.length);
    for (const [k, { difference_pct, agents_interval_pct }] of ages.entries()) {
      const cells = await rows.nth(k).locator("td").allInnerTexts();
      assert.equal(cells[1], points(difference_pct.yes));
      assert.equal(cells[2], interval(agents_interval_pct.yes));
    }
    await region(page, "Simulated respondents who said yes").getByRole("img").waitFor();
    await page.getByText(HOSTILE).first().waitFor();
    assert.equal(await page.evaluate("window.hacked"), undefined);
    await assertWellMade(page, "compare");

    const other = page.getByRole("button", { name: "Compare the others with it" });
    await page.getByLabel("Menu: run B").click();
    await other.focus();
    await page.keyboard.press("Escape");
    await other.waitFor({ state: "hidden" });
    assert.equal(await page.evaluate("document.activeElement.getAttribute('aria-label')"), "Menu: run B");
    await page.getByLabel("Menu: run B").click();
    await page.getByRole("heading", { level: 1 }).click();
    await other.waitFor({ state: "hidden" });
    await page.getByLabel("Menu: run B").click();
    await other.click();
    await page.waitForURL(new RegExp(`a=${dear}`));
    const swapped = await console.person.call("GET", `/v1/simulations/${dear}/compare/${cheap}`);
    assert.ok((await answers(page, "yes")).includes(`$10 ${points(swapped.data.difference_pct.yes)}`));
    assert.deepEqual(console.complaints.filter((line) => line.includes("Content Security")), []);
  });

  it("of more than two runs says how far each is from the first, and in which groups", async () => {
    const ladder = [
      await priced(12, { seed: 4 }),
      await priced(25, { seed: 4 }),
      await priced(40, { seed: 4 }),
    ];
    const [a, b, c] = ladder;
    const page = await console.open(`/compare?a=${a}&b=${b}`, "Compare");
    await sentences(page).waitFor();
    await choose(page, "Would you pay $40 a month", c ?? "");
    await sentences(page).nth(1).waitFor();
    assert.equal(new URL(page.url()).searchParams.get("with"), c);
    const said = await sentences(page).allInnerTexts();
    for (const [k, price] of [25, 40].entries()) {
      const { data } = await console.person.call("GET", `/v1/simulations/${a}/compare/${ladder[k + 1]}`);
      const size = Math.round(data.difference_pct.yes);
      assert.ok(said[k]?.startsWith(`At $${price}, ${-size} point`), `${size}: ${said[k]}`);
    }
    const groups = region(page, "By group");
    await groups.getByRole("img", { name: /at \$25 less at \$12/ }).waitFor();
    await groups.getByLabel("Run").selectOption("$40");
    await groups.getByRole("img", { name: /at \$40 less at \$12/ }).waitFor();
    await assertWellMade(page, "compare-three");
    await page.getByLabel("Menu: run B").click();
    await page.getByRole("button", { name: "Take it away" }).click();
    await page.waitForURL((url) => url.searchParams.get("b") === c);
    await sentences(page).filter({ hasText: "At $40" }).waitFor();
  });

  it("of two audiences names them, and gives the interval of people's difference", async () => {
    const asked = { workflow_id: "public-spending", question: "Should the country spend more on science?" };
    const [west, south] = [
      await completed({ ...asked, audience: { region: ["west"] } }),
      await completed({ ...asked, audience: { region: ["south"] } }),
    ];
    const { data } = await console.person.call("GET", `/v1/simulations/${west}/compare/${south}`);
    const page = await console.open(`/compare?a=${west}&b=${south}`, "Compare");
    await sentences(page).waitFor();
    const [low, high] = data.interval_pct.yes;
    assert.ok(low < 0 && high > 0, `${data.interval_pct.yes}`);
    assert.match(
      await sentences(page).innerText(),
      /^In the South, (\d+ points? (more|fewer)|as many) of the simulated say yes (than|as) in the West\. The answers of U\.S\. adults \(region: West\) and of U\.S\. adults \(region: South\), by a survey of 2016 and 2018, may not differ: /,
    );
    assert.ok(
      (await sentences(page).innerText()).endsWith(`${interval([low, high])} points (95 % interval).`),
    );
    await page.route(/\/compare\//, async (route) => {
      const response = await route.fetch();
      const { data: read, ...rest } = await response.json();
      const interval_pct = { ...read.interval_pct, yes: [-14.2, -3.9] };
      await route.fulfill({ response, json: { ...rest, data: { ...read, interval_pct } } });
    });
    await page.reload();
    await sentences(page).filter({ hasText: "differ too" }).waitFor();
    assert.match(
      await sentences(page).innerText(),
      /2016 and 2018, differ too: by −15 to −3 points \(95 % interval\)\.$/,
    );
    await page.unroute(/\/compare\//);
  });

  it("of two wordings that one survey question answers says so, and claims no difference of people", async () => {
    const ids = await Promise.all(
      ["Should the country spend more on education and schools?", "Do we need to fund schools better?"].map((
        question,
      ) => completed({ workflow_id: "public-spending", question })),
    );
    const page = await console.open(`/compare?a=${ids[0]}&b=${ids[1]}`, "Compare");
    await sentences(page).waitFor();
    assert.equal(
      await sentences(page).innerText(),
      "In run B, as many of the simulated say yes as in run A: both wordings are matched with one survey question, so their answers come from the same figures.",
    );
    const again = await completed({
      workflow_id: "public-spending",
      question: "Do we need to fund schools better?",
      seed: 10,
    });
    const note = await page.getByRole("note", { name: "Note on the comparison" }).innerText();
    await console.open(`/compare?a=${ids[1]}&b=${again}`, "Compare");
    await sentences(page).filter({ hasText: "by chance alone: both asked the same people one question." })
      .waitFor();
    assert.match(note, /are matched with one survey question/);
    assert.doesNotMatch(note, /_/);
  });

  it("of runs that asked other respondents says so, and that what zero is inside of may be chance", async () => {
    const [first, second] = [await priced(10, { seed: 21 }), await priced(10, { seed: 22 })];
    const { data } = await console.person.call("GET", `/v1/simulations/${first}/compare/${second}`);
    const page = await console.open(`/compare?a=${first}&b=${second}`, "Compare");
    await page.getByText("The simulations drew different agents").waitFor();
    for (const answer of ["yes", "maybe", "no"]) {
      const [low, high] = data.agents_interval_pct[answer];
      await answers(page, answer);
      const sentence = await sentences(page).innerText();
      assert.match(sentence, /^In run B, /);
      const mayBeNone = Math.floor(low) <= 0 && Math.ceil(high) >= 0;
      assert.match(sentence, mayBeNone ? /, which may be chance; / : /, more than by chance; /);
    }
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
    await page.getByRole("alert").filter({ hasText: "simulation_not_found" }).waitFor();
    await page.unroute(results);
    await page.getByRole("button", { name: "Try again" }).click();
    await region(page, "Simulated respondents who said yes").getByRole("img", { name: /\$15/ }).waitFor();
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
