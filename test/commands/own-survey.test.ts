import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import process from "node:process";
import { execa } from "execa";
import { ROOT } from "#dev/machine/folder.ts";
import { publishedMethodology, readMethodologyFile } from "#engine/bank/methodology-file.ts";
import type { Methodology } from "#engine/bank/methodology.ts";
import { marginOf } from "#engine/population/frame.ts";
import { populationFrame } from "#engine/population/own-frame.ts";
import { DIMENSION_NAMES } from "#engine/population/dimensions.ts";
import { answerAgents } from "#engine/sampling/answer-agents.ts";
import { prepareSimulation } from "#engine/sampling/prepared-simulation.ts";
import { bySegment, rakeWeights, verdict } from "#engine/verdict/verdict.ts";
import {
  CITY_TRUTH,
  DISTRICT_MAPPING,
  districtCsv,
  districtSample,
} from "#test/engine/bank/district-survey.ts";
import { forecastOf } from "#testing/engine-run.ts";
import { newFolder } from "#testing/processes.ts";

const PARK = "Should the city turn the old freight yard into a park?";

/** A survey of a city whose answers are known, drawn by clusters and strata, through the command and into agents. */
describe("A city's survey by clusters and strata", () => {
  let printed: string;
  let methodology: Methodology;
  before(async () => {
    const folder = newFolder("district");
    await mkdir(folder);
    const path = (name: string) => join(folder, name);
    writeFileSync(path("mapping.json"), JSON.stringify(DISTRICT_MAPPING));
    writeFileSync(path("answers.csv"), districtCsv(districtSample(0)));
    const files = ["mapping.json", "answers.csv", "city.json"].map(path);
    const { stdout } = await execa(process.execPath, ["run", "-A", "commands/methodology.ts", ...files], {
      cwd: ROOT,
    });
    printed = stdout;
    const file = readMethodologyFile(readFileSync(path("city.json"), "utf8"));
    methodology = publishedMethodology(file, { id: "019f0000-0000-7000-8000-00000000000a", version: 1 });
  });

  it("is printed with its design's effective number and standard error", () => {
    const [, respondents, effective, yes, error] =
      /^park +(\d+) respondents \(effective ([\d.]+)\), yes ([\d.]+) % \(standard error ([\d.]+)\)/.exec(
        printed,
      )!
        .map(Number);
    assert.equal(respondents, 468);
    assert.ok(effective! > 200 && effective! < 400, printed);
    // R's survey: 0.02592044.
    assert.equal(error, 2.59);
    assert.ok(Math.abs(yes! - 100 * CITY_TRUTH.yes) < 3 * error!, printed);
  });

  it("asks agents of the city, in the dimensions and segments that it has", async () => {
    const forecast = await forecastOf(PARK, methodology);
    assert.deepEqual([forecast.tier, forecast.evidence], [1, "survey_matched"]);
    const run = prepareSimulation({ seed: 5, methodology, forecast });
    const chunks = [answerAgents(run, 0, 2_000)];
    const weight = rakeWeights(run, chunks);
    const rows = bySegment(run, chunks, weight);
    assert.deepEqual(rows.map(({ dimension, segment }) => `${dimension}=${segment}`), [
      "race=white",
      "race=black",
      "age=25-34",
      "age=65+",
      "sex=female",
      "sex=male",
    ]);
    const of = (name: string) => rows.find(({ segment }) => segment === name)!;
    const sample = districtSample(0);
    const shareOf = (isIn: (row: typeof sample[number]) => boolean) =>
      sample.filter(isIn).reduce((sum, { w }) => sum + w, 0) / sample.reduce((sum, { w }) => sum + w, 0);
    assert.ok(Math.abs(of("female").total / 2_000 - shareOf(({ sex }) => sex === "F")) < 0.03);
    assert.ok(Math.abs(of("black").total / 2_000 - shareOf(({ race }) => race === "black")) < 0.03);
    assert.ok(of("female").yes_pct > of("male").yes_pct + 4);
    const { interval_pct, yes_pct } = verdict(run, chunks, weight);
    const [low, high] = interval_pct!.yes;
    assert.ok(
      low < 100 * CITY_TRUTH.yes && 100 * CITY_TRUTH.yes < high,
      JSON.stringify({ yes_pct, interval_pct }),
    );
    assert.ok(high - low > 2 * 1.96 * 2.59, "the interval is no narrower than the survey's own");
  });

  it("has the survey's own margins to the last respondent, in an audience too", () => {
    const sex = DIMENSION_NAMES.indexOf("sex");
    const own = methodology.population.margins!.sex!;
    const whole = populationFrame(methodology.population);
    assert.ok(Math.abs(marginOf(whole, sex)[0]! - own["female"]!) < 1e-6);
    const black = populationFrame(methodology.population, { race: ["black"] });
    assert.equal(marginOf(black, DIMENSION_NAMES.indexOf("race"))[1], 1);
    assert.notEqual(black.id, whole.id);
    assert.throws(() => populationFrame(methodology.population, { race: ["asian"] }), /nobody is left/);
  });

  it("answers nothing but its own questions: others on its topic are predicted from the release's surveys, without an interval", async () => {
    const { tier, evidence, sources, uncertainty } = await forecastOf(
      "Should the city build more bicycle lanes?",
      methodology,
    );
    assert.deepEqual(
      [tier, evidence, uncertainty],
      [2, "predicted", null],
      "nobody measured it in this city",
    );
    assert.ok(sources.some(({ survey }) => /General Social Survey/.test(survey)));
  });
});
