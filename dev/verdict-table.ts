/** The parts of `GET /v1/simulations/{id}/results` that are shown. */
export interface Results {
  readonly customer_question: string;
  readonly verdict: Shares & {
    readonly answer: string;
    readonly total: number;
    readonly margin_of_error_pct: number;
    readonly effective_n: number;
    readonly design_effect: number;
  };
  readonly by_segment: readonly (Shares & {
    readonly dimension: string;
    readonly segment: string;
    readonly total: number;
  })[];
  readonly calibration_boundary: { readonly tier: number; readonly disclaimer: string };
}

interface Shares {
  readonly yes_pct: number;
  readonly maybe_pct: number;
  readonly no_pct: number;
  /** Null for results from before there was a fourth answer. */
  readonly n_a_pct: number | null;
}

const BAR = 40;
const LINE = 100;
/** Smaller segments are left out of the contrasts: their shares are mostly chance. */
const SEGMENT_MINIMUM = 50;
const CONTRASTS = 3;

/** The verdict for a terminal: shares, their margin of error, where segments differ most, and the disclaimer word for word. */
export function verdictTable(results: Results): string {
  const { verdict, calibration_boundary: boundary } = results;
  const rows: [string, number | null][] = [
    ["yes", verdict.yes_pct],
    ["maybe", verdict.maybe_pct],
    ["no", verdict.no_pct],
    ["n_a", verdict.n_a_pct],
  ];
  return [
    ...wrap(`“${results.customer_question}”`),
    "",
    ...rows.map(([answer, share]) =>
      share === null
        ? `${answer.padEnd(6)} unknown`
        : `${answer.padEnd(6)} ${percent(share)}  ${bar(share)}`.trimEnd()
    ),
    "",
    `${thousands(verdict.total)} agents answered, weighted to their population: ${verdict.answer}.`,
    `Margin of error of yes: ± ${verdict.margin_of_error_pct.toFixed(1)} points at 95 % (± ${
      sampling(verdict.yes_pct, verdict.effective_n).toFixed(1)
    } if only the sample's size mattered).`,
    ...contrastLines(results),
    "",
    `Calibration tier ${boundary.tier}:`,
    ...wrap(boundary.disclaimer),
  ].map((line) => `  ${line}`.trimEnd()).join("\n");
}

/** The dimensions whose segments differ most in their yes share, the widest first. */
function contrastLines({ by_segment, verdict: { design_effect } }: Results): string[] {
  const contrasts = [...Map.groupBy(by_segment, ({ dimension }) => dimension)].flatMap(([dimension, all]) => {
    const segments = all.filter(({ total }) => total >= SEGMENT_MINIMUM).toSorted((a, b) =>
      b.yes_pct - a.yes_pct
    );
    const [high, low] = [segments.at(0), segments.at(-1)];
    if (high === undefined || low === undefined || high === low) return [];
    const [error, otherError] = [high, low].map(({ yes_pct, total }) =>
      sampling(yes_pct, total / design_effect)
    );
    return [{
      dimension,
      high,
      low,
      gap: high.yes_pct - low.yes_pct,
      error: Math.hypot(error ?? 0, otherError ?? 0),
    }];
  });
  const widest = contrasts.toSorted((a, b) => b.gap - a.gap).slice(0, CONTRASTS);
  if (widest.length === 0) return [];
  const name = Math.max(...widest.map(({ dimension }) => dimension.length));
  return [
    "",
    "Where yes differs most:",
    ...widest.map(({ dimension, high, low, gap, error }) =>
      `${dimension.padEnd(name)}  ${high.segment} ${percent(high.yes_pct).trim()}, ` +
      `${low.segment} ${percent(low.yes_pct).trim()} (${gap.toFixed(1)} ± ${error.toFixed(1)} points)`
    ),
  ];
}

/** The 95 % half-width of a share in points, from `n` independent answers: 1.96·√(p(1−p)/n). */
function sampling(share: number, n: number): number {
  return 1.96 * Math.sqrt(share * (100 - share) / n);
}

function bar(share: number): string {
  return "█".repeat(Math.round(share / 100 * BAR));
}

function percent(share: number): string {
  return `${share.toFixed(1)} %`.padStart(7);
}

export function thousands(count: number): string {
  return count.toLocaleString("en-US");
}

/** Breaks at spaces only: the words are shown as they are. */
function wrap(text: string): string[] {
  const lines = [""];
  for (const word of text.split(" ")) {
    const line = lines.at(-1) ?? "";
    if (line === "") lines[lines.length - 1] = word;
    else if (line.length + 1 + word.length <= LINE) lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(word);
  }
  return lines;
}
