import { sha256 } from "#shared/crypto.ts";
import { itemAt } from "../numeric/columns.ts";
import { CalibrationFileFault, quoted } from "./calibration-file-fault.ts";
import { areExportColumns, syntheticExport } from "./synthetic-export.ts";

/** One line of a calibration file: a survey's observation. */
export interface Observation {
  /** `overall`, `dimension=segment` such as `age=18-24`, or a segment's label; as in the file, trimmed. */
  readonly segment: string;
  /** 1 to 2,000 characters, trimmed. */
  readonly question: string;
  /** 0 to 100. */
  readonly observed_yes_pct: number;
  /** Respondents, or null where the file gives no number. */
  readonly n: number | null;
}

/** Tells questions apart in some 50 bytes, where their texts would fill the memory. */
export function questionKey(question: string): string {
  return sha256(question).toString("base64");
}

/** The columns of a calibration file. `n` may be left out; the order is free. */
const CALIBRATION_COLUMNS = ["segment", "question", "observed_yes_pct", "n"] as const;
export type CalibrationColumn = (typeof CALIBRATION_COLUMNS)[number];

const MAX_SEGMENT_CHARACTERS = 200;
const MAX_QUESTION_CHARACTERS = 2_000;

/** Reads a header. @throws CalibrationFileFault at the first column that is unknown, there twice or missing. */
export function readHeader(fields: readonly string[], line: number): readonly CalibrationColumn[] {
  const names = fields.map((field) => field.trim());
  if (areExportColumns(names)) throw syntheticExport(line);
  const columns: CalibrationColumn[] = [];
  names.forEach((name, index) => {
    const place = { line, column: index + 1 };
    const column = CALIBRATION_COLUMNS.find((candidate) => candidate === name);
    if (column === undefined) {
      throw new CalibrationFileFault(
        "header",
        place,
        `expected the columns segment, question, observed_yes_pct and, if wanted, n, separated by commas, got ${
          quoted(name)
        }`,
      );
    }
    if (columns.includes(column)) {
      throw new CalibrationFileFault("header", place, `expected the column ${column} once, it is here twice`);
    }
    columns.push(column);
  });
  const missing = CALIBRATION_COLUMNS.find((column) => column !== "n" && !columns.includes(column));
  if (missing !== undefined) {
    const place = { line, column: columns.length + 1 };
    throw new CalibrationFileFault("header", place, `expected the column ${missing}, which is missing`);
  }
  return columns;
}

/** A field of a row, trimmed, with its place. */
interface Cell {
  readonly name: CalibrationColumn;
  readonly value: string;
  readonly line: number;
  readonly column: number;
}

/**
 * Reads a row, left to right.
 *
 * @param fields as many as there are columns.
 * @param line where the row begins.
 * @throws CalibrationFileFault at the first field that is not what its column expects; RangeError without a required column.
 */
export function readRow(
  columns: readonly CalibrationColumn[],
  fields: readonly string[],
  line: number,
): Observation {
  const row: { -readonly [Field in keyof Observation]?: Observation[Field] } = {};
  let fieldLine = line;
  columns.forEach((name, index) => {
    const field = itemAt(fields, index);
    const cell = { name, value: field.trim(), line: fieldLine, column: index + 1 };
    if (name === "segment") row.segment = segmentIn(cell);
    else if (name === "question") row.question = questionIn(cell);
    else if (name === "observed_yes_pct") row.observed_yes_pct = shareIn(cell);
    else row.n = respondentsIn(cell);
    fieldLine += field.split("\n").length - 1;
  });
  const { segment, question, observed_yes_pct, n = null } = row;
  if (segment === undefined || question === undefined || observed_yes_pct === undefined) {
    throw new RangeError(`Cannot read a row of the columns ${columns.join(", ")}: a required one is missing`);
  }
  return { segment, question, observed_yes_pct, n };
}

function segmentIn(cell: Cell): string {
  if (hasLength(cell.value, MAX_SEGMENT_CHARACTERS)) return cell.value;
  const expected = `a segment of 1 to ${MAX_SEGMENT_CHARACTERS} characters, such as age=18-24 or overall`;
  throw valueFault(cell, expected);
}

function questionIn(cell: Cell): string {
  if (hasLength(cell.value, MAX_QUESTION_CHARACTERS)) return cell.value;
  const most = MAX_QUESTION_CHARACTERS.toLocaleString("en-US");
  throw valueFault(cell, `a question of 1 to ${most} characters`);
}

/** A percentage without sign, exponent, percent sign or decimal comma: any other text is refused instead of guessed. */
function shareIn(cell: Cell): number {
  const isPlain = /^(?:\d{1,3}(?:\.\d{0,20})?|\.\d{1,20})$/.test(cell.value);
  if (isPlain && Number(cell.value) <= 100) return Number(cell.value);
  throw valueFault(cell, "a number from 0 to 100");
}

function respondentsIn(cell: Cell): number | null {
  if (cell.value === "") return null;
  if (/^[1-9]\d{0,8}$/.test(cell.value)) return Number(cell.value);
  throw valueFault(cell, "a whole number from 1 to 999,999,999, or nothing");
}

function valueFault({ name, value, line, column }: Cell, expected: string): CalibrationFileFault {
  return new CalibrationFileFault(
    "value",
    { line, column, name },
    `expected ${expected}, got ${quoted(value)}`,
  );
}

/** Characters are code points, as in JSON Schema's `maxLength`. */
function hasLength(text: string, max: number): boolean {
  return text !== "" && (text.length <= max || [...text].length <= max);
}
