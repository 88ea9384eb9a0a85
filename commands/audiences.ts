import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { encodeRespondents } from "#engine/bank/respondents.ts";
import { Forecaster } from "#engine/forecast/forecaster.ts";
import { Encoder } from "#providers/embeddings/encoder.ts";
import { type AnsweredSurvey, measureAudiences } from "#research/evaluation/audiences.ts";
import { mappingOf, rowsOf } from "./methodology.ts";

const MAPPINGS = new URL("../engine/bank/surveys/", import.meta.url);
const FIGURES = new URL("../research/evaluation/audiences.json", import.meta.url);
const MAPPING = ".mapping.json";

/** The surveys of the bank whose microdata, `<survey>.csv.gz`, are in a folder. */
export function answeredSurveys(folder: string): AnsweredSurvey[] {
  const files = new Set(readdirSync(folder));
  return readdirSync(MAPPINGS).filter((name) => name.endsWith(MAPPING)).sort().flatMap(
    (name): AnsweredSurvey[] => {
      const data = name.replace(MAPPING, ".csv.gz");
      if (!files.has(data)) return [];
      const mapping = mappingOf(readFileSync(new URL(name, MAPPINGS), "utf8"));
      const rows = rowsOf(readFileSync(join(folder, data)));
      return [{ mapping, respondents: encodeRespondents(mapping, Object.keys(rows[0] ?? {}), rows) }];
    },
  );
}

/**
 * `deno task audiences <folder>`: measures the verdicts on audiences against the surveys' own people, whose microdata are the folder's
 * `<survey>.csv.gz`, prints the figures, and writes them where `deno task accuracy` reads them.
 */
async function main(folder: string | undefined): Promise<number> {
  if (folder === undefined) {
    console.error("Usage: deno task audiences <folder with the surveys' microdata>");
    return 2;
  }
  const surveys = answeredSurveys(folder);
  if (surveys.length === 0) {
    console.error(`${folder} has the microdata of no survey that is mapped in engine/bank/surveys`);
    return 1;
  }
  const figures = await measureAudiences(surveys, new Forecaster(new Encoder()));
  writeFileSync(FIGURES, `${JSON.stringify(figures, null, 2)}\n`);
  console.table(figures);
  return 0;
}

if (import.meta.main) process.exitCode = await main(process.argv[2]);
