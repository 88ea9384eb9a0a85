import assert from "node:assert/strict";
import type { Browser, Page } from "playwright-core";
import { eventually } from "#testing/times.ts";
import { changeOrganization, ended } from "#testing/simulations.ts";
import { assertWellMade, type ConsolePage, openConsole, startConsoleBrowser } from "./console.ts";

const HOSTILE = `<img src=x onerror="window.hacked = true">`;
const CALIBRATED = "Should the country spend less on education and schools?";
const PRICED = "Would you pay $12 a month for this recipe service?";
const OFF_TOPIC = "Is the sea a better place to rest than the mountains?";

describe("The console's question box", function () {
  this.timeout(120_000);
  let browser: Browser;
  let console: ConsolePage;
  before(async () => {
    browser = await startConsoleBrowser();
    console = await openConsole(browser);
  });
  beforeEach(() => console.page.evaluate("sessionStorage.clear()").catch(() => {}));
  after(() => browser?.close());

  const box = (page: Page) => page.getByRole("textbox", { name: /^Question/ });
  const panel = (page: Page) => page.getByRole("region", { name: "What it would rest on" });
  const agents = (page: Page) => page.getByRole("spinbutton", { name: "Agents" });
  /** What the panel says once it answers for what stands in the form. */
  const settled = async (page: Page, text: string | RegExp) => {
    await page.locator(".preview[aria-busy=false]").filter({ hasText: text }).waitFor();
    return await panel(page).innerText();
  };
  const press = (page: Page) => page.getByRole("button", { name: "Ask", exact: true }).click();
  /** Unfolds what the preview's line rests on. */
  const openWhy = (page: Page) => panel(page).getByText("Why?").click();
  /** The simulation that the page has gone to, as the API has it. */
  const asked = async ({ page, person }: ConsolePage = console) => {
    await page.waitForURL(/\/simulations\/[0-9a-f-]{36}$/);
    return (await person.call("GET", `/v1/simulations/${page.url().slice(-36)}`)).data;
  };

  it("teaches with examples while it is empty, and takes the one that is chosen", async () => {
    const page = await console.open("/", "Ask a question");
    await page.getByRole("heading", { name: "What to ask" }).waitFor();
    await assertWellMade(page, "ask-empty");
    await page.getByRole("button", { name: PRICED }).click();
    assert.equal(await box(page).inputValue(), PRICED);
    assert.match(await settled(page, "Subscription pricing"), /Monthly price USD 12/);
    assert.equal(await page.getByRole("heading", { name: "What to ask" }).count(), 0);
  });

  it("shows while somebody types where it goes, how far that is calibrated, and what was read", async () => {
    const page = await console.open("/", "Ask a question");
    await box(page).pressSequentially(CALIBRATED, { delay: 5 });
    const first = await settled(page, "Public spending");
    assert.match(first, /Survey-matched/);
    assert.match(first, /Most U\.S\. adults would|Fewer than half of U\.S\. adults|We can’t tell/);
    assert.doesNotMatch(first, /Tier|similarity/);
    await panel(page).getByRole("img", { name: /Expected yes [\d.]+ %, 95 % interval/ }).waitFor();
    await openWhy(page);
    const calibrated = await settled(page, "Public spending");
    assert.match(calibrated, /Tier 1 Calibrated: the question matches one/);
    assert.match(calibrated, /Should the country spend more on education and schools\?/);
    assert.match(calibrated, /Matched question, which asks the opposite/);
    assert.match(calibrated, /General Social Survey.*\s+2,569 respondents/);
    assert.match(calibrated, /More respondents do not narrow it/);
    assert.match(
      first,
      /the 95 % interval, (as wide as|wider than) that of a random sample of (one person|[\d,]+ people)\./,
    );
    await box(page).fill(`Would you buy this oat milk ${HOSTILE} for breakfast?`);
    const uncalibrated = await settled(page, "Product purchase intent");
    assert.match(uncalibrated, /Tier 2 Not calibrated: no survey's question of the methodology is this one/);
    assert.match(uncalibrated, /made up, no survey/);
    assert.match(uncalibrated, /Demo data/);
    assert.match(uncalibrated, /Of [\d,]+ simulated respondents .* are expected to say yes/);
    await box(page).fill(OFF_TOPIC);
    assert.match(await settled(page, "No methodology fits"), /Tier 3/);
    await box(page).fill(PRICED);
    assert.match(await settled(page, "Subscription pricing"), /Read from the question: Monthly price USD 12/);
    await assertWellMade(page, "ask");
    assert.equal(await page.evaluate("window.hacked"), undefined);
  });

  it("asks for one preview after a pause, and shows the latest question's though an older one comes later", async () => {
    const page = await console.open("/", "Ask a question");
    const previewed: string[] = [];
    let release = () => {};
    const released = new Promise<void>((resolve) => release = resolve);
    await page.route("**/v1/simulations/preview", async (route) => {
      const { question } = route.request().postDataJSON();
      previewed.push(question);
      if (question === CALIBRATED) await released;
      await route.continue().catch(() => {}); // The page no longer waits for it.
    });
    await box(page).pressSequentially(CALIBRATED, { delay: 5 });
    await eventually("the first preview", () => Promise.resolve(previewed[0]));
    await box(page).fill(PRICED);
    await settled(page, "Subscription pricing");
    release();
    await page.waitForLoadState("networkidle");
    assert.match(await settled(page, "Subscription pricing"), /It goes to Subscription pricing/);
    assert.deepEqual(previewed, [CALIBRATED, PRICED]);
    await page.unroute("**/v1/simulations/preview");
  });

  it("says which part of the margin more agents narrow", async () => {
    const page = await console.open("/", "Ask a question");
    await box(page).fill(CALIBRATED);
    await settled(page, "Public spending");
    await openWhy(page);
    const margins = async (agents: string) => {
      await page.getByRole("group", { name: "Usual numbers of agents" }).getByRole("button", {
        name: agents,
        exact: true,
      })
        .click();
      const text = await settled(page, `What ${agents} agents tell`);
      const [, all, sampling] =
        /yes interval\s+(\d+) points?\.[^±]*“±”[^±]*± (\d+|less than 1) point/.exec(text) ?? [];
      // Less than 1 is below a half, since widths are rounded.
      return [Number(all), sampling === "less than 1" ? .5 : Number(sampling)] as const;
    };
    const [few, many] = [await margins("100"), await margins("10,000")];
    assert.ok(few[1] > 8 * many[1], `${few} and ${many}`);
    assert.ok(many[0] > 2, "the prediction's own error stays");
  });

  it("stays within the plan", async () => {
    const own = await openConsole(browser, { planTier: "sandbox" });
    const page = await own.open("/", "Ask a question");
    const sizes = page.getByRole("group", { name: "Usual numbers of agents" }).getByRole("button");
    await sizes.last().waitFor();
    assert.deepEqual(await sizes.allInnerTexts(), ["100", "500"]);
    await page.getByText(/Plan sandbox: 100 simulations and 20,000 agents are left/).waitFor();
    await box(page).fill(PRICED);
    await agents(page).fill("501");
    await press(page);
    assert.equal(await page.locator("input:invalid").getAttribute("max"), "500");
    assert.equal((await own.person.call("GET", "/v1/simulations")).data.length, 0);
    await changeOrganization(own.person.organizationId, { limits: { agent_count_ceiling: 300 } });
    await agents(page).fill("400");
    await press(page);
    await page.getByRole("alert").getByRole("button", { name: "Take 300 agents" }).click();
    await press(page);
    assert.equal((await asked(own)).agent_count, 300);
    await own.context.close();
  });

  it("sends the scenario that a methodology's schema describes, without what is empty", async () => {
    const page = await console.open("/", "Ask a question");
    await box(page).fill(`Would you pay this much for the recipe service ${HOSTILE} each month?`);
    await page.getByRole("group", { name: "Scenario of Subscription pricing" }).waitFor();
    await page.getByLabel("Service name").fill(HOSTILE);
    await page.getByLabel("Monthly price USD").fill("7.5");
    await page.getByLabel("Billing period").selectOption("month");
    await page.getByLabel("Free trial days").fill("14");
    await page.getByLabel("Has advertising").selectOption("no");
    assert.match(await settled(page, "Read from the scenario"), /Monthly price USD 7.5/);
    await press(page);
    const { scenario_context, routed_via } = await asked();
    assert.equal(routed_via.workflow_id, "subscription-pricing");
    assert.deepEqual(scenario_context, {
      service_name: HOSTILE,
      monthly_price_usd: 7.5,
      billing_period: "month",
      free_trial_days: 14,
      has_advertising: false,
    });
    assert.equal(await page.evaluate("window.hacked"), undefined);
  });

  it("holds a scenario back until its methodology is known, and loses nothing of it", async () => {
    const page = await console.open("/", "Ask a question");
    await box(page).fill(PRICED);
    await page.getByLabel("Service name").fill("Bake off");
    let release = () => {};
    const hold = () => new Promise<void>((resolve) => release = resolve);
    let released = hold();
    await page.route("**/v1/simulations/preview", async (route) => {
      await released;
      await route.continue().catch(() => {}); // The page no longer waits for it.
    });
    const waits = page.getByRole("status").filter({ hasText: "once its methodology is known" });
    const ask = page.getByRole("button", { name: "Ask", exact: true });
    await page.reload();
    await waits.waitFor();
    assert.ok(await ask.isDisabled(), "nothing was read yet");
    release();
    await waits.waitFor({ state: "detached" });
    assert.ok(await ask.isEnabled());
    released = hold();
    await box(page).fill("Would you pay $9 a month for this recipe service?");
    await waits.waitFor();
    assert.ok(await ask.isDisabled(), "the preview is that of the question before");
    release();
    await press(page);
    assert.equal((await asked()).scenario_context.service_name, "Bake off");
    await page.unroute("**/v1/simulations/preview");
  });

  it("asks by the methodology that somebody chooses, with its own scenario, seed, callback and metadata", async () => {
    const page = await console.open("/", "Ask a question");
    await box(page).fill(OFF_TOPIC);
    await settled(page, "No methodology fits");
    await page.getByLabel("Methodology").selectOption({ label: "Employer appeal" });
    await settled(page, "You chose Employer appeal");
    await page.getByLabel("Benefits").fill("health\n\n dental ");
    await page.getByLabel("Workplace").selectOption("on site");
    await page.getByText("Seed, Reading, callback, metadata").click();
    await page.getByLabel("Seed").fill("42");
    await page.getByRole("combobox", { name: "Reading" }).selectOption("no");
    await page.getByLabel("Callback URL").fill("https://example.com/events");
    await page.getByRole("button", { name: "Add a pair" }).click();
    await page.getByLabel("Name of pair 1").fill("campaign");
    await page.getByLabel("Value of pair 1").fill(HOSTILE);
    await settled(page, "You chose Employer appeal");
    await assertWellMade(page, "ask-options");
    await press(page);
    const { workflow_id, routed_via, seed, callback_url, metadata, scenario_context, insights_status } =
      await asked();
    assert.deepEqual([workflow_id, routed_via, seed, callback_url, insights_status], [
      "employer-appeal",
      null,
      42,
      "https://example.com/events",
      "disabled",
    ]);
    assert.deepEqual(metadata, { campaign: HOSTILE });
    assert.deepEqual(scenario_context, { benefits: ["health", "dental"], workplace: "on_site" });
  });

  it("says what to do about each refusal", async () => {
    const own = await openConsole(browser);
    const page = await own.open("/", "Ask a question");
    await box(page).fill(PRICED);
    await page.getByLabel("Monthly price USD").fill("0");
    await settled(page, /must be/);
    await press(page);
    await page.locator(".fault").filter({ hasText: /Monthly price USD must be/ }).waitFor();
    await page.getByLabel("Monthly price USD").fill("");
    await page.getByText("Seed, Reading, callback, metadata").click();
    await page.getByRole("button", { name: "Add a pair" }).click();
    await page.getByLabel("Name of pair 1").fill("k".repeat(41));
    await press(page);
    await page.locator(".fault").filter({ hasText: /^Metadata / }).waitFor();
    await page.getByLabel("Name of pair 1").fill("campaign");
    await changeOrganization(own.person.organizationId, { limits: { simulations_per_month: 0 } });
    await press(page);
    const alert = page.getByRole("alert").filter({ hasText: "request" });
    await alert.filter({ hasText: "insufficient_quota" }).getByRole("link", { name: "usage and plan" })
      .waitFor();
    await changeOrganization(own.person.organizationId, {
      limits: { simulations_per_month: null, agent_runs_per_month: 40 },
    });
    await press(page);
    await alert.getByRole("button", { name: "Ask the 40 that are left" }).click();
    // Nothing is foreseen, so that the page cannot know that it is off topic.
    await page.route("**/v1/simulations/preview", (route) => route.abort());
    await box(page).fill(OFF_TOPIC);
    await panel(page).getByText("cannot be reached").waitFor();
    await press(page);
    await alert.filter({ hasText: "routing_low_confidence" }).waitFor();
    await assertWellMade(page, "ask-refused");
    await alert.getByRole("button", { name: "Take U.S. adults in general" }).click();
    await page.getByRole("button", { name: "Ask U.S. adults in general" }).click();
    const { agent_count, routed_via } = await asked(own);
    assert.deepEqual([agent_count, routed_via], [40, null]);
    await own.context.close();
  });

  it("stands beside its preview at 1280 px, and asks on Ctrl+Enter", async () => {
    const page = await console.open("/", "Ask a question");
    await page.setViewportSize({ width: 1_280, height: 900 });
    await box(page).fill(PRICED);
    await settled(page, "Subscription pricing");
    const [asks, rests] = [await box(page).boundingBox(), await panel(page).boundingBox()];
    assert.ok(asks !== null && rests !== null && asks.x + asks.width < rests.x, "beside each other");
    assert.ok(rests.y < asks.y + asks.height && rests.y + rests.height <= 900, `${rests.y}, ${rests.height}`);
    const button = await page.getByRole("button", { name: "Ask", exact: true }).boundingBox();
    assert.ok(button !== null && button.y + button.height <= 900, "the button is on the first screen");
    await page.setViewportSize({ width: 360, height: 740 });
    const low = await page.getByRole("button", { name: "Ask", exact: true }).boundingBox();
    assert.ok(low !== null && low.y + low.height <= 740, "and on a telephone's");
    await page.setViewportSize({ width: 1_400, height: 1_000 });
    await box(page).press("Control+Enter");
    assert.equal((await asked()).routed_via.workflow_id, "subscription-pricing");
  });

  it("asks U.S. adults in general by one button where no methodology fits, and names no unlikely one", async () => {
    const page = await console.open("/", "Ask a question");
    await box(page).fill(OFF_TOPIC);
    const text = await settled(page, "No methodology fits");
    assert.match(text, /General population/);
    const others = await panel(page).getByRole("group", { name: "Other methodologies" }).getByRole("button")
      .allInnerTexts();
    assert.ok(others.length > 0);
    for (const other of others) {
      const [, name, confidence] = /^(.*) ([\d.]+) %$/.exec(other) ?? [];
      assert.ok(/^[A-Z][a-z]/.test(name ?? "") && Number(confidence) >= 5, other);
    }
    assert.equal(await page.getByRole("button", { name: "Ask", exact: true }).count(), 0);
    await assertWellMade(page, "ask-off-topic");
    await page.getByRole("button", { name: "Ask U.S. adults in general" }).click();
    const { routed_via, question, id } = await asked();
    assert.deepEqual([routed_via, question], [null, OFF_TOPIC]);
    const { data } = await console.person.call("GET", `/v1/simulations/${id}?wait=30`);
    assert.equal(data.status, "completed");
  });

  for (
    const [question, says] of [
      ["fjdksl qwpoei zmxncb aslkdj", "too few English words"],
      ["What do you think about electric cars?", "cannot be answered with yes or no"],
      ["Would you switch from Samsung and pay $20 a month?", "two things at once"],
    ] as const
  ) {
    it(`says of “${question}” what is wrong, and asks it anyway alone`, async () => {
      const page = await console.open("/", "Ask a question");
      await box(page).fill(question);
      const text = await settled(page, says);
      assert.doesNotMatch(text, /Most U\.S\.|Fewer than half|We can’t tell|Between|expected to say/);
      assert.equal(await panel(page).getByRole("img").count(), 0);
      const anyway = page.getByRole("button", { name: "Ask anyway" });
      await box(page).press("Control+Enter");
      await anyway.and(page.locator(":focus")).waitFor();
      assert.equal(new URL(page.url()).pathname.endsWith("/console/"), true, "nothing was asked");
      if (question.startsWith("fjd")) await assertWellMade(page, "ask-unclear");
      await anyway.click();
      const run = await asked();
      assert.equal(run.question, question);
      assert.equal((await ended(console.person.call, run.id)).status, "completed");
      await page.reload();
      const headline = await page.locator(".headline").innerText();
      assert.equal(headline, "No question of yes or no could be read.");
      assert.doesNotMatch(
        await page.locator("main").innerText(),
        /Most U\.S\.|Fewer than half|We can’t tell|Between/,
      );
      await page.getByRole("tab", { name: "Reasons" }).click();
      await page.getByText("to this question there are none").waitFor();
      const { data: { url } } = await console.person.call("POST", `/v1/simulations/${run.id}/share`);
      await page.goto(url);
      await page.getByRole("heading", { name: headline }).waitFor();
      assert.equal(await page.getByText("Bar: the 95 % interval").count(), 0);
    });
  }

  it("asks an audience, and says what share of the population it is", async () => {
    const page = await console.open("/", "Ask a question");
    await box(page).fill(CALIBRATED);
    await settled(page, "Public spending");
    await page.getByText("Audience: everybody").click();
    const age = page.getByRole("group", { name: "Age" });
    await age.getByLabel("18–24").check();
    await age.getByLabel("25–34").check();
    await page.getByText(/Audience: age: 18–24 or 25–34 \(\d+ % of the population\)/).waitFor();
    await page.locator(".preview[aria-busy=false]").waitFor();
    const { data } = await console.person.call("POST", "/v1/simulations/preview", {
      body: { question: CALIBRATED, audience: { age: ["18-24", "25-34"] } },
    });
    await page.getByText(`(${Math.round(data.frame.share_pct)} % of the population)`).waitFor();
    await assertWellMade(page, "ask-audience");
    await press(page);
    assert.deepEqual((await asked()).audience, { age: ["18-24", "25-34"] });
  });

  it("keeps what was typed over a reload and the end of the session, and can then be sent", async () => {
    const own = await openConsole(browser);
    const page = await own.open("/", "Ask a question");
    await box(page).fill(PRICED);
    await agents(page).fill("150");
    await settled(page, "What 150 agents tell");
    await page.reload();
    assert.equal(await box(page).inputValue(), PRICED);
    assert.equal(await agents(page).inputValue(), "150");
    await settled(page, "What 150 agents tell");
    await page.getByLabel("Service name").fill("Bake <b>off</b>");
    assert.equal((await own.person.call("POST", "/v1/auth/logout")).status, 204);
    await press(page);
    const dialog = page.getByRole("dialog", { name: "Your session has ended" });
    await dialog.getByRole("button", { name: "Mail me a link" }).click();
    const link = await dialog.getByRole("link", { name: "follow the link" }).getAttribute("href");
    const mail = await own.context.newPage();
    await mail.goto(link ?? "");
    await mail.getByRole("button", { name: "Sign in" }).click();
    await mail.getByText("You are signed in").waitFor();
    await dialog.waitFor({ state: "detached" });
    assert.equal(await box(page).inputValue(), PRICED);
    await press(page);
    await page.waitForURL(/\/simulations\//);
    await page.getByRole("tab", { name: "Method" }).click();
    await page.getByText("Bake <b>off</b>").waitFor();
    await page.goto(page.url().replace(/\/simulations\/.*/, "/"));
    assert.equal(await box(page).inputValue(), "", "what was sent is no draft any more");
    await own.context.close();
  });
});
