import { readFileSync, writeFileSync } from "node:fs";
import process from "node:process";
import { questionsOfTables, type SurveyTables } from "#engine/bank/calibrated-survey.ts";
import { calibratedKey } from "#engine/forecast/resembling.ts";
import { profileOfTable } from "#engine/sampling/loadings.ts";
import { fitLoadings, LOADINGS } from "#research/factors/loadings.ts";
import { agentsPage, measureCrosstabs } from "#research/factors/measure.ts";
import { pairsOf } from "#research/factors/pairs.ts";
import { residualsOf } from "#research/factors/residuals.ts";
import { answeredSurveys } from "./audiences.ts";

const SURVEYS = new URL("../engine/bank/surveys/", import.meta.url);
const PAGE = new URL("../docs/agents.md", import.meta.url);
const TARGET = new URL("../engine/sampling/loadings.json", import.meta.url);

/**
 * `deno task fit-factors <folder>`: fits what answers have in common to the surveys whose microdata are the folder's `<survey>.csv.gz`, writes the
 * loadings, compares agents' crosstabs with people's while joint tables are left out, and writes `docs/agents.md`. Two minutes.
 */
function main(folder: string | undefined): number {
  if (folder === undefined) {
    console.error("Usage: deno task fit-factors <folder with the surveys' microdata>");
    return 2;
  }
  // The ANES' terms let shares leave and nothing else of a respondent.
  const surveys = answeredSurveys(folder).filter(({ mapping }) => !mapping.survey.startsWith("anes"));
  const residuals = surveys.flatMap(({ mapping, respondents }) => residualsOf(mapping, respondents));
  const tables = surveys.flatMap(({ mapping: { survey } }) => {
    const file: SurveyTables = JSON.parse(readFileSync(new URL(`${survey}.tables.json`, SURVEYS), "utf8"));
    return questionsOfTables(file);
  });
  const byKey = new Map(tables.map((table) => [calibratedKey(table), table]));
  const questions = residuals.flatMap(({ id }) => byKey.get(id) ?? []);
  if (questions.length !== residuals.length) {
    console.error("The tables in engine/bank/surveys lack questions of the mappings: write them anew first");
    return 1;
  }
  const pairs = pairsOf(residuals);
  const { questions: loadings, byProfile } = fitLoadings(questions.map(profileOfTable), pairs);
  const asset = {
    factors: LOADINGS.factors,
    by_profile: byProfile.map((row) => Array.from(row, (x) => Math.round(1e4 * x) / 1e4)),
    questions: Object.fromEntries(
      questions.map((question, q) => [
        calibratedKey(question),
        Array.from(loadings[q] ?? [], (x) => Math.round(100 * x)).join(" "),
      ]),
    ),
  };
  writeFileSync(TARGET, `${JSON.stringify(asset, null, 2)}\n`);
  const crosstabs = measureCrosstabs(questions, pairs);
  const page = agentsPage(readFileSync(PAGE, "utf8"), pairs, questions.length, crosstabs);
  writeFileSync(PAGE, page);
  console.table(crosstabs);
  return 0;
}

process.exitCode = main(process.argv[2]);
