import { pipeline, Readable } from "node:stream";
import { CsvError, Parser } from "csv-parse";
import { calibrationBytes } from "./calibration-bytes.ts";
import { type CalibrationFaultCode, CalibrationFileFault } from "./calibration-file-fault.ts";
import {
  type CalibrationColumn,
  type Observation,
  questionKey,
  readHeader,
  readRow,
} from "./calibration-row.ts";
import { MAX_RECORD_BYTES, type ParserPlace, syntaxFault } from "./calibration-syntax.ts";
import { hasSyntheticMark, syntheticExport } from "./synthetic-export.ts";

export const MAX_ROWS = 100_000;
/** More distinct segments than any survey reports: a file past it has its columns swapped. Bounds `by_segment` as well. */
export const MAX_SEGMENTS = 1_000;
/**
 * A forecast of a question takes 15 to 25 ms of processor time and 5 ms of the encoder's, so a file takes a minute of both. Twenty words that no
 * survey has take 50 ms more, and 120 parts of a question that is much like ten calibrated ones 600 ms: of such questions alone a file takes
 * 23 minutes.
 */
export const MAX_QUESTIONS = 2_000;
/** A line of commas alone would otherwise become millions of fields. */
const MAX_FIELDS = 64;

/**
 * Reads a calibration CSV (RFC 4180) as a stream: header `segment,question,observed_yes_pct[,n]` in any order, UTF-8 with or
 * without byte order mark, lines ended by LF, CRLF or CR, fields quoted where need be, empty rows skipped. Holds some 64 KiB of
 * the file at a time, and reads at most {@link MAX_ROWS} rows with {@link MAX_SEGMENTS} distinct segments and
 * {@link MAX_QUESTIONS} distinct questions.
 *
 * Yields rows in the file's order, and throws the first fault in that order, whatever the chunks. Rows may have been yielded
 * before a fault: the caller then refuses the file as a whole. So are our own exports, see `synthetic-export.ts`.
 *
 * @throws CalibrationFileFault at the first fault. Errors of `bytes` pass through unchanged.
 */
export async function* readCalibrationCsv(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Observation> {
  const rows = new RowReader();
  const parser = new Parser({
    // Raw bytes, so that invalid UTF-8 is found at its field instead of being replaced.
    encoding: null,
    record_delimiter: "\n",
    skip_empty_lines: true,
    relax_column_count: true,
    max_record_size: MAX_RECORD_BYTES,
    // These two check everything, in the file's order. The stream's reader would get a syntax fault before the rows in front of it.
    cast: (value: unknown, place) => rows.decode(value, place),
    // The parser's types admit no records but lists of fields.
    on_record: (fields, { lines }) => rows.read(fields, lines) as unknown as string[],
  });
  // The loop below throws every error; `pipeline` only requires the callback.
  pipeline(Readable.from(calibrationBytes(bytes), { objectMode: false }), parser, () => {});
  try {
    for await (const row of parser) yield row as Observation;
  } catch (error) {
    throw error instanceof CsvError ? syntaxFault(error, rows.lastField) : error;
  }
  if (!rows.hasContent) {
    throw new CalibrationFileFault(
      "empty",
      { line: parser.info.lines, column: 1 },
      "expected the header segment,question,observed_yes_pct[,n] and at least one row after it",
    );
  }
}

/** Turns the parser's fields and records into observations. */
class RowReader {
  /** True once there was a row that is not empty. */
  hasContent = false;
  /** Where the last complete field ended. */
  lastField: ParserPlace = { lines: 0, index: 0, empty_lines: 0 };
  readonly #utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  readonly #segments = new Set<string>();
  readonly #questions = new Set<string>();
  #columns: readonly CalibrationColumn[] | null = null;
  #rows = 0;

  /** The text of a field. */
  decode(bytes: unknown, place: ParserPlace): string {
    if (!(bytes instanceof Uint8Array)) throw new TypeError("The CSV parser gave a field that is no bytes");
    if (place.index >= MAX_FIELDS) {
      throw this.#fieldFault("field_count", bytes, place, `expected at most ${MAX_FIELDS} fields in a row`);
    }
    this.lastField = place;
    const text = this.#decodeUtf8(bytes, place);
    if (text.includes("\0")) {
      throw this.#fieldFault("nul_character", bytes, place, "expected text, got a NUL character");
    }
    return text;
  }

  #decodeUtf8(bytes: Uint8Array, place: ParserPlace): string {
    try {
      return this.#utf8.decode(bytes);
    } catch {
      const expected = "expected UTF-8, these bytes are in another encoding";
      throw this.#fieldFault("not_utf8", bytes, place, expected);
    }
  }

  #fieldFault(
    code: CalibrationFaultCode,
    bytes: Uint8Array,
    { lines, index }: ParserPlace,
    expected: string,
  ): CalibrationFileFault {
    const name = this.#columns?.[index];
    // The parser is at the field's end; a quoted field may have begun lines before.
    const line = lines - bytes.filter((byte) => byte === 0x0a).length;
    const place = { line, column: index + 1, ...(name === undefined ? {} : { name }) };
    return new CalibrationFileFault(code, place, expected);
  }

  /**
   * Reads a record. The parser drops one without an observation: the header, and rows without content.
   * @param lastLine the line that the record ends on.
   */
  read(fields: readonly string[], lastLine: number): Observation | null {
    const line = lastLine - fields.reduce((sum, field) => sum + field.split("\n").length - 1, 0);
    if (fields[0]?.startsWith("#") && hasSyntheticMark(fields.join(","))) throw syntheticExport(line);
    if (this.#columns === null) {
      this.#columns = readHeader(fields, line);
      return null;
    }
    // Rows without content count as well, or a file of nothing else would be read to its end.
    if (++this.#rows > MAX_ROWS) {
      throw new CalibrationFileFault(
        "too_many_rows",
        { line, column: 1 },
        `expected at most ${MAX_ROWS.toLocaleString("en-US")} rows`,
      );
    }
    if (fields.every((field) => field.trim() === "")) return null;
    this.hasContent = true;
    return this.#observation(this.#columns, fields, line);
  }

  #observation(columns: readonly CalibrationColumn[], fields: readonly string[], line: number): Observation {
    if (fields.length !== columns.length) {
      throw new CalibrationFileFault(
        "field_count",
        { line, column: Math.min(fields.length, columns.length) + 1 },
        `expected ${columns.length} fields, got ${fields.length}`,
      );
    }
    const row = readRow(columns, fields, line);
    const distinct = (column: "segment" | "question", known: number, most: number) => {
      if (known <= most) return;
      throw new CalibrationFileFault(
        column === "segment" ? "too_many_segments" : "too_many_questions",
        { line, column: columns.indexOf(column) + 1, name: column },
        `expected at most ${most.toLocaleString("en-US")} different ${column}s`,
      );
    };
    distinct("segment", this.#segments.add(row.segment).size, MAX_SEGMENTS);
    distinct("question", this.#questions.add(questionKey(row.question)).size, MAX_QUESTIONS);
    return row;
  }
}
