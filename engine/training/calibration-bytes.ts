import { Buffer } from "node:buffer";
import { CalibrationFileFault, syntheticExport } from "./calibration-file-fault.ts";
import { hasSyntheticMark, isExportedJson } from "./synthetic-export.ts";

/** How much of the file is looked at to tell a CSV file from something else. */
const HEAD_BYTES = 4_096;
/** A larger chunk is cut, so that the parser never holds the rows of a whole file that came as one chunk. */
const SLICE_BYTES = 65_536;
const CR = 0x0d;
const LF = 0x0a;

/**
 * The file's bytes as the parser wants them: without byte order mark, every line ended by LF (whichever of CRLF, LF and CR ended
 * it before), in chunks of at most 64 KiB. Line numbers are then right inside quoted fields as well.
 *
 * @throws CalibrationFileFault where the beginning shows that this is no CSV file, or one of our own exports.
 */
export async function* calibrationBytes(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let head: Uint8Array | null = new Uint8Array(0);
  let afterCr = false;
  for await (const chunk of bytes) {
    let next = chunk;
    if (head !== null) {
      head = Buffer.concat([head, chunk]);
      if (head.length < HEAD_BYTES) continue;
      next = checkedHead(head);
      head = null;
    }
    yield* lines(next);
  }
  if (head !== null) yield* lines(checkedHead(head));

  function* lines(chunk: Uint8Array): Generator<Uint8Array> {
    for (let from = 0; from < chunk.length; from += SLICE_BYTES) {
      const slice = chunk.subarray(from, from + SLICE_BYTES);
      const unix = endedByLf(slice, afterCr);
      afterCr = slice.at(-1) === CR;
      if (unix.length > 0) yield unix;
    }
  }
}

/** CRLF and CR become LF; `afterCr`: the chunk before ended in CR, which has become LF already. */
function endedByLf(chunk: Uint8Array, afterCr: boolean): Uint8Array {
  if (!afterCr && !chunk.includes(CR)) return chunk;
  const out = new Uint8Array(chunk.length);
  let length = 0;
  let previous = afterCr ? CR : 0;
  for (const byte of chunk) {
    if (byte !== LF || previous !== CR) out[length++] = byte === CR ? LF : byte;
    previous = byte;
  }
  return out.subarray(0, length);
}

function checkedHead(head: Uint8Array): Uint8Array {
  const hasMark = head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf;
  const rest = hasMark ? head.subarray(3) : head;
  const text = new TextDecoder().decode(rest.subarray(0, HEAD_BYTES)).trimStart();
  if (hasSyntheticMark(text.split(/[\r\n]/, 1)[0] ?? "") || (isJson(text) && isExportedJson(text))) {
    throw syntheticExport(1);
  }
  const start = { line: 1, column: 1 };
  if (isJson(text)) throw new CalibrationFileFault("not_csv", start, "expected a CSV file, this is JSON");
  if ((rest[0] === 0x50 && rest[1] === 0x4b) || (rest[0] === 0xd0 && rest[1] === 0xcf)) {
    throw new CalibrationFileFault(
      "not_csv",
      start,
      "expected a CSV file, this is a spreadsheet or an archive; export it as CSV in UTF-8",
    );
  }
  return rest;
}

function isJson(text: string): boolean {
  return /^(?:\{|\[)\s*(?:["{[\]}]|$)/.test(text);
}
