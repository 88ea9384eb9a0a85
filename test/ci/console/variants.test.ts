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
  /** The simulations of the page that reads them together, in their order. */
  const together = async (page: Page) => {
    await page.waitForURL(/\/together\?/);
    const ids = new URL(page.url()).searchParams.get("ids")?.split(",") ?? [];
    await page.getByRole("heading", { name: "Each variant" }).waitFor();
    return await Promise.all(
      ids.map(async (id) => (await console.person.call("GET", `/v1/simulations/${id}`)).data),
    );
  };

  it("makes a ladder of prices, asks the same agents, and says of made-up figures nothing about people", async () => {
    const page = await begin(PRICED);
    await page.getByLabel("Prices").fill("9, 12, 25");
    await page.getByRole("button", { name: "Make a price ladder" }).click();
    assert.equal(
      await page.getByRole("textbox", { name: "Variant C" }).inputValue(),
      PRICED.replace("$12", "$25"),
    );
    await assertWellMade(page, "ask-variants");
    await page.getByRole("button", { name: "Ask 3 variants" }).click();
    const runs = await together(page);
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
    const most = Math.round(Math.max(...others.map((yes) => Math.abs(yes - first))));
    const sentence = await page.locator(".headline").innerText();
    assert.match(
      sentence,
      new RegExp(
        `^${most} points (fewer|more) of the simulated respondents say yes at \\$(9|25) than at \\$12\\. Nothing is known of people\\.$`,
      ),
    );
    const description = await page.getByRole("img", { name: /^Yes to each variant/ }).getAttribute(
      "aria-label",
    );
    assert.match(description ?? "", /\$12 .*\$9 .*\$25 /);
    assert.equal(await page.locator("tbody tr").count(), 3);
    await page.getByText(results[0].calibration_boundary.disclaimer).waitFor();
    await assertWellMade(page, "variants");
  });

  it("compares wordings of a calibrated question with the interval of people's difference", async () => {
    const page = await begin(CALIBRATED);
    await page.getByRole("button", { name: "Add a variant" }).click();
    await page.getByRole("textbox", { name: "Variant B" }).fill(
      "Should the country spend more on foreign aid?",
    );
    await page.getByRole("button", { name: "Ask 2 variants" }).click();
    await together(page);
    assert.match(
      await page.locator(".headline").innerText(),
      /^\d+ points (fewer|more) of the simulated respondents say yes of B than of A; people’s difference may be [+−-]?\d+ to [+−-]?\d+ points\.$/,
    );
  });

  it("takes eight at most, and puts what is refused beside its variant", async () => {
    const page = await begin(PRICED);
    const add = page.getByRole("button", { name: "Add a variant" });
    for (let variant = 0; variant < 7; variant++) await add.click();
    assert.ok(await add.isDisabled());
    await page.getByRole("button", { name: "Remove variant H" }).click();
    assert.ok(await add.isEnabled());
    await page.getByRole("textbox", { name: "Variant B" }).fill(" ".repeat(12));
    await page.getByRole("button", { name: "Ask 7 variants" }).click();
    await page.locator(".variant .fault").filter({ hasText: /^Variant B / }).waitFor();
    assert.equal((await console.person.call("GET", "/v1/simulations?search=recipe")).data.length, 3);
  });

  it("has nothing to show without variants", async () => {
    const page = await console.open("/together", "Variants");
    await page.getByRole("heading", { name: "No variants yet" }).waitFor();
    await assertWellMade(page, "variants-none");
  });
});
