import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { parseArgs } from "node:util";
import { ROUTES } from "#api/routes.ts";
import { bypassProxyForLoopback } from "#dev/machine/environment.ts";
import { thisRun } from "#dev/machine/programs.ts";
import { rewritePage, withSection } from "#testing/documentation-page.ts";
import { wholeNumber } from "../faults/plan.ts";
import { type FuzzedPart, tablesOf } from "./record.ts";
import { readReport, Sum } from "./report.ts";
import { type Part, PARTS, runPart } from "./schemathesis.ts";
import { type FuzzStack, startFuzzStack } from "./stack.ts";

const PAGE = "docs/fuzz.md";
const MAX_CASES = 1_000_000;
/** The coverage phase sends about as many, whatever the number of examples; a shorter run leaves it out. */
const COVERAGE_CASES = 3_700;
/** All parts together send about as many for each example of an operation. */
const CASES_PER_EXAMPLE = 150;
/** Of an operation in one run of Schemathesis: short runs, so that sequences come early too. Each has the next seed. */
const MAX_EXAMPLES = 25;
const MAX_ROUNDS = 1_000;

/**
 * `deno task fuzz [--cases N] [--seed N] [--minutes N] [part …]`: sends generated requests to the whole service, and writes
 * docs/fuzz.md after a run of all parts that was to send at least 20,000 cases. `--minutes` ends the parts earlier, each after its share. @returns whether nothing was found
 */
async function main(args: readonly string[]): Promise<boolean> {
  bypassProxyForLoopback();
  const { values, positionals: names } = parseArgs({
    args: [...args],
    options: {
      cases: { type: "string" },
      seed: { type: "string" },
      minutes: { type: "string" },
    },
    allowPositionals: true,
  });
  const known = PARTS.map(({ name }) => name);
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined) throw new Error(`There is no ${unknown}; choose of ${known.join(", ")}`);
  const cases = wholeNumber("cases", values.cases, 1, MAX_CASES) ?? 20_000;
  const seed = wholeNumber("seed", values.seed, 1, 2 ** 31) ?? 1;
  const minutes = wholeNumber("minutes", values.minutes, 1, 1440) ?? 1440;
  const parts = PARTS.filter(({ name }) => names.length === 0 || names.includes(name));
  const run = { seed, ...await thisRun(PAGE) };
  const stack = await startFuzzStack();
  let failed = true;
  const fuzzed: FuzzedPart[] = [];
  try {
    for (const part of parts) fuzzed.push(await fuzzPart(stack, part, { cases, seed, minutes }));
    await stack.endMaintenance();
    failed = fuzzed.some(({ sum }) => sum.failures.length > 0) || stack.faults.size > 0;
    for (const fault of stack.faults) console.log(`the drill could not prepare ${fault}`);
    const tables = tablesOf({ ...run, parts: fuzzed });
    console.log(`\n${tables}`);
    if (names.length === 0 && cases >= 20_000) {
      rewritePage(PAGE, (page) => withSection(page, "tables", tables));
    }
  } finally {
    await stack.stop(failed);
  }
  return !failed;
}

/** Runs a part until it has sent its share of the cases. */
async function fuzzPart(
  stack: FuzzStack,
  part: Part,
  { cases, seed, minutes }: { readonly cases: number; readonly seed: number; readonly minutes: number },
): Promise<FuzzedPart> {
  console.log(`\n${part.name}: ${part.what}`);
  const operations = ROUTES.filter(part.has).map(({ method, path }) => `${method} ${path}`);
  const portion = operations.length / ROUTES.length;
  const share = cases * portion;
  const withCoverage = cases > COVERAGE_CASES;
  const examples = Math.ceil((cases - (withCoverage ? COVERAGE_CASES : 0)) / CASES_PER_EXAMPLE);
  const begin = performance.now();
  const left = () => Math.floor(60 * minutes * portion - (performance.now() - begin) / 1000);
  const sum = new Sum();
  const folder = mkdtempSync(join(tmpdir(), `fuzz-${part.name}-`));
  for (let round = 0; round < MAX_ROUNDS && sum.cases < share && left() > 0; round++) {
    // An earlier round of operators may have left one, and then even the document is not served.
    await stack.endMaintenance();
    const report = await runPart(stack, {
      part,
      examples: Math.min(examples, MAX_EXAMPLES),
      seed: seed + round,
      folder: join(folder, String(round)),
      seconds: left(),
      phases: round === 0 && withCoverage ? "examples,coverage,fuzzing,stateful" : "fuzzing,stateful",
    });
    const before = sum.cases;
    await readReport(report, sum);
    print(sum);
    if (sum.cases === before) break;
  }
  if (sum.failures.length === 0 && sum.errors.length === 0) rmSync(folder, { recursive: true });
  else console.log(`Schemathesis' reports are in ${folder}`);
  return { name: part.name, operations, sum, seconds: (performance.now() - begin) / 1000 };
}

function print({ cases, statuses, failures, errors }: Sum): void {
  const byCount = Object.entries(statuses).sort(([, a], [, b]) => b - a);
  const counts = byCount.map(([status, count]) => `${count} × ${status}`).join(", ");
  console.log(`${cases} cases: ${counts}`);
  for (const { check, operation, status, count, example } of failures) {
    console.log(`FOUND ${count} × ${check} at ${operation} with ${status}\n  ${example}`);
  }
  for (const error of errors) console.log(`ERROR ${error}`);
}

if (import.meta.main) process.exit(await main(process.argv.slice(2)) ? 0 : 1);
