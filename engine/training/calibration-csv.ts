import { pipeline, Readable } from "node:stream";
import { CsvError, type CsvErrorCode, Parser } from "csv-parse";
import { itemAt } from "../numeric/columns.ts";
import {
  type CalibrationColumn,
  CalibrationFileFault,
  type Cell,
  hasSyntheticMark,
  isExportedJson,
  type Observation,
  questionKey,
  readHeader,
  readRow,
  syntheticExport,
} from "./calibration-row.ts";
import { Buffer } from "node:buffer";

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
/** Four bytes for each of 2,000 + 200 characters and doubled quotes fit; a quote left open does not fill the memory. */
const MAX_RECORD_BYTES = 20_000;

/**
 * Reads a calibration CSV (RFC 4180) as a stream: header `segment,question,observed_yes_pct[,n]` in any order, UTF-8 with or
 * without byte order mark, lines ended by LF, CRLF or CR, fields quoted where need be, empty rows skipped. Holds some 64 KiB of
 * the file at a time, and reads at most {@link MAX_ROWS} rows with {@link MAX_SEGMENTS} distinct segments and
 * {@link MAX_QUESTIONS} distinct questions.
 *
 * Yields rows in the file's order, and throws the first fault in that order, whatever the chunks. Rows may have been yielded
 * before a fault: the caller then refuses the file as a whole. So are our own exports ({@link hasSyntheticMark}).
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
    on_record: () => rows.read() as unknown as string[],
  });
  // The loop below throws every error; `pipeline` only requires the callback.
  pipeline(Readable.from(calibrationBytes(bytes), { objectMode: false }), parser, () => {});
  try {
    for await (const row of parser) yield row as Observation;
  } catch (error) {
    throw error instanceof CsvError ? rows.syntaxFault(error) : error;
  }
  if (!rows.hasContent) {
    throw new CalibrationFileFault(
      { line: parser.info.lines, column: 1 },
      "expected the header segment,question,observed_yes_pct[,n] and at least one row after it",
    );
  }
}

/** Where the parser stands: its line, the field's index in its row, and the number of empty lines that it has skipped. */
type ParserPlace = Readonly<Record<"lines" | "index" | "empty_lines", number>>;

/** What the parser's errors that a file can cause mean, by its codes. */
const SYNTAX_FAULTS: Readonly<Partial<Record<CsvErrorCode, string>>> = {
  INVALID_OPENING_QUOTE:
    "expected a quote only as a field's first character; quote the field as a whole and double the quotes inside it",
  CSV_INVALID_CLOSING_QUOTE:
    "expected a comma or the line's end after the closing quote; double the quotes inside a quoted field",
  CSV_QUOTE_NOT_CLOSED: "expected a closing quote, the file ends inside this quoted field",
  CSV_MAX_RECORD_SIZE: "expected a row of at most 20,000 bytes; a quote may be left open",
};
/** Those that name the line where the field began instead of the line where the parser gave up. */
const AT_FIELD_START: readonly CsvErrorCode[] = ["CSV_QUOTE_NOT_CLOSED", "CSV_MAX_RECORD_SIZE"];

/** Turns the parser's fields and records into observations. */
class RowReader {
  /** True once there was a row that is not empty. */
  hasContent = false;
  /** Where the last complete field ended. */
  #lastField: ParserPlace = { lines: 0, index: 0, empty_lines: 0 };
  readonly #utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  readonly #segments = new Set<string>();
  readonly #questions = new Set<string>();
  #columns: readonly CalibrationColumn[] | null = null;
  #rows = 0;
  /** The present record's fields so far. */
  #cells: Cell[] = [];

  /** The text of a field. It is kept with its beginning: the parser is at its end, and a quoted one may span lines. */
  decode(bytes: unknown, parser: ParserPlace): string {
    if (!(bytes instanceof Uint8Array)) throw new TypeError("The CSV parser gave a field that is no bytes");
    const { lines, index } = parser;
    const line = lines - bytes.filter((byte) => byte === 0x0a).length;
    const place = { line, column: index + 1, name: this.#columns?.[index] };
    if (index >= MAX_FIELDS) {
      throw new CalibrationFileFault(place, `expected at most ${MAX_FIELDS} fields in a row`);
    }
    this.#lastField = parser;
    let text: string;
    try {
      text = this.#utf8.decode(bytes);
    } catch {
      throw new CalibrationFileFault(place, "expected UTF-8, these bytes are in another encoding");
    }
    if (text.includes("\0")) throw new CalibrationFileFault(place, "expected text, got a NUL character");
    if (index === 0) this.#cells = [];
    this.#cells.push({ ...place, text });
    return text;
  }

  /** The fault of a file that the parser could not read. */
  syntaxFault(error: CsvError): CalibrationFileFault {
    const { lines, index, empty_lines } = error as unknown as ParserPlace;
    const expected = SYNTAX_FAULTS[error.code] ?? `expected CSV, the parser says ${error.code}`;
    // An unfinished field began on the line of the field before, or on the next line with content.
    const last = this.#lastField;
    const start = index > 0 ? last.lines : last.lines + 1 + empty_lines - last.empty_lines;
    const line = AT_FIELD_START.includes(error.code) ? start : lines;
    return new CalibrationFileFault({ line, column: index + 1 }, expected);
  }

  /** Reads a record. The parser drops one without an observation: the header, and rows without content. */
  read(): Observation | null {
    const cells = this.#cells;
    const { line, text } = itemAt(cells, 0);
    if (text.startsWith("#") && hasSyntheticMark(cells.map(({ text }) => text).join(","))) {
      throw syntheticExport(line);
    }
    if (this.#columns === null) {
      this.#columns = readHeader(cells);
      return null;
    }
    // Rows without content count as well, or a file of nothing else would be read to its end.
    if (++this.#rows > MAX_ROWS) {
      const expected = `expected at most ${MAX_ROWS.toLocaleString("en-US")} rows`;
      throw new CalibrationFileFault({ line, column: 1 }, expected);
    }
    if (cells.every(({ text }) => text.trim() === "")) return null;
    this.hasContent = true;
    return this.#observation(this.#columns, cells, line);
  }

  #observation(columns: readonly CalibrationColumn[], cells: readonly Cell[], line: number): Observation {
    if (cells.length !== columns.length) {
      throw new CalibrationFileFault(
        { line, column: Math.min(cells.length, columns.length) + 1 },
        `expected ${columns.length} fields, got ${cells.length}`,
      );
    }
    const row = readRow(columns, cells);
    const distinct = (column: "segment" | "question", known: number, most: number) => {
      if (known <= most) return;
      throw new CalibrationFileFault(
        { line, column: columns.indexOf(column) + 1, name: column },
        `expected at most ${most.toLocaleString("en-US")} different ${column}s`,
      );
    };
    distinct("segment", this.#segments.add(row.segment).size, MAX_SEGMENTS);
    distinct("question", this.#questions.add(questionKey(row.question)).size, MAX_QUESTIONS);
    return row;
  }
}

/** Bytes at the file's beginning that are checked for another format. */
const HEAD_BYTES = 4_096;
/** Larger chunks are cut, so that the parser never holds the rows of a whole file that came as one chunk. */
const SLICE_BYTES = 65_536;
const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];
/** First bytes of ZIP files (.xlsx, .ods) and of compound documents (.xls). */
const ARCHIVE_SIGNATURES = [[0x50, 0x4b], [0xd0, 0xcf]];
const CR = 0x0d;

/**
 * The file's bytes as the parser takes them: without byte order mark, every line ended by LF (instead of
 * CRLF, LF or CR), in chunks of at most 64 KiB. Line numbers are then right inside quoted fields as well.
 *
 * @throws CalibrationFileFault where the beginning shows that the file is no CSV, or one of our own exports.
 */
async function* calibrationBytes(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  /** The CR that the slice before ended in: an LF may follow. */
  let cr = "";
  for await (const chunk of checked(bytes)) {
    for (let from = 0; from < chunk.length; from += SLICE_BYTES) {
      const slice = chunk.subarray(from, from + SLICE_BYTES);
      if (cr === "" && !slice.includes(CR)) {
        yield slice;
        continue;
      }
      // Latin-1 has a character for each byte.
      const text = cr + Buffer.from(slice).toString("latin1");
      cr = text.endsWith("\r") ? "\r" : "";
      const unified = text.slice(0, text.length - cr.length).replace(/\r\n?/g, "\n");
      if (unified !== "") yield Buffer.from(unified, "latin1");
    }
  }
  if (cr !== "") yield Buffer.from("\n");
}

/** The file without its byte order mark. @throws CalibrationFileFault as {@link checkedHead} */
async function* checked(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let head: Uint8Array | null = new Uint8Array(0);
  for await (const chunk of bytes) {
    head = head && Buffer.concat([head, chunk]);
    if (head !== null && head.length < HEAD_BYTES) continue;
    yield head === null ? chunk : checkedHead(head);
    head = null;
  }
  if (head !== null) yield checkedHead(head);
}

/**
 * The file's beginning without its byte order mark.
 * @throws CalibrationFileFault unless it may be a CSV file that is not ours.
 */
function checkedHead(head: Uint8Array): Uint8Array {
  const content = startsWith(head, BYTE_ORDER_MARK) ? head.subarray(BYTE_ORDER_MARK.length) : head;
  const text = new TextDecoder().decode(content.subarray(0, HEAD_BYTES)).trimStart();
  const firstLine = text.replace(/[\r\n][^]*/, "");
  if (hasSyntheticMark(firstLine) || (isJson(text) && isExportedJson(text))) throw syntheticExport(1);
  if (isJson(text)) throw notCsv("expected a CSV file, this is JSON");
  if (ARCHIVE_SIGNATURES.some((signature) => startsWith(content, signature))) {
    throw notCsv("expected a CSV file, this is a spreadsheet or an archive; export it as CSV in UTF-8");
  }
  return content;
}

function startsWith(bytes: Uint8Array, signature: readonly number[]): boolean {
  return signature.every((byte, i) => bytes[i] === byte);
}

function notCsv(expected: string): CalibrationFileFault {
  return new CalibrationFileFault({ line: 1, column: 1 }, expected);
}

function isJson(text: string): boolean {
  return /^(?:\{|\[)\s*(?:["{[\]}]|$)/.test(text);
}
