import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import type { Browser, Page } from "playwright-core";
import { ended, endedReading, newSimulation } from "#testing/simulations.ts";
import { assertWellMade, type ConsolePage, openConsole, startConsoleBrowser } from "./console.ts";

const ORDERED = ["age", "education", "income"];

describe("The console's segments and downloads", function () {
  this.timeout(240_000);
  let browser: Browser;
  let console: ConsolePage;
  /** A run with differences that pass the test, and one of few agents. */
  let large: string;
  let small: string;
  before(async () => {
    browser = await startConsoleBrowser();
    console = await openConsole(browser);
    const { call } = console.person;
    const run = async (agent_count: number) => {
      const id = await newSimulation(call, {
        workflow_id: "public-spending",
        question: "Should more tax money go to environmental programs?",
        agent_count,
        seed: 11,
        generate_insights: true,
      });
      assert.equal((await ended(call, id)).status, "completed");
      return id;
    };
    [large, small] = [await run(3_000), await run(10)];
    await endedReading(call, large);
  });
  after(() => browser?.close());

  const open = async (id: string) => {
    const page = await console.open(`/simulations/${id}?tab=groups`, /.+/);
    await region(page).getByRole("img").first().waitFor();
    return page;
  };
  const region = (page: Page) => page.getByRole("region", { name: "Groups", exact: true });
  const results = async (id: string) =>
    (await console.person.call("GET", `/v1/simulations/${id}/results?agents=false`)).data;
  // deno-lint-ignore no-explicit-any -- a row of the API's segments
  type Row = any;
  const groupsBy = (page: Page, dimension: string) =>
    region(page).getByLabel("Groups by").selectOption(dimension);
  const openMenu = (page: Page) => region(page).getByLabel(/^Menu: yes by/).click();
  /** Shown as the page shows it. */
  const named = (segment: string) => {
    const name = segment.replace("no_lean", "independent").replace("lean_", "leans ").replaceAll("_", " ");
    return name.replace(/(?<=leans )./, (first) => first.toUpperCase()).replace(
      /^./,
      (first) => first.toUpperCase(),
    );
  };
  const tableOf = async (page: Page, dimension: string) => {
    await groupsBy(page, dimension);
    await openMenu(page);
    await region(page).getByRole("button", { name: "Show as a table" }).click();
    const rows = region(page).getByRole("region", { name: `yes by ${dimension}` }).locator("tbody tr");
    await rows.first().waitFor();
    return await Promise.all((await rows.all()).map((row) => row.locator("td").allInnerTexts()));
  };

  it("are sorted by their share in picture and table, with the differences that passed the Reading's test marked", async () => {
    const { by_segment } = await results(large);
    const { data: { post_hoc: { patterns } } } = await console.person.call(
      "GET",
      `/v1/simulations/${large}/insights`,
    );
    const marked = patterns.patterns.flatMap(({ segments }: { segments: string[] }) => segments);
    assert.ok(marked.includes("party=republican"), `${marked}`);
    const page = await open(large);
    for (const { title } of patterns.patterns) {
      await region(page).getByText(`${title}.`, { exact: true }).waitFor();
    }
    const expected = by_segment.filter(({ dimension }: Row) => dimension === "party")
      .sort((a: Row, b: Row) => b.yes_pct - a.yes_pct)
      .map(({ segment, dimension }: Row) =>
        `${named(segment)}${marked.includes(`${dimension}=${segment}`) ? " ✱" : ""}`
      );
    assert.deepEqual((await tableOf(page, "party")).map(([name]) => name), expected);
    const label = await region(page).getByRole("img", { name: /^yes by party/ }).getAttribute("aria-label") ??
      "";
    const places = expected.map((name: string) => label.search(new RegExp(`[.;] ${name} \\d`)));
    assert.deepEqual(places, places.toSorted((a: number, b: number) => a - b));
    assert.ok(!places.includes(-1), label);

    await region(page).getByLabel("Answer").selectOption("no");
    await region(page).getByRole("img", { name: /^no by party/ }).waitFor();
    assert.equal(await region(page).getByText("✱").count(), 0);
    await region(page).getByLabel("Answer").selectOption("yes");
    await region(page).scrollIntoViewIfNeeded();
    await assertWellMade(page, "segments");
  });

  it("name small bases, and show segments without agents with zeros", async () => {
    const { by_segment } = await results(small);
    const page = await open(small);
    const label = async (dimension: string) => {
      await groupsBy(page, dimension);
      const drawn = region(page).getByRole("img", { name: new RegExp(`^yes by ${dimension}\\.`) });
      return await drawn.getAttribute("aria-label") ?? "";
    };
    const empty = by_segment.find(({ total, dimension }: Row) => total === 0 && !ORDERED.includes(dimension));
    const few = by_segment.find(({ small_base, total }: Row) => small_base && total > 0);
    assert.ok(empty !== undefined && few !== undefined);
    assert.ok((await label(empty.dimension)).includes(`${named(empty.segment)} nobody asked`));
    assert.match(await label(few.dimension), /\d %\), too few/);
    const rows = await tableOf(page, empty.dimension);
    const shown = rows.find(([name]) => name === named(empty.segment));
    assert.deepEqual(shown?.slice(1, 4), ["0 %", "–", "0, too few"]);
    const last = rows.slice(
      -by_segment.filter(({ dimension, total }: Row) => dimension === empty.dimension && total === 0).length,
    );
    assert.ok(last.every(([, , , respondents]) => respondents === "0, too few"));
  });

  it("of age, education and income stand in their natural order, and by size when somebody asks for it", async () => {
    const { by_segment } = await results(large);
    const page = await open(large);
    const order = async () => {
      const rows = region(page).getByRole("region", { name: "yes by education" }).locator("tbody tr");
      return await Promise.all((await rows.all()).map((row) => row.locator("td").first().innerText()));
    };
    assert.equal(await region(page).getByLabel("Order").count(), 0);
    const natural = (await tableOf(page, "education")).map(([name]) => name?.replace(" ✱", ""));
    assert.deepEqual(natural, [
      "Less than high school",
      "High school",
      "Some college",
      "Bachelor’s degree",
      "Advanced degree",
    ]);
    await region(page).getByLabel("Order").selectOption("size");
    const largest = by_segment.filter(({ dimension }: Row) => dimension === "education")
      .toSorted((a: Row, b: Row) => b.yes_pct - a.yes_pct)[0].segment;
    assert.equal(
      (await order())[0]?.toLowerCase().replace("’s degree", "s").split(" ")[0],
      largest.split("_")[0],
    );
  });

  it("that do not differ by the Reading's test are said not to", async () => {
    await endedReading(console.person.call, small);
    await (await open(small)).getByText("No group differs reliably.").first().waitFor();
  });

  const download = async (page: Page, button: string | RegExp) => {
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: button }).first().click(),
    ]);
    return { name: file.suggestedFilename(), content: await readFile(await file.path()) };
  };

  it("are downloaded as the API's CSV and as JSON with every agent", async () => {
    const page = await open(small);
    await page.getByRole("tab", { name: "Respondents" }).click();
    const base = new URL(page.url()).origin;
    const cookie = (await console.context.cookies()).map(({ name, value }) => `${name}=${value}`).join("; ");
    for (const table of ["agents", "segments"]) {
      const { name, content } = await download(page, new RegExp(`^${table} as CSV`, "i"));
      const reply = await fetch(`${base}/v1/simulations/${small}/results?table=${table}`, {
        headers: { Accept: "text/csv", Cookie: cookie },
      });
      assert.equal(content.toString(), await reply.text());
      assert.equal(name, `simulation-${small}-${table}.csv`);
    }
    const json = JSON.parse((await download(page, "Everything as JSON")).content.toString());
    assert.deepEqual([json.simulation_id, json.agents.length], [small, 10]);
  });

  it("and the verdict are downloaded as pictures that stand alone, with the disclaimer in them", async () => {
    const { calibration_boundary: { disclaimer }, customer_question } = await results(large);
    const page = await open(large);
    await groupsBy(page, "age");
    await openMenu(page);
    const png = (await download(page, /^Download PNG: yes by age/)).content;
    assert.equal(png.subarray(1, 4).toString(), "PNG");
    assert.ok(png.readUInt32BE(16) > 600 && png.length > 10_000, `${png.readUInt32BE(16)} ${png.length}`);
    await page.getByRole("tab", { name: "Overview" }).click();
    await page.getByRole("region", { name: "Verdict" }).getByLabel(/^Menu: /).click();
    const svg = (await download(page, /^Download SVG: Should more/)).content.toString();
    assert.match(svg, /^<svg xmlns=/);
    assert.doesNotMatch(svg, /var\(|light-dark/);
    const alone = await console.context.newPage();
    await alone.setContent(svg);
    const words = (text: string) => text.replaceAll(/\s+/g, "");
    const drawn = words(await alone.locator("body").textContent() ?? "");
    assert.ok(drawn.includes(words(disclaimer)) && drawn.includes(words(customer_question)), drawn);
    assert.equal(await alone.locator("svg > rect").first().getAttribute("fill"), "rgb(255, 255, 255)");
    await alone.close();
  });
});
