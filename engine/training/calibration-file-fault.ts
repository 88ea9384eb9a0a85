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
