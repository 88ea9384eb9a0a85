import type { CsvError, CsvErrorCode } from "csv-parse";
import { type CalibrationFaultCode, CalibrationFileFault } from "./calibration-file-fault.ts";

/** Four bytes for each of 2,000 + 200 characters and doubled quotes fit; a quote left open does not fill the memory. */
export const MAX_RECORD_BYTES = 20_000;

/** Where the parser stands: its line, the field's index in its row, and the number of empty lines that it has skipped. */
export interface ParserPlace {
  readonly lines: number;
  readonly index: number;
  readonly empty_lines: number;
}

interface SyntaxFault {
  readonly code: CalibrationFaultCode;
  /** Whether the message names the line where the field began instead of the line where the parser gave up. */
  readonly atFieldStart: boolean;
  readonly expected: string;
}

/** The parser's errors that a file can cause, by its codes. */
const SYNTAX_FAULTS: Readonly<Partial<Record<CsvErrorCode, SyntaxFault>>> = {
  INVALID_OPENING_QUOTE: {
    code: "quoting",
    atFieldStart: false,
    expected:
      "expected a quote only as a field's first character; quote the field as a whole and double the quotes inside it",
  },
  CSV_INVALID_CLOSING_QUOTE: {
    code: "quoting",
    atFieldStart: false,
    expected:
      "expected a comma or the line's end after the closing quote; double the quotes inside a quoted field",
  },
  CSV_QUOTE_NOT_CLOSED: {
    code: "quoting",
    atFieldStart: true,
    expected: "expected a closing quote, the file ends inside this quoted field",
  },
  CSV_MAX_RECORD_SIZE: {
    code: "row_too_long",
    atFieldStart: true,
    expected: `expected a row of at most ${
      MAX_RECORD_BYTES.toLocaleString("en-US")
    } bytes; a quote may be left open`,
  },
};

/**
 * The fault of a file that the parser could not read.
 * @param lastField where the last complete field ended.
 */
export function syntaxFault(error: CsvError, lastField: ParserPlace): CalibrationFileFault {
  const place = errorPlace(error);
  const { code, atFieldStart, expected }: SyntaxFault = SYNTAX_FAULTS[error.code] ??
    { code: "quoting", atFieldStart: false, expected: `expected CSV, the parser says ${error.code}` };
  const line = atFieldStart ? fieldStart(place, lastField) : place.lines;
  return new CalibrationFileFault(code, { line, column: place.index + 1 }, expected);
}

/** The line on which the unfinished field began: that of the field before, or the next line with content. */
function fieldStart({ index, empty_lines }: ParserPlace, lastField: ParserPlace): number {
  if (index > 0) return lastField.lines;
  return lastField.lines + 1 + empty_lines - lastField.empty_lines;
}

function errorPlace({ lines, index, empty_lines }: CsvError): ParserPlace {
  if (typeof lines !== "number" || typeof index !== "number" || typeof empty_lines !== "number") {
    throw new TypeError("The CSV parser gave an error without its place");
  }
  return { lines, index, empty_lines };
}
