import { sha256 } from "#shared/crypto.ts";
import { itemAt } from "../numeric/columns.ts";
import {
  areExportColumns,
  CalibrationFileFault,
  type FaultPlace,
  quoted,
  syntheticExport,
} from "./calibration-file-fault.ts";

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
