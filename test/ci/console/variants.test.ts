import assert from "node:assert/strict";
import type { Browser, Page } from "playwright-core";
import { assertWellMade, type ConsolePage, openConsole, startConsoleBrowser } from "./console.ts";

const PRICED = "Would you pay $12 a month for this recipe service?";
const CALIBRATED = "Should the country spend more on education and schools?";

describe("Variants in the console", function () {
  this.timeout(180_000);
  let browser: Browser;
  let console: ConsolePage;
  before(async () => {
    browser = await startConsoleBrowser();
    console = await openConsole(browser);
  });
  beforeEach(() => console.page.evaluate("sessionStorage.clear()").catch(() => {}));
  after(() => browser?.close());

  const box = (page: Page) => page.getByRole("textbox", { name: /^Question/ });
  const begin = async (question: string) => {
    const page = await console.open("/", "Ask a question");
    await box(page).fill(question);
    await page.locator(".preview[aria-busy=false]").filter({ hasText: "It goes to" }).waitFor();
    await page.getByText("A/B and price ladders").click();
    return page;
  };
  const sentences = (page: Page) => page.getByRole("region", { name: "What they say" }).getByRole("heading");
  /** The simulations that the page of comparison shows, in their order, once all have ended. */
  const compared = async (page: Page) => {
    await page.waitForURL(/\/compare\?/);
    const { searchParams } = new URL(page.url());
    const ids = ["a", "b", "with"].flatMap((name) => searchParams.get(name)?.split(",") ?? []);
    await sentences(page).first().waitFor();
    return await Promise.all(
      ids.map(async (id) => (await console.person.call("GET", `/v1/simulations/${id}`)).data),
    );
  };

  it("are named on the first screen of the page where one asks", async () => {
    const page = await console.open("/", "Ask a question");
    for (const [width, height] of [[1_280, 900], [360, 740], [1_400, 1_000]] as const) {
      await page.setViewportSize({ width, height });
      const { y } = await page.getByText("A/B and price ladders").first().boundingBox() ?? { y: Infinity };
      assert.ok(y < height - 100, `A/B at ${y} px of ${height}`);
    }
  });

  it("makes a ladder of prices, asks the same agents, and says of made-up figures nothing about people", async () => {
    const page = await begin(PRICED);
    await page.getByText("A comma with a space parts two prices.").waitFor();
    await page.getByLabel("Prices").fill("9,150, 1,200.50,30");
    await page.getByText("Read as $9,150 · $1,200.50 · $30.").waitFor();
    await page.getByLabel("Prices").fill("9, 12, 25");
    assert.equal(
      await page.getByRole("textbox", { name: "Variant C" }).inputValue(),
      PRICED.replace("$12", "$25"),
    );
    await assertWellMade(page, "ask-variants");
    await page.getByRole("button", { name: "Ask 3 variants" }).click();
    const runs = await compared(page);
    assert.deepEqual(runs.map(({ question }) => question), [
      PRICED,
      PRICED.replace("$12", "$9"),
      PRICED.replace("$12", "$25"),
    ]);
    assert.equal(new Set(runs.map(({ seed }) => seed)).size, 1);
    assert.deepEqual([...new Set(runs.map(({ workflow_id }) => workflow_id))], ["subscription-pricing"]);
    const results = await Promise.all(
      runs.map(async ({ id }) =>
        (await console.person.call("GET", `/v1/simulations/${id}/results?agents=false`)).data
      ),
    );
    const [first, ...others] = results.map(({ verdict }) => verdict.yes_pct);
    assert.deepEqual(
      (await sentences(page).allInnerTexts()).map((sentence) =>
        sentence.replace(
          /, (?:which may be|more than by) chance; of people’s difference nothing is known\.$/,
          "",
        )
      ),
      ["$9", "$25"].map((price, k) => {
        const size = Math.round(others[k] - first);
        const [much, than] = size === 0 ? ["as many", "as"] : [
          `${Math.abs(size)} point${Math.abs(size) === 1 ? "" : "s"} ${size > 0 ? "more" : "fewer"}`,
          "than",
        ];
        return `At ${price}, ${much} of the simulated say yes ${than} at $12`;
      }),
    );
    const description = await page.getByRole("img", { name: /^Simulated respondents who said yes/ })
      .getAttribute(
        "aria-label",
      );
    assert.match(description ?? "", /\$12 .*\$9 .*\$25 /);
    await page.getByText(results[0].calibration_boundary.disclaimer).first().waitFor();
    await assertWellMade(page, "variants");
  });

  it("compares wordings of a calibrated question with the interval of people's difference", async () => {
    const page = await begin(CALIBRATED);
    await page.getByRole("button", { name: "Add a variant" }).click();
    await page.getByRole("textbox", { name: "Variant B" }).fill(
      "Should the country spend more on foreign aid?",
    );
    await page.getByRole("button", { name: "Ask 2 variants" }).click();
    await compared(page);
    assert.match(
      await sentences(page).innerText(),
      /^In run B, \d+ points? (fewer|more) of the simulated say yes than in run A\. The answers of U\.S\. adults, by .*, (may not differ:|differ too: by) [+−]?\d+ to [+−]?\d+ points \(95 % interval\)\.$/,
    );
  });

  it("takes eight at most, and puts what is refused beside its variant", async () => {
    const recipes = async () =>
      (await console.person.call("GET", "/v1/simulations?search=recipe&limit=100")).data;
    const before = (await recipes()).length;
    const page = await begin(PRICED);
    const add = page.getByRole("button", { name: "Add a variant" });
    for (let variant = 0; variant < 7; variant++) await add.click();
    assert.ok(await add.isDisabled());
    await page.getByRole("button", { name: "Remove variant H" }).click();
    assert.ok(await add.isEnabled());
    await page.getByRole("textbox", { name: "Variant B" }).fill(" ".repeat(12));
    await page.getByRole("button", { name: "Ask 7 variants" }).click();
    await page.locator(".folded .fault").filter({ hasText: /^Variant B / }).waitFor();
    assert.equal((await recipes()).length, before);
  });

  it("says of a variant what is wrong with its question, and asks it anyway alone", async () => {
    const page = await begin(CALIBRATED);
    await page.getByRole("button", { name: "Add a variant" }).click();
    const variant = page.getByRole("textbox", { name: "Variant B" });
    await variant.fill("What do you think about schools?");
    await page.locator(".folded").getByText("It cannot be answered with yes or no.").waitFor();
    await page.getByRole("button", { name: "Ask anyway" }).waitFor();
    await variant.fill("Should the country spend more on health?");
    await page.getByRole("button", { name: "Ask 2 variants" }).and(page.locator(":enabled")).waitFor();
    assert.equal(await page.locator(".folded .notice").count(), 0);
    await variant.fill("What do you think about schools?");
    await page.getByRole("button", { name: "Ask anyway" }).and(page.locator(":enabled")).click();
    await compared(page);
    assert.match(await sentences(page).innerText(), /^In run B, .* of the simulated say yes /);
    await page.getByRole("img", { name: /^Simulated respondents who said yes/ }).waitFor();
  });

  it("waits for the runs that are under way, and compares the others where one failed", async () => {
    const page = await begin(PRICED);
    const states: Record<string, string> = {};
    await page.route(/\/v1\/simulations\/[0-9a-f-]{36}$/, async (route) => {
      const response = await route.fetch();
      const { data, ...rest } = await response.json();
      const status = states[data.id] ?? data.status;
      await route.fulfill({
        response,
        json: { ...rest, data: { ...data, status, failure_message: "No answers." } },
      });
    });
    await page.getByLabel("Prices").fill("9, 25");
    await page.getByRole("button", { name: "Ask 3 variants" }).click();
    const [a = "", b = "", c = ""] = (await compared(page)).map(({ id }) => id);
    states[b] = "running";
    await page.reload();
    await page.getByText("2 of 3 runs have ended …").waitFor();
    states[b] = "failed";
    await page.getByRole("alert").getByText(`${PRICED.replace("$12", "$9")} failed: No answers.`).waitFor();
    assert.equal(await sentences(page).count(), 0);
    await page.getByRole("button", { name: "Compare the others" }).click();
    await sentences(page).filter({ hasText: /^At \$25, / }).waitFor();
    const { searchParams } = new URL(page.url());
    assert.deepEqual([searchParams.get("a"), searchParams.get("b"), searchParams.get("with")], [a, c, null]);
    await page.unrouteAll();
  });
});
