import type { SimulationResults } from "../types.ts";
import { basisOf, populationInWords, roundedShares } from "../verdict-words.ts";

const ANSWERS = ["yes", "maybe", "no", "n_a"] as const;
const BAR_LENGTH = 40;
const LINE_LENGTH = 100;

/** Formats the verdict for a terminal: shares, margin of error and the disclaimer verbatim. */
export function verdictTable(results: SimulationResults): string {
  const { verdict, calibration_boundary: boundary } = results;
  const shares = ANSWERS.map((answer) => verdict[`${answer}_pct`]);
  const shown = roundedShares(shares.map((share) => share ?? 0), 1);
  return [
    ...wrap(`“${results.customer_question}”`),
    "",
    ...ANSWERS.map((answer, k) => {
      const share = shown[k] ?? 0;
      const bar = `${percent(share)}  ${"█".repeat(Math.round(share / 100 * BAR_LENGTH))}`;
      return `${answer.padEnd(6)} ${shares[k] === null ? "unknown" : bar}`;
    }),
    "",
    `${thousands(verdict.total)} agents answered, weighted to their population: ${verdict.answer}.`,
    ...wrap(peopleLine(results)),
    "",
    `Calibration tier ${boundary.tier}:`,
    ...wrap(boundary.disclaimer),
  ].map((line) => `  ${line}`.trimEnd()).join("\n");
}

/** What is known of people. */
function peopleLine({ verdict, population, audience, calibration_boundary }: SimulationResults): string {
  const { interval_pct, sampling_margin_pct, evidence } = verdict;
  const sampling = `± ${sampling_margin_pct.toFixed(1)} points by their sampling alone`;
  if (interval_pct === null) return `Of people nothing is known; of such agents yes is ${sampling}.`;
  const [low = 0, high = 100] = interval_pct.yes;
  const named = Object.entries(audience ?? {}).map(([dimension, segments]) =>
    `${dimension}=${segments.join("|")}`
  );
  const people = populationInWords(population) + (named.length === 0 ? "" : ` (${named.join("; ")})`);
  return `Between ${low.toFixed(1)} and ${high.toFixed(1)} % of ${people} would say yes, ${
    basisOf(calibration_boundary, evidence)
  } (95 % interval; the agents' share is ${sampling}).`;
}

/** A count with commas, such as 1,000. */
export function thousands(count: number): string {
  return count.toLocaleString("en-US");
}

function percent(share: number): string {
  return `${share.toFixed(1)} %`.padStart(7);
}

/** Breaks lines at spaces and changes no other character. */
function wrap(text: string): string[] {
  const lines: string[] = [];
  let line: string | undefined;
  for (const word of text.split(" ")) {
    if (line === undefined || line === "") line = word;
    else if (line.length + 1 + word.length <= LINE_LENGTH) line = `${line} ${word}`;
    else {
      lines.push(line);
      line = word;
    }
  }
  return line === undefined ? lines : [...lines, line];
}
