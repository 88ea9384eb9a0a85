import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { ROUTES } from "#api/routes.ts";
import { thisRun } from "#dev/machine/programs.ts";
import { rewritePage, withSection } from "#testing/documentation-page.ts";
import { chosen, runCommand, wholeNumber } from "../../command.ts";
import { type FuzzedPart, readReport, Sum, tablesOf } from "./report.ts";
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
 * `deno task fuzz [--cases N] [--seed N] [part …]`: sends generated requests to the whole service, and writes docs/fuzz.md after a run of
 * all parts that was to send at least 20,000 cases. @returns the exit code: 1 where something was found
 */
async function main(args: readonly string[]): Promise<number> {
  const { values, positionals: names } = parseArgs({
    args: [...args],
    options: { cases: { type: "string" }, seed: { type: "string" } },
    allowPositionals: true,
  });
  const asked = chosen(PARTS.map(({ name }) => name), names);
  const cases = wholeNumber("cases", values.cases, 1, MAX_CASES) ?? 20_000;
  const seed = wholeNumber("seed", values.seed, 1, 2 ** 31) ?? 1;
  const parts = PARTS.filter(({ name }) => asked.includes(name));
  const run = { seed, ...await thisRun(PAGE) };
  const stack = await startFuzzStack();
  let failed = true;
  const fuzzed: FuzzedPart[] = [];
  try {
    for (const part of parts) fuzzed.push(await fuzzPart(stack, part, { cases, seed }));
    await stack.endMaintenance();
    failed = fuzzed.some(({ sum }) => Object.keys(sum.failures).length > 0) || stack.faults.size > 0;
    for (const fault of stack.faults) console.log(`the drill could not prepare ${fault}`);
    const tables = tablesOf({ ...run, parts: fuzzed });
    console.log(`\n${tables}`);
    if (names.length === 0 && cases >= 20_000) {
      rewritePage(PAGE, (page) => withSection(page, "tables", tables));
    }
  } finally {
    await stack.stop(failed);
  }
  return failed ? 1 : 0;
}

/** Runs a part until it has sent its share of the cases. */
async function fuzzPart(
  stack: FuzzStack,
  part: Part,
  { cases, seed }: { readonly cases: number; readonly seed: number },
): Promise<FuzzedPart> {
  console.log(`\n${part.name}: ${part.what}`);
  const operations = ROUTES.filter(part.has).map(({ method, path }) => `${method} ${path}`);
  const share = cases * operations.length / ROUTES.length;
  const withCoverage = cases > COVERAGE_CASES;
  const examples = Math.ceil((cases - (withCoverage ? COVERAGE_CASES : 0)) / CASES_PER_EXAMPLE);
  const begin = performance.now();
  const sum = new Sum();
  const folder = mkdtempSync(join(tmpdir(), `fuzz-${part.name}-`));
  for (let round = 0; round < MAX_ROUNDS && sum.cases < share; round++) {
    // An earlier round of operators may have left one, and then even the document is not served.
    await stack.endMaintenance();
    const { report, log } = await runPart(stack, {
      part,
      examples: Math.min(examples, MAX_EXAMPLES),
      seed: seed + round,
      folder: join(folder, String(round)),
      phases: round === 0 && withCoverage ? "examples,coverage,fuzzing,stateful" : "fuzzing,stateful",
    });
    const before = { cases: sum.cases, failures: Object.keys(sum.failures).length };
    await readReport(report, sum);
    const byCount = Object.entries(sum.statuses).sort(([, a], [, b]) => b - a);
    console.log(`${sum.cases} cases: ${byCount.map(([status, count]) => `${count} × ${status}`).join(", ")}`);
    // Schemathesis prints each failing check with a request that shows it.
    if (Object.keys(sum.failures).length > before.failures) console.log(readFileSync(log, "utf8"));
    if (sum.cases === before.cases) break;
  }
  for (const [failure, count] of Object.entries(sum.failures)) console.log(`FOUND ${count} × ${failure}`);
  for (const error of sum.errors) console.log(`ERROR ${error}`);
  if (Object.keys(sum.failures).length + sum.errors.length === 0) rmSync(folder, { recursive: true });
  else console.log(`Schemathesis' reports are in ${folder}`);
  return { name: part.name, operations, sum, seconds: (performance.now() - begin) / 1000 };
}

if (import.meta.main) await runCommand(main);
