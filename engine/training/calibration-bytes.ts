import { Buffer } from "node:buffer";
import { CalibrationFileFault } from "./calibration-file-fault.ts";
import { hasSyntheticMark, isExportedJson, syntheticExport } from "./synthetic-export.ts";

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
export async function* calibrationBytes(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
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
  return new CalibrationFileFault("not_csv", { line: 1, column: 1 }, expected);
}

function isJson(text: string): boolean {
  return /^(?:\{|\[)\s*(?:["{[\]}]|$)/.test(text);
}
