import { readFileSync, writeFileSync } from "node:fs";
import process from "node:process";
import { gunzipSync } from "node:zlib";
import { parse } from "csv-parse/sync";
import { type SurveyTables, surveyTables } from "#engine/calibration/calibrated-survey.ts";
import { CalibrationFault, type SurveyMapping } from "#engine/calibration/mapping.ts";
import { encodeRespondents, type Row } from "#engine/calibration/respondents.ts";

/**
 * `deno task methodology <mapping.json> <microdata.csv[.gz]> <tables.json>`: computes a survey's weighted tables with their accuracy on
 * segments that are left out, and writes them. `SurveyMapping`
 * in engine/calibration/mapping.ts is the format of a mapping, `engine/calibration/surveys/` has two of them.
 */
function main([mappingPath, dataPath, tablesPath]: readonly string[]): number {
  if (mappingPath === undefined || dataPath === undefined || tablesPath === undefined) {
    console.error("Usage: deno task methodology <mapping.json> <microdata.csv[.gz]> <tables.json>");
    return 2;
  }
  try {
    const mapping: SurveyMapping = JSON.parse(readFileSync(mappingPath, "utf8"));
    const tables = tablesOf(mapping, readFileSync(dataPath));
    writeFileSync(tablesPath, textOf(tables));
    for (const question of tables.questions) console.log(lineOf(question));
    return 0;
  } catch (error) {
    if (!(error instanceof CalibrationFault)) throw error;
    console.error(`${error.code}: ${error.message}`);
    return 1;
  }
}

/** @throws CalibrationFault for a mapping or a file that does not fit. */
export function tablesOf(mapping: SurveyMapping, data: Buffer): SurveyTables {
  const isZipped = data[0] === 0x1f && data[1] === 0x8b;
  const rows: Row[] = parse(isZipped ? gunzipSync(data) : data, { columns: true, bom: true });
  const columns = Object.keys(rows[0] ?? {});
  return surveyTables(mapping, encodeRespondents(mapping, columns, rows));
}

/** JSON with each row of a table on one line. */
function textOf(tables: SurveyTables): string {
  const text = JSON.stringify(tables, null, 2);
  return `${text.replace(/\[\s+([\d.,\s]+?)\s+\]/g, (_, row: string) => `[${row.replace(/\s+/g, " ")}]`)}\n`;
}

function lineOf({ id, overall, accuracy }: SurveyTables["questions"][number]): string {
  const [yes = 0, , , respondents = 0] = overall;
  const { accuracy_pct, baseline_pct, held_out_rows } = accuracy;
  return `${id.padEnd(20)} ${respondents} respondents, yes ${(100 * yes).toFixed(1)} %, accuracy ${
    accuracy_pct ?? "–"
  } % ` +
    `(overall share alone ${baseline_pct ?? "–"} %) over ${held_out_rows} segments left out`;
}

if (import.meta.main) process.exit(main(process.argv.slice(2)));
