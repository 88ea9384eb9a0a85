import { stringify } from "csv-stringify/sync";
import { byteAt, floatAt, integerAt, itemAt } from "#engine/numeric/columns.ts";
import { answerAt, ANSWERS, quoteAt, segmentAt } from "#engine/sampling/answers.ts";
import { audienceText } from "#engine/population/audience.ts";
import { type ResultsRow, weightsOf } from "#db/simulations/results.ts";
import { decodeChunk, type EncodedChunk } from "#engine/sampling/chunk-codec.ts";
import { Csv } from "../http/response.ts";

/** Every row says that no person gave it, so that it never comes back as an observation. */
const SYNTHETIC = "synthetic";

/** A row an agent, in index order. */
export function agentsCsv(row: ResultsRow, chunks: readonly EncodedChunk[]): Csv {
  const { all, reported } = row.dimensions;
  const dimensions = all.slice(0, reported);
  const weights = row.weights === null ? null : weightsOf(row.weights);
  const records = chunks.map(decodeChunk).flatMap((chunk) =>
    Array.from({ length: chunk.count }, (_, k) => [
      chunk.first + k,
      ...dimensions.map(({ segments }, d) => itemAt(segments, segmentAt(chunk, d, k))),
      weights === null ? 1 : floatAt(weights, chunk.first + k),
      itemAt(ANSWERS, answerAt(chunk, k)),
      byteAt(chunk.intensity, k) || null,
      itemAt(chunk.reasons, integerAt(chunk.reason, k)),
      quoteAt(chunk, k),
      true,
    ])
  );
  const names = dimensions.map(({ name }) => name);
  const columns = ["index", ...names, "weight", "answer", "intensity", "reason", "quote", SYNTHETIC];
  return csvOf(columns, records, `simulation-${row.id}-agents.csv`);
}

const SEGMENT_COLUMNS = [
  ..."dimension segment yes maybe no n_a total yes_pct maybe_pct no_pct n_a_pct".split(" "),
  ..."margin_of_error_pct sampling_margin_pct design_effect effective_n small_base".split(" "),
];
const INTERVALS = ["yes", "maybe", "no"] as const;

/** A row a segment, as `by_segment` has it; the ends of the intervals are columns, and who was asked. */
export function segmentsCsv(row: ResultsRow): Csv {
  const audience = row.audience === null ? null : audienceText(row.audience);
  const records = row.by_segment.map((segment) => {
    const intervals = (segment["interval_pct"] ?? {}) as Partial<Record<string, readonly number[]>>;
    return [
      ...SEGMENT_COLUMNS.map((column) => segment[column] ?? null),
      ...INTERVALS.flatMap((answer) => [intervals[answer]?.[0] ?? null, intervals[answer]?.[1] ?? null]),
      audience,
      true,
    ];
  });
  const ends = INTERVALS.flatMap((answer) => [`${answer}_low_pct`, `${answer}_high_pct`]);
  return csvOf(
    [...SEGMENT_COLUMNS, ...ends, "audience", SYNTHETIC],
    records,
    `simulation-${row.id}-segments.csv`,
  );
}

/** RFC 4180: a header row, CRLF, quotes where they are needed. Texts that a spreadsheet would run as a formula get an apostrophe. */
function csvOf(columns: readonly string[], records: readonly (readonly unknown[])[], filename: string): Csv {
  const text = stringify([[...columns], ...records.map((record) => [...record])], {
    record_delimiter: "windows",
    escape_formulas: true,
    cast: { boolean: (value) => String(value) },
  });
  return new Csv(text, filename);
}
