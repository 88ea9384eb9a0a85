import assert from "node:assert/strict";
import type { Browser, Page } from "playwright-core";
import { ask } from "#testing/stack.ts";
import { ended, newSimulation } from "#testing/simulations.ts";
import { screenshot } from "../browser.ts";
import { assertWellMade, type ConsolePage, openConsole, startConsoleBrowser } from "./console.ts";

const EDUCATION = "Should the country spend more on education and schools?";
const DEMO = {
  workflow_id: "subscription-pricing",
  question: "Would you pay $20 a month for this running app?",
};
const PREDICTED = {
  workflow_id: "public-spending",
  question: "Should the city plant more trees along its streets?",
};
const HOSTILE =
  `Should <img src=x onerror="window.hacked=1"> the country spend more on "><script>window.hacked=1</script> art?`;

describe("The console's verdict", function () {
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
      workflow_id: "public-spending",
      agent_count: 400,
      seed: 7,
      ...change,
    });
    assert.equal((await ended(call, id)).status, "completed");
    const { data } = await call("GET", `/v1/simulations/${id}/results?agents=false`);
    return { id, results: data };
  };
  const open = async (id: string) => {
    const page = await console.open(`/simulations/${id}`, /.+/);
    await picture(page).waitFor();
    return page;
  };
  const picture = (page: Page) => section(page).getByRole("img").first();
  const section = (page: Page) => page.getByRole("region", { name: "Verdict", exact: true });
  /** The cells of an answer's row. */
  const row = async (page: Page, answer: string) => {
    const figures = page.getByRole("region", { name: "The verdict's figures" });
    if (!await figures.isVisible()) {
      await section(page).getByLabel(/^Menu: /).click();
      await section(page).getByRole("button", { name: "Show as a table" }).click();
    }
    return await figures.getByRole("row", { name: new RegExp(`^${answer}`) }).locator("td + td")
      .allInnerTexts();
  };
  const method = async (page: Page) => {
    await page.getByRole("tab", { name: "Method" }).click();
    await page.waitForURL("**?tab=method");
    return page.getByRole("region", { name: "Method", exact: true });
  };
  const pct = (value: number) =>
    value > 0 && value < 0.5 ? "<1 %" : value >= 99.5 && value < 100 ? ">99 %" : `${Math.round(value)} %`;
  const interval = ([low, high]: [number, number]) => `${Math.floor(low)} to ${Math.ceil(high)} %`;
  const claims = async (page: Page) => ({
    may: await section(page).locator(".claims > div").nth(0).innerText(),
    mayNot: await section(page).locator(".claims > div").nth(1).innerText(),
  });

  it("of a calibrated question shows shares, intervals, the public's figure, sources and the disclaimer", async () => {
    const { id, results: { verdict, calibration_boundary: boundary } } = await completed({
      question: EDUCATION,
    });
    assert.equal(boundary.tier, 1);
    const page = await open(id);
    const label = await picture(page).getAttribute("aria-label") ?? "";
    for (const answer of ["yes", "maybe", "no"]) {
      const share = pct(verdict[`${answer}_pct`]);
      const ends = interval(verdict.interval_pct[answer]);
      const asked = pct(boundary.matched_question.shares_pct[answer]);
      assert.deepEqual(await row(page, answer), [`${verdict[answer]}`, share, ends, asked]);
      for (const part of [share, ends, `the survey of 2016 and 2018 ${asked}`]) {
        assert.ok(label.includes(part), `${part} in ${label}`);
      }
    }
    assert.equal(
      await page.getByRole("note", { name: "Disclaimer", exact: true }).innerText(),
      boundary.disclaimer,
    );
    const said = await section(page).innerText();
    assert.match(said, /Survey-matched About U\.S\. adults\n/);
    assert.match(
      said,
      /Most U\.S\. adults would say yes, by a survey of \d{4}(?: and \d{4})?\.\s+Between \d+ and \d+ %: the 95 % interval, as wide as that of a random sample of \d+ people\./,
    );
    await assertWellMade(page, "verdict");
    const text = await (await method(page)).innerText();
    assert.ok(text.includes(boundary.sources[0].citation));
    assert.match(text, /on questions of real surveys that the prediction did not see/);
    const { accuracy_pct, accuracy_basis: { held_out_rows, baseline_pct } } = boundary;
    const score = (value: number) => `${Math.round(value)}`;
    assert.ok(
      text.includes(
        `${
          score(accuracy_pct)
        } of 100: 100 less the mean error in points on ${held_out_rows} calibrated questions whose own table was left out, each ` +
          `answered by that of a twin in another wording, year or survey; saying the mean share to all of them scores ${
            score(baseline_pct)
          }. Its interval says how far this verdict may be off, but for what its disclosure lists as not measured.`,
      ),
      text,
    );
    const times = new Intl.NumberFormat("en-US", { maximumFractionDigits: 2 }).format(verdict.design_effect);
    assert.ok(text.includes(`widen the variance ${times} times`), text);
    await assertWellMade(page, "verdict-method");
    assert.deepEqual(console.complaints, []);
  });

  it("of the opposite question swaps the public's yes and no", async () => {
    const { id, results: { calibration_boundary: { matched_question } } } = await completed({
      question: "Should the country spend less on education and schools?",
    });
    assert.equal(matched_question.polarity, "opposite");
    const page = await open(id);
    assert.equal((await row(page, "yes"))[3], pct(matched_question.shares_pct.no));
    assert.equal((await row(page, "no"))[3], pct(matched_question.shares_pct.yes));
    await page.locator("figcaption", { hasText: "the diamonds are turned round" }).waitFor();
  });

  it("claims a majority and an order only where the intervals keep them apart", async () => {
    const clear = await completed({ question: EDUCATION });
    const { yes, maybe, no } = clear.results.verdict.interval_pct;
    assert.ok(yes[0] > 50 && yes[0] > Math.max(maybe[1], no[1]));
    const page = await open(clear.id);
    const said = await claims(page);
    assert.match(
      said.may,
      /A majority of U\.S\. adults would answer yes, by a survey of 2016 and 2018: the 95 % interval/,
    );

    const open3 = await completed({
      workflow_id: "product-purchase-intent",
      question: "Is a hot dog a sandwich?",
    });
    const { verdict, calibration_boundary: { tier } } = open3.results;
    assert.equal(tier, 3);
    const first = verdict.interval_pct[verdict.answer];
    assert.ok(first[0] < 50 && first[1] > 50, `${first}`);
    await open(open3.id);
    const vague = await claims(page);
    assert.doesNotMatch(vague.may, /majority|most frequent/);
    assert.match(vague.mayNot, /Whether a majority of U\.S\. adults would answer/);
    assert.match(vague.mayNot, /Which answer would be ahead/);
    await (await method(page)).getByText("No methodology fits").waitFor();
  });

  it("names the answers whose intervals have half in them, and claims nothing of one that did not apply", async () => {
    const claimsOf = async (verdict: object) => {
      const { id } = await completed({ question: EDUCATION, agent_count: 100 });
      await ask("UPDATE simulations SET verdict = verdict || $2::jsonb WHERE id = $1", [id, verdict]);
      return await claims(await open(id));
    };
    const around = await claimsOf({
      answer: "yes",
      ...{ yes_pct: 45, maybe_pct: 15, no_pct: 40, n_a_pct: 0 },
      interval_pct: { yes: [41, 49], maybe: [10, 20], no: [20, 62] },
    });
    assert.match(
      around.mayNot,
      /majority of U\.S\. adults would answer no: the interval, 20 to 62 %, has half in it/,
    );
    assert.doesNotMatch(around.mayNot, /majority of U\.S\. adults would answer yes/);
    const nobody = await claimsOf({
      answer: "n_a",
      ...{ yes_pct: 30, maybe_pct: 10, no_pct: 20, n_a_pct: 40 },
      interval_pct: { yes: [20, 42], maybe: [5, 20], no: [10, 30] },
    });
    assert.doesNotMatch(nobody.may, /majority/);
    assert.match(nobody.mayNot, /to the largest share of the agents, 40 %, it did not apply/);
  });

  it("of made-up figures says nothing about people, draws no interval and lists what of the scenario counted", async () => {
    const { id, results } = await completed({
      ...DEMO,
      scenario_context: { monthly_price_usd: 10 },
    });
    const { scenario_applied, calibration_boundary: { sources } } = results;
    assert.equal(sources[0].illustrative, true);
    assert.equal(scenario_applied.monthly_price_usd, 10);
    assert.ok(scenario_applied.ignored.length > 0);
    const page = await open(id);
    assert.match(
      (await claims(page)).mayNot,
      /Anything about people\. The figures behind this verdict are made up/,
    );
    assert.equal(
      await section(page).locator(".headline").innerText(),
      "Demo figures: nothing about real people.",
    );
    await section(page).getByText("Demo data Simulated as U.S. adults", { exact: true }).waitFor();
    assert.equal((await row(page, "yes")).length, 2);
    assert.doesNotMatch(await picture(page).getAttribute("aria-label") ?? "", /interval/);
    await assertWellMade(page, "verdict-made-up");
    const text = await (await method(page)).innerText();
    assert.match(text, /Read from the scenario: Monthly price USD 10\./);
    const [, ignored = ""] = /Given, and changes nothing: (.*)\./.exec(text) ?? [];
    assert.equal(ignored.split(", ").length, scenario_applied.ignored.length, text);
    assert.match(text, /made up, no survey/);
  });

  it("from before the fourth answer has no figure for it, and no intervals", async () => {
    const { id } = await completed({ question: EDUCATION, agent_count: 100 });
    await ask(
      `UPDATE simulations SET verdict = '{"yes": 70, "maybe": 20, "no": 10, "total": 100}' WHERE id = $1`,
      [id],
    );
    const page = await open(id);
    assert.deepEqual((await row(page, "yes")).slice(0, 2), ["70", "70 %"]);
    assert.equal(await section(page).getByRole("cell", { name: "did not apply" }).count(), 0);
    await section(page).getByText("This run is from before “did not apply” was an answer").waitFor();
    assert.doesNotMatch(await picture(page).getAttribute("aria-label") ?? "", /did not apply/);
    assert.match((await claims(page)).mayNot, /from before intervals were stated/);
  });

  it("has question, headline, line and picture on the first screen in each of the five cases, and at 1280 px its claims and disclaimer", async () => {
    const measured = { question: EDUCATION, agent_count: 200 };
    const low = {
      yes_pct: 20,
      maybe_pct: 20,
      no_pct: 60,
      interval_pct: { yes: [11, 31], maybe: [9, 30], no: [45, 72] },
    };
    const around = {
      yes_pct: 50,
      maybe_pct: 10,
      no_pct: 40,
      interval_pct: { yes: [12, 88], maybe: [2, 30], no: [9, 80] },
    };
    const model = {
      evidence: "model",
      uncertainty_basis: "unmeasured",
      interval_pct: null,
      margin_of_error_pct: null,
    };
    const cases = [
      ["most", measured, null, /^Most U\.S\. adults would say yes, by a survey of 2016 and 2018\.$/],
      [
        "audience",
        {
          ...measured,
          agent_count: 100,
          audience: { age: ["18-24", "25-34"], party: ["democrat", "lean_democrat"] },
        },
        null,
        /^Most of these U\.S\. adults would say yes, by a survey of 2016 and 2018\.$/,
      ],
      [
        "not-most",
        measured,
        low,
        /^(?:Fewer than half of U\.S\. adults would say yes|Most U\.S\. adults would say no), by a survey of /,
      ],
      ["open", measured, around, /^We can’t tell whether a majority of U\.S\. adults would say yes\.$/],
      ["demo", DEMO, null, /^Demo figures: nothing about real people\.$/],
      [
        "predicted",
        PREDICTED,
        null,
        /^(Most U\.S\. adults would say (yes|no), predicted from .*|We can’t tell whether a majority of U\.S\. adults would say yes)\.$/,
      ],
      ["model", measured, model, /^We don’t know how people would answer\.$/],
    ] as const;
    for (const [name, asked, verdict, headline] of cases) {
      const { id } = await completed(asked);
      if (verdict !== null) {
        await ask("UPDATE simulations SET verdict = verdict || $2::jsonb WHERE id = $1", [id, verdict]);
      }
      const { page } = console;
      for (const [width, height] of [[1_280, 900], [360, 740]] as const) {
        await page.setViewportSize({ width, height });
        await open(id);
        assert.match(await section(page).locator(".headline").innerText(), headline);
        const bottom = async (selector: string) => {
          const box = await section(page).locator(selector).boundingBox();
          return box === null ? Infinity : box.y + box.height;
        };
        for (const colorScheme of ["dark", "light"] as const) {
          await page.emulateMedia({ colorScheme });
          await screenshot(page, `console-first-${name}-${width}-${colorScheme}`);
          const end = await bottom(width < 400 ? ".picture" : "[role=note]");
          assert.ok(end <= height, `${name}: ${end} px of ${height} at ${width}, ${colorScheme}`);
        }
        if (width < 400) continue;
        const size = (selector: string) =>
          page.evaluate<string>(`getComputedStyle(document.querySelector("${selector}")).fontSize`);
        assert.deepEqual([await size(".headline"), await size(".question")], ["28px", "18px"]);
        assert.equal(await page.getByText(headline).count(), 1);
        assert.equal(await page.getByText(asked.question, { exact: true }).count(), 1);
        const jargon = (await section(page).locator("figure, .claims, .under").allInnerTexts()).join(" ");
        assert.doesNotMatch(jargon, /embedder|similarity|effective|Cohen|tier/i);
        const words = (await page.locator("main").innerText()).split(/\s+/).length;
        const whole = await page.evaluate<number>("document.documentElement.scrollHeight");
        assert.ok(words <= 600 && whole <= 1_800, `${name}: ${words} words on ${whole} px`);
      }
      await page.setViewportSize({ width: 1_400, height: 1_000 });
    }
  });

  it("shows a hostile question as text", async () => {
    const { id } = await completed({
      question: HOSTILE,
      metadata: { "<img src=x onerror=alert(1)>": HOSTILE },
    });
    const page = await open(id);
    await page.getByRole("heading", { level: 1, name: HOSTILE }).waitFor();
    assert.equal(await page.evaluate("window.hacked"), undefined);
    assert.equal(await section(page).locator("img, script").count(), 0);
    assert.deepEqual(console.complaints.filter((line) => line.includes("Content Security")), []);
  });

  it("prints the picture and the disclaimer, without navigation and buttons, on white", async () => {
    const { id, results } = await completed({ question: EDUCATION });
    const page = await open(id);
    await page.getByRole("button", { name: /^Account of/ }).click();
    await page.getByLabel("Colours").selectOption("dark");
    await page.emulateMedia({ media: "print" });
    assert.equal(await page.getByRole("navigation").isVisible(), false);
    assert.equal(await section(page).getByLabel(/^Menu: /).isVisible(), false);
    for (const name of ["Groups", "Reading", "Agents", "Method", "How it was asked"]) {
      await page.getByRole("region", { name, exact: true }).waitFor();
    }
    await page.getByRole("img", { name: /^yes by / }).waitFor();
    assert.ok(await picture(page).isVisible());
    assert.ok(await page.getByText(results.calibration_boundary.disclaimer).first().isVisible());
    assert.equal(
      await page.evaluate("getComputedStyle(document.body).backgroundColor"),
      "rgb(255, 255, 255)",
    );
    const file = await page.pdf({ format: "A4" });
    assert.equal(file.subarray(0, 5).toString(), "%PDF-");
  });
});
