import { readFileSync, writeFileSync } from "node:fs";
import process from "node:process";
import { parseArgs } from "node:util";
import { gunzipSync } from "node:zlib";
import { CsvError, parse } from "csv-parse/sync";
import { Value } from "typebox/value";
import { publishMethodology } from "#db/methodologies/published.ts";
import { recordAudit } from "#db/organizations/audit-log.ts";
import { type SurveyTables, surveyTables } from "#engine/bank/calibrated-survey.ts";
import { CalibrationFault, SurveyMapping } from "#engine/bank/mapping.ts";
import { encodeRespondents, type Respondents, type Row } from "#engine/bank/respondents.ts";
import { tabulate } from "#engine/bank/tables.ts";
import { marginsOfPeople } from "#engine/population/own-frame.ts";
import { MAX_FILE_BYTES, methodologyFile, readMethodologyFile } from "#engine/bank/methodology-file.ts";
import { areExportColumns, hasSyntheticMark } from "#engine/training/calibration-row.ts";
import { isUuid } from "#shared/ids.ts";
import { withDatabase } from "#dev/machine/connect-database.ts";

const USAGE =
  `Usage: deno task methodology <mapping.json> <microdata.csv[.gz]> <file.json> [--publish [--organization <id>]]
       deno task methodology <methodology.json> --publish [--organization <id>]`;

/** Microdata of this many bytes take about four times as much memory. */
const MAX_DATA_BYTES = 256 * 1024 * 1024;
const MAX_ROWS = 500_000;

/**
 * `deno task methodology`: computes a survey's weighted tables, writes them as a file, and publishes that file for everybody or for one organization. docs/methodologies.md has both formats.
 */
async function main(args: readonly string[]): Promise<number> {
  const { positionals, values } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { publish: { type: "boolean" }, organization: { type: "string" } },
  });
  const { publish = false, organization } = values;
  const isUsed = positionals.length === 3 || positionals.length === 1 && publish;
  if (!isUsed || organization !== undefined && (!publish || !isUuid(organization))) {
    console.error(USAGE);
    return 2;
  }
  const [first = "", dataPath, filePath] = positionals;
  try {
    const content = dataPath === undefined || filePath === undefined
      ? readText(first)
      : computed(first, dataPath, filePath);
    if (publish) console.log(await publishFile(content, organization ?? null));
    return 0;
  } catch (error) {
    if (!(error instanceof CalibrationFault)) throw error;
    console.error(`${error.code}: ${error.message}`);
    return 1;
  }
}

/** Computes the tables and writes the file. Returns its text. */
function computed(mappingPath: string, dataPath: string, filePath: string): string {
  const mapping = mappingOf(readText(mappingPath));
  const respondents = respondentsOf(mapping, readFileSync(dataPath));
  const tables = tabulate(mapping, respondents);
  const survey = surveyTables(mapping, respondents, tables);
  const { methodology } = mapping;
  const { segments, weight } = respondents;
  const content = textOf(
    methodology === undefined
      ? survey
      : methodologyFile(survey, methodology, marginsOfPeople(segments, weight)),
  );
  if (methodology !== undefined) readMethodologyFile(content);
  writeFileSync(filePath, content);
  survey.questions.forEach((question, q) => console.log(linesOf(question, tables[q]?.errors.yes ?? 0)));
  return content;
}

function readText(path: string): string {
  const data = readFileSync(path);
  if (data.length > MAX_FILE_BYTES) {
    throw new CalibrationFault("file_too_large", `Cannot read ${path}: it is larger than 1 MiB`);
  }
  return data.toString("utf8");
}

/** @throws CalibrationFault `mapping_invalid` that names the field. */
export function mappingOf(text: string): SurveyMapping {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new CalibrationFault("mapping_invalid", "Cannot read the mapping: it is not JSON");
  }
  if (Value.Check(SurveyMapping, value)) return value;
  const [first] = Value.Errors(SurveyMapping, value);
  throw new CalibrationFault(
    "mapping_invalid",
    `Cannot read the mapping: ${first?.instancePath || "it"} ${first?.message ?? "does not fit the format"}`,
  );
}

/** @throws CalibrationFault for a mapping or a file that does not fit. */
export function respondentsOf(mapping: SurveyMapping, data: Buffer): Respondents {
  const rows = rowsOf(data);
  const columns = Object.keys(rows[0] ?? {});
  if (areExportColumns(columns)) throw syntheticExport();
  return encodeRespondents(mapping, columns, rows);
}

/** The rows of microdata. @throws CalibrationFault for a file that is no CSV, or too large */
export function rowsOf(data: Buffer): Row[] {
  const isZipped = data[0] === 0x1f && data[1] === 0x8b;
  const text = isZipped ? unzipped(data) : data;
  if (text.length > MAX_DATA_BYTES) throw tooLarge();
  if (hasSyntheticMark(text.subarray(0, 4096).toString("utf8"))) throw syntheticExport();
  try {
    const rows: Row[] = parse(text, { columns: true, bom: true, to: MAX_ROWS + 1 });
    if (rows.length > MAX_ROWS) throw tooLarge();
    return rows;
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new CalibrationFault("file_invalid", `Cannot read the microdata: ${error.message}`);
  }
}

function unzipped(data: Buffer): Buffer {
  try {
    return gunzipSync(data, { maxOutputLength: MAX_DATA_BYTES });
  } catch (error) {
    if (error instanceof RangeError) throw tooLarge();
    throw new CalibrationFault("file_invalid", "Cannot read the microdata: it is no whole gzip file");
  }
}

const tooLarge = () =>
  new CalibrationFault(
    "file_too_large",
    `Cannot read the microdata: at most ${MAX_DATA_BYTES / 2 ** 20} MiB and ${MAX_ROWS} rows are read`,
  );

const syntheticExport = () =>
  new CalibrationFault(
    "synthetic_export",
    "Cannot calibrate on this file: it is an export of simulated respondents, and people's answers are needed",
  );

/** Publishes the file, with an entry in the audit log where that changes anything. @returns what is said of it */
function publishFile(content: string, organizationId: string | null): Promise<string> {
  const whom = organizationId === null ? "everybody" : `organization ${organizationId}`;
  return withDatabase(
    { role: "app_worker", command: "methodology" },
    ({ database }) =>
      database.transaction(async (tx) => {
        const { slug, version, isNew } = await publishMethodology(tx, { content, organizationId });
        if (!isNew) return `${slug} version ${version} is published for ${whom} already, with this content`;
        await recordAudit(tx, null, {
          actor_command: "methodology",
          action: "workflow.publish",
          subject: slug,
          details: organizationId === null ? { version } : { version, organization_id: organizationId },
          request_id: null,
        });
        return `Published ${slug} version ${version} for ${whom}; API and workers use it within 5 s`;
      }),
  );
}

/** JSON with each row of a table on one line. */
function textOf(file: unknown): string {
  const text = JSON.stringify(file, null, 2);
  return `${text.replace(/\[\s+([\d.,\s]+?)\s+\]/g, (_, row: string) => `[${row.replace(/\s+/g, " ")}]`)}\n`;
}

/** Respondents with less than this effective number say little about their segment. */
const SMALL_BASE = 30;

/** @param error standard error of the yes share, a fraction */
function linesOf({ id, overall, segments }: SurveyTables["questions"][number], error: number): string {
  const [yes = 0, , , respondents = 0, effective = 0] = overall;
  const [percent, standardError] = [(100 * yes).toFixed(1), (100 * error).toFixed(2)];
  const small = Object.keys(segments).filter((name) => (segments[name]?.[4] ?? 0) < SMALL_BASE).join(", ");
  const answered = `${respondents} respondents (effective ${effective}), yes ${percent} %`;
  const line = `${id.padEnd(20)} ${answered} (standard error ${standardError})`;
  if (small === "") return line;
  const note = `under ${SMALL_BASE} effective respondents, so mostly the overall share: ${small}`;
  return `${line}\n${" ".repeat(21)}${note}`;
}

if (import.meta.main) process.exit(await main(process.argv.slice(2)));
