import { pipeline, Readable } from "node:stream";
import { CsvError, type Options, Parser } from "csv-parse";
import { calibrationBytes } from "./calibration-bytes.ts";
import {
  type CalibrationFaultCode,
  CalibrationFileFault,
  syntheticExport,
} from "./calibration-file-fault.ts";
import { type CalibrationColumn, type Observation, readHeader, readRow } from "./calibration-row.ts";
import { hasSyntheticMark } from "./synthetic-export.ts";

export const MAX_ROWS = 100_000;
/** More distinct segments than any survey reports: a file past it has its columns swapped. Bounds `by_segment` as well. */
export const MAX_SEGMENTS = 1_000;
/** Four bytes for each of 2,000 + 200 characters and doubled quotes fit; a quote left open does not fill the memory. */
const MAX_RECORD_BYTES = 20_000;
/** A line of commas alone would otherwise become millions of fields. */
const MAX_FIELDS = 64;

/**
 * Reads a calibration CSV (RFC 4180) as a stream: header `segment,question,observed_yes_pct[,n]` in any order, UTF-8 with or
 * without byte order mark, lines ended by LF, CRLF or CR, fields quoted where need be, empty rows skipped. Holds some 64 KiB of
 * the file at a time, and reads at most {@link MAX_ROWS} rows with {@link MAX_SEGMENTS} distinct segments.
 *
 * Yields rows in the file's order, and the first fault in that order too, whatever the chunks it came in. Rows may have been
 * yielded before a fault: the file is then to be refused as a whole. So are our own exports, see `synthetic-export.ts`.
 *
 * @throws CalibrationFileFault at the first thing that is wrong. What `bytes` throws is passed on as it is.
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
    // Everything is checked in these two, which run in the file's order; who reads the stream would hear of a syntax fault
    // before the rows in front of it.
    cast: (value: unknown, place) => rows.decode(value as Uint8Array, place),
    on_record: (fields, { lines }) => rows.read(fields, lines),
  } as Options<Observation, string[]> as unknown as Options);
  // The loop below throws whatever fails; `pipeline` only wants the callback.
  pipeline(Readable.from(calibrationBytes(bytes), { objectMode: false }), parser, () => {});
  try {
    for await (const row of parser) yield row as Observation;
  } catch (error) {
    throw error instanceof CsvError ? rows.syntaxFault(error as CsvError & ParserPlace) : error;
  }
  if (!rows.found) {
    throw new CalibrationFileFault(
      "empty",
      { line: parser.info.lines, column: 1 },
      "expected the header segment,question,observed_yes_pct[,n] and at least one row after it",
    );
  }
}

/** Where the parser stands: its line, the field's index in its row, and how many empty lines it has skipped. */
interface ParserPlace {
  readonly lines: number;
  readonly index: number;
  readonly empty_lines: number;
}

class RowReader {
  /** True once there was a row that is not empty. */
  found = false;
  readonly #utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  readonly #segments = new Set<string>();
  #columns: readonly CalibrationColumn[] | null = null;
  #rows = 0;
  /** Where the last complete field ended. */
  #last: ParserPlace = { lines: 0, index: 0, empty_lines: 0 };

  decode(bytes: Uint8Array, place: ParserPlace): string {
    const fault = (code: CalibrationFaultCode, wanted: string) => {
      const name = this.#columns?.[place.index];
      // The parser is at the field's end; a quoted field may have begun lines before.
      const line = place.lines - bytes.filter((byte) => byte === 0x0a).length;
      return new CalibrationFileFault(
        code,
        { line, column: place.index + 1, ...(name === undefined ? {} : { name }) },
        wanted,
      );
    };
    if (place.index >= MAX_FIELDS) {
      throw fault("field_count", `expected at most ${MAX_FIELDS} fields in a row`);
    }
    this.#last = place;
    let text;
    try {
      text = this.#utf8.decode(bytes);
    } catch {
      throw fault("not_utf8", "expected UTF-8, these bytes are in another encoding");
    }
    if (text.includes("\0")) throw fault("nul_character", "expected text, got a NUL character");
    return text;
  }

  /** @param lastLine the line that the row ends on. Null for the header and for a row without any content. */
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
    const wanted = this.#columns.length;
    if (fields.length !== wanted) {
      throw new CalibrationFileFault(
        "field_count",
        { line, column: Math.min(fields.length, wanted) + 1 },
        `expected ${wanted} fields, got ${fields.length}`,
      );
    }
    const row = readRow(this.#columns, fields, line);
    if (this.#segments.add(row.segment).size > MAX_SEGMENTS) {
      throw new CalibrationFileFault(
        "too_many_segments",
        { line, column: this.#columns.indexOf("segment") + 1, name: "segment" },
        `expected at most ${MAX_SEGMENTS.toLocaleString("en-US")} different segments`,
      );
    }
    this.found = true;
    return row;
  }

  syntaxFault(error: CsvError & ParserPlace): CalibrationFileFault {
    const at = { line: error.lines, column: error.index + 1 };
    // The parser stands where it gave up; what helps is where the field began: behind the one before, or on the next line with content.
    const began = error.index > 0
      ? this.#last.lines
      : this.#last.lines + 1 + error.empty_lines - this.#last.empty_lines;
    switch (error.code) {
      case "INVALID_OPENING_QUOTE":
        return new CalibrationFileFault(
          "quoting",
          at,
          "expected a quote only as a field's first character; quote the field as a whole and double the quotes inside it",
        );
      case "CSV_INVALID_CLOSING_QUOTE":
        return new CalibrationFileFault(
          "quoting",
          at,
          "expected a comma or the line's end after the closing quote; double the quotes inside a quoted field",
        );
      case "CSV_QUOTE_NOT_CLOSED":
        return new CalibrationFileFault(
          "quoting",
          { ...at, line: began },
          "expected a closing quote, the file ends inside this quoted field",
        );
      case "CSV_MAX_RECORD_SIZE":
        return new CalibrationFileFault(
          "row_too_long",
          { ...at, line: began },
          `expected a row of at most ${
            MAX_RECORD_BYTES.toLocaleString("en-US")
          } bytes; a quote may be left open`,
        );
      default:
        return new CalibrationFileFault("quoting", at, `expected CSV, the parser says ${error.code}`);
    }
  }
}
