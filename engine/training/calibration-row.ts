import { sha256 } from "#shared/crypto.ts";
import { itemAt } from "../numeric/columns.ts";

/** Where a fault is: both count from 1. A field that spans lines is at the line where it begins. */
export interface FaultPlace {
  readonly line: number;
  readonly column: number;
  /** The column's name, where it is known. */
  readonly name?: string | undefined;
}

/** A calibration file that cannot be read. The message names line and column and the expected content. */
export class CalibrationFileFault extends Error {
  override readonly name = "CalibrationFileFault";

  /** @param expected a clause without a full stop, such as `expected a number from 0 to 100, got "x"`. */
  constructor({ line, column, name }: FaultPlace, expected: string) {
    super(`Line ${line}, column ${column}${name === undefined ? "" : ` (${name})`}: ${expected}.`);
  }
}

/** A value of the file as a message shows it: in quotes, control characters escaped, at most 40 characters. */
export function quoted(value: string): string {
  return JSON.stringify(value.length > 40 ? `${value.slice(0, 40)}…` : value);
}

/**
 * Answers of simulated respondents must never come back as the observations that a simulation is measured against: the
 * engine would be found accurate at predicting itself (Westwood 2025, PNAS 122(47) e2518075122, on why exports are
 * labelled at all). Any of these marks an export of this service:
 * - a line that begins with `#` and holds `synthetic=true`, the first line of every CSV of simulated answers;
 * - a column named `synthetic` or `simulation_id`;
 * - the columns of an agents table, `answer` and `intensity`, or of a verdict, `yes_pct` and `margin_of_error_pct`;
 * - JSON that carries a `simulation_id`, or agents with `answer` and `intensity`: a results body saved to a file.
 *
 * Figures that somebody copied into the calibration columns cannot be recognised: they carry no mark.
 */
const MARKED_LINE = /^#.*\bsynthetic\s*=\s*true\b/im;
const EXPORT_COLUMNS = [
  ["synthetic"],
  ["simulation_id"],
  ["answer", "intensity"],
  ["yes_pct", "margin_of_error_pct"],
];

/** True where a line of the text is marked as synthetic. */
export function hasSyntheticMark(text: string): boolean {
  return MARKED_LINE.test(text);
}

/** True where a header's columns are those of one of our exports. */
export function areExportColumns(names: readonly string[]): boolean {
  const lowerCase = new Set(names.map((name) => name.toLowerCase()));
  return EXPORT_COLUMNS.some((columns) => columns.every((column) => lowerCase.has(column)));
}

/** True where a text, JSON of which only the beginning need be there, is one of our results bodies. */
export function isExportedJson(text: string): boolean {
  return areExportColumns(Array.from(text.matchAll(/"\w+"(?=\s*:)/g), ([key]) => key.slice(1, -1)));
}

/** The fault of a file that holds answers of simulated respondents. */
export function syntheticExport(line: number): CalibrationFileFault {
  const expected = "expected answers that people gave, this is an export of simulated ones";
  return new CalibrationFileFault({ line, column: 1 }, expected);
}

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

/** A field of the file, with its place. */
export interface Cell extends FaultPlace {
  readonly text: string;
}

interface Column {
  /** What it holds, after "expected". */
  readonly expected: string;
  /** The value of a trimmed text; undefined where it is none. */
  readonly valueOf: (text: string) => string | number | null | undefined;
}

/** The columns of a calibration file. `n` may be left out; the order is free. */
const COLUMNS: Readonly<Record<keyof Observation, Column>> = {
  segment: {
    expected: "a segment of 1 to 200 characters, such as age=18-24 or overall",
    valueOf: (text) => hasLength(text, 200) ? text : undefined,
  },
  question: {
    expected: "a question of 1 to 2,000 characters",
    valueOf: (text) => hasLength(text, 2_000) ? text : undefined,
  },
  observed_yes_pct: {
    expected: "a number from 0 to 100",
    /** Without sign, exponent, percent sign or decimal comma: any other text is refused instead of guessed. */
    valueOf: (text) =>
      /^(?:\d{1,3}(?:\.\d{0,20})?|\.\d{1,20})$/.test(text) && Number(text) <= 100 ? Number(text) : undefined,
  },
  n: {
    expected: "a whole number from 1 to 999,999,999, or nothing",
    valueOf: (text) => text === "" ? null : /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined,
  },
};
export type CalibrationColumn = keyof typeof COLUMNS;
const NAMES = Object.keys(COLUMNS) as readonly CalibrationColumn[];

/** Reads a header. @throws CalibrationFileFault at the first column that is unknown, there twice or missing. */
export function readHeader(cells: readonly Cell[]): readonly CalibrationColumn[] {
  const { line } = itemAt(cells, 0);
  const names = cells.map(({ text }) => text.trim());
  if (areExportColumns(names)) throw syntheticExport(line);
  const fault = (index: number, expected: string) =>
    new CalibrationFileFault({ line, column: index + 1 }, `expected the column${expected}`);
  const columns: CalibrationColumn[] = [];
  names.forEach((name, index) => {
    const column = NAMES.find((candidate) => candidate === name);
    if (column === undefined) {
      const known = "s segment, question, observed_yes_pct and, if wanted, n, separated by commas";
      throw fault(index, `${known}, got ${quoted(name)}`);
    }
    if (columns.includes(column)) throw fault(index, ` ${column} once, it is here twice`);
    columns.push(column);
  });
  const missing = NAMES.find((column) => column !== "n" && !columns.includes(column));
  if (missing !== undefined) throw fault(columns.length, ` ${missing}, which is missing`);
  return columns;
}

/**
 * Reads a row, left to right.
 * @param cells as many as there are columns.
 * @throws CalibrationFileFault at the first field that is not what its column expects.
 */
export function readRow(columns: readonly CalibrationColumn[], cells: readonly Cell[]): Observation {
  const row: Partial<Record<CalibrationColumn, unknown>> = { n: null };
  columns.forEach((name, index) => {
    const { text, ...place } = itemAt(cells, index);
    const { expected, valueOf } = COLUMNS[name];
    const value = text.trim();
    row[name] = valueOf(value);
    if (row[name] !== undefined) return;
    throw new CalibrationFileFault(place, `expected ${expected}, got ${quoted(value)}`);
  });
  return row as Observation;
}

/** Characters are code points, as in JSON Schema's `maxLength`. */
function hasLength(text: string, max: number): boolean {
  return text !== "" && (text.length <= max || [...text].length <= max);
}
