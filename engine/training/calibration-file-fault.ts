/** The kinds of fault in an uploaded calibration file. The list is closed, so callers can tell the cases apart. */
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
  | "too_many_questions"
  | "synthetic_export";

/** Where a fault is: both count from 1. A field that spans lines is at the line where it begins. */
export interface FaultPlace {
  readonly line: number;
  readonly column: number;
  /** The column's name, where it is known. */
  readonly name?: string | undefined;
}

/** A calibration file that cannot be read. The message names line and column and the expected content. */
export class CalibrationFileFault extends Error {
  readonly code: CalibrationFaultCode;
  readonly line: number;
  readonly column: number;

  /** @param expected a clause without a full stop, such as `expected a number from 0 to 100, got "x"`. */
  constructor(code: CalibrationFaultCode, place: FaultPlace, expected: string) {
    const name = place.name === undefined ? "" : ` (${place.name})`;
    super(`Line ${place.line}, column ${place.column}${name}: ${expected}.`);
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
