import { CalibrationFileFault, quoted, syntheticExport } from "./calibration-file-fault.ts";
import { areExportColumns } from "./synthetic-export.ts";

/** One line of a calibration file: what a survey observed. */
export interface Observation {
  /** `overall`, `dimension=segment` such as `age=18-24`, or a segment's label; as in the file, trimmed. */
  readonly segment: string;
  /** 1 to 2,000 characters, trimmed. */
  readonly question: string;
  /** 0 to 100. */
  readonly observed_yes_pct: number;
  /** Respondents, or null where the file does not say. */
  readonly n: number | null;
}

/** The columns of a calibration file. `n` may be left out; the order is free. */
export const CALIBRATION_COLUMNS = ["segment", "question", "observed_yes_pct", "n"] as const;
export type CalibrationColumn = (typeof CALIBRATION_COLUMNS)[number];

const MAX_SEGMENT_CHARACTERS = 200;
const MAX_QUESTION_CHARACTERS = 2_000;

/** Reads a header. @throws CalibrationFileFault at the first column that is unknown, there twice or missing. */
export function readHeader(fields: readonly string[], line: number): readonly CalibrationColumn[] {
  const names = fields.map((field) => field.trim());
  if (areExportColumns(names)) {
    throw syntheticExport(line);
  }
  const columns: CalibrationColumn[] = [];
  names.forEach((name, index) => {
    const known = CALIBRATION_COLUMNS.find((column) => column === name);
    const place = { line, column: index + 1 };
    if (known === undefined) {
      throw new CalibrationFileFault(
        "header",
        place,
        `expected the columns segment, question, observed_yes_pct and, if wanted, n, separated by commas, got ${
          quoted(name)
        }`,
      );
    }
    if (columns.includes(known)) {
      throw new CalibrationFileFault("header", place, `expected the column ${known} once, it is here twice`);
    }
    columns.push(known);
  });
  for (const column of CALIBRATION_COLUMNS) {
    if (column !== "n" && !columns.includes(column)) {
      throw new CalibrationFileFault(
        "header",
        { line, column: columns.length + 1 },
        `expected the column ${column}, which is missing`,
      );
    }
  }
  return columns;
}

/**
 * Reads a row, left to right.
 *
 * @param fields as many as there are columns.
 * @param line where the row begins.
 * @throws CalibrationFileFault at the first field that is not what its column wants.
 */
export function readRow(
  columns: readonly CalibrationColumn[],
  fields: readonly string[],
  line: number,
): Observation {
  let [segment, question, observed_yes_pct]: [string, string, number] = ["", "", 0];
  let n: number | null = null;
  let fieldLine = line;
  columns.forEach((name, index) => {
    const field = fields[index] ?? "";
    const value = field.trim();
    const fault = (wanted: string) =>
      new CalibrationFileFault(
        "value",
        { line: fieldLine, column: index + 1, name },
        `expected ${wanted}, got ${quoted(value)}`,
      );
    switch (name) {
      case "segment":
        if (!hasLength(value, MAX_SEGMENT_CHARACTERS)) {
          throw fault(`a segment of 1 to ${MAX_SEGMENT_CHARACTERS} characters, such as age=18-24 or overall`);
        }
        segment = value;
        break;
      case "question":
        if (!hasLength(value, MAX_QUESTION_CHARACTERS)) {
          throw fault(`a question of 1 to ${MAX_QUESTION_CHARACTERS.toLocaleString("en-US")} characters`);
        }
        question = value;
        break;
      case "observed_yes_pct":
        // No sign, exponent, percent sign or decimal comma: what is not plainly a number is not guessed at.
        if (!/^(?:\d{1,3}(?:\.\d{0,20})?|\.\d{1,20})$/.test(value) || Number(value) > 100) {
          throw fault("a number from 0 to 100");
        }
        observed_yes_pct = Number(value);
        break;
      case "n":
        if (value !== "" && !/^[1-9]\d{0,8}$/.test(value)) {
          throw fault("a whole number from 1 to 999,999,999, or nothing");
        }
        n = value === "" ? null : Number(value);
        break;
    }
    fieldLine += field.split("\n").length - 1;
  });
  return { segment, question, observed_yes_pct, n };
}

/** Characters are code points, as in JSON Schema's `maxLength`. */
function hasLength(text: string, max: number): boolean {
  return text !== "" && (text.length <= max || [...text].length <= max);
}
