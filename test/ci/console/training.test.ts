import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import type { Browser } from "playwright-core";
import { eventually } from "#testing/times.ts";
import { assertWellMade, type ConsolePage, openConsole, startConsoleBrowser } from "./console.ts";

const HOSTILE = `<img src=x onerror="window.hacked = true">`;
const CSV = "segment,question,observed_yes_pct,n\nsex=female,Would you buy oat milk?,40,100\n" +
  "sex=male,Would you buy oat milk?,30,100\n";

describe("Training runs in the console", function () {
  this.timeout(120_000);
  let browser: Browser;
  let console: ConsolePage;
  before(async () => {
    browser = await startConsoleBrowser();
    console = await openConsole(browser);
  });
  after(() => browser?.close());

  const start = async (name: string, csv?: string) => {
    const page = await console.open("/training", "Training runs");
    await page.getByRole("button", { name: "Start a training run" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Name").fill(name);
    if (csv !== undefined) {
      await dialog.locator("input[type=file]").setInputFiles({
        name: "calibration.csv",
        mimeType: "text/csv",
        buffer: Buffer.from(csv),
      });
    }
    return { page, press: () => dialog.getByRole("button", { name: "Start", exact: true }).click() };
  };

  it("teaches what they are, uploads a file, and shows what was computed from it", async () => {
    const empty = await console.open("/training", "Training runs");
    await empty.getByRole("heading", { name: "No training runs yet" }).waitFor();
    const { page, press } = await start(`Oat ${HOSTILE}`, CSV);
    await assertWellMade(page, "training-new");
    await press();
    await page.getByRole("heading", { level: 1, name: `Oat ${HOSTILE}` }).waitFor();
    await page.getByText("Computed from the uploaded file.").waitFor();
    const id = page.url().slice(-36);
    const { data } = await console.person.call("GET", `/v1/training/${id}/results`);
    assert.equal(await page.locator("tbody tr").count(), data.by_segment.length);
    await page.getByText(data.disclaimer).waitFor();
    await assertWellMade(page, "training-run");
    const list = await console.open("/training", "Training runs");
    const row = list.getByRole("row", { name: "Oat" });
    await row.getByText("completed").waitFor();
    await row.getByText("received").waitFor();
    await assertWellMade(list, "training");
    assert.equal(await list.evaluate("window.hacked"), undefined);
  });

  it("says of a run without a file that its figures are made up, and of a broken file where it breaks", async () => {
    const mock = await start("No file");
    await mock.press();
    await mock.page.getByText("Made up: there was no file.").waitFor();
    const broken = await start("Broken", "segment,question\n");
    await broken.press();
    await broken.page.getByText("The run failed, so there are no figures.").waitFor();
    const { data } = await console.person.call("GET", `/v1/training/${broken.page.url().slice(-36)}`);
    await broken.page.locator(".notice.error").filter({ hasText: data.failure_message }).waitFor();
  });

  it("starts a run that was only made", async () => {
    const { data } = await console.person.call("POST", "/v1/training/uploads", {
      body: { workflow_name: "Made elsewhere" },
    });
    const page = await console.open(`/training/${data.training_id}`, "Made elsewhere");
    await page.getByRole("button", { name: "Start without a file" }).click();
    await page.getByText("Made up: there was no file.").waitFor();
  });

  it("follows the runs under way in their list, whose pages are read every four seconds", async () => {
    const reads: number[] = [];
    await console.page.route("**/v1/training?*", async (route) => {
      const answer = await (await route.fetch()).json();
      answer.data[0].status = "RUNNING";
      reads.push(Date.now());
      await route.fulfill({ json: answer });
    });
    await console.open("/training", "Training runs");
    await eventually("three reads", () => Promise.resolve(reads.length >= 3 || undefined));
    await console.page.unroute("**/v1/training?*");
    const [, second = 0, third = 0] = reads;
    assert.ok(third - second > 3_000, `${third - second} ms`);
  });
});
