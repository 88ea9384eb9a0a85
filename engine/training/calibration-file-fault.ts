/** What can be wrong with an uploaded calibration file. A closed list, so that callers can tell the cases apart. */
export type CalibrationFaultCode =
  | "empty"
  | "not_csv"
  | "not_utf8"
  | "nul_character"
  | "quoting"
  | "header"
  | "field_count"
  | "value"
  | "row_too_long"
  | "too_many_rows"
  | "too_many_segments"
  | "synthetic_export";

/** Where a fault is: both count from 1. A field that spans lines is at the line where it begins. */
export interface FaultPlace {
  readonly line: number;
  readonly column: number;
  /** The column's name, where it is known. */
  readonly name?: string;
}

/** A calibration file that cannot be read. The message names line and column and says what was wanted there. */
export class CalibrationFileFault extends Error {
  readonly code: CalibrationFaultCode;
  readonly line: number;
  readonly column: number;

  /** @param wanted a clause without a full stop, such as `expected a number from 0 to 100, got "x"`. */
  constructor(code: CalibrationFaultCode, place: FaultPlace, wanted: string) {
    const name = place.name === undefined ? "" : ` (${place.name})`;
    super(`Line ${place.line}, column ${place.column}${name}: ${wanted}.`);
    this.name = "CalibrationFileFault";
    this.code = code;
    this.line = place.line;
    this.column = place.column;
  }
}

/** A value of the file as a message shows it: in quotes, control characters escaped, at most 40 characters. */
export function quoted(value: string): string {
  return JSON.stringify(value.length > 40 ? `${value.slice(0, 40)}…` : value);
}

/** The fault of a file that holds answers of simulated respondents. `synthetic-export.ts` says how they are recognised. */
export function syntheticExport(line: number): CalibrationFileFault {
  return new CalibrationFileFault(
    "synthetic_export",
    { line, column: 1 },
    "expected answers that people gave, this is an export of simulated ones",
  );
}
