import { parseArgs } from "node:util";
import { Runtime } from "@temporalio/worker";
import { thisRun } from "#dev/machine/programs.ts";
import { rewritePage, tableOf, withRows } from "#testing/documentation-page.ts";
import { chosen, runCommand, wholeNumber } from "../../command.ts";
import { FAULTS } from "./faults.ts";
import { accounts, apiKeys, billing, dataRetention, organizations } from "./flows/people.ts";
import { deliveries, readings, simulations, training } from "./flows/runs.ts";
import { carryOutRound, type Flow, type FlowResult } from "./round.ts";
import { startDrillStack } from "./stack.ts";

/** The page whose table has the last run of every flow and fault. */
export const PAGE = "docs/faults.md";

export const FLOWS: readonly Flow[] = [
  ...[simulations, readings, training, deliveries, organizations],
  ...[accounts, apiKeys, dataRetention, billing],
];

/**
 * `deno task faults [flow|fault …] [--seed N] [--rounds N]`: carries out the faults while the flows work, and checks what was accepted. A run with
 * each fault's own number of rounds writes its rows into docs/faults.md. @returns the exit code: 1 where something was found
 */
async function main(args: readonly string[]): Promise<number> {
  const { flows, faults, first, rounds } = readRequest(args);
  // It would warn of every outage that the drill makes.
  Runtime.install({ telemetryOptions: { logging: { filter: "off" } } });
  for (const { name, what } of flows) console.log(`${name}: ${what}`);
  const run = { seed: first, ...await thisRun(PAGE) };
  const rows: ReturnType<typeof sumUp>[] = [];
  const stack = await startDrillStack();
  let failed = true;
  try {
    for (const fault of faults) {
      const present = flows.filter(({ name }) => fault.flows?.includes(name) ?? true);
      if (present.length === 0) continue;
      console.log(`\n${fault.name}: ${fault.what}`);
      const results: FlowResult[] = [];
      for (let seed = first; seed < first + (rounds ?? fault.rounds); seed++) {
        const begin = Date.now();
        const result = await carryOutRound(fault, seed, present, stack);
        results.push(...result);
        print(fault.name, seed, result, Date.now() - begin);
      }
      const mine = present.map(({ name: flow }) =>
        sumUp(results.filter((result) => result.flow === flow), { ...run, flow, fault: fault.name })
      );
      rows.push(...mine);
      if (rounds !== null) continue;
      rewritePage(PAGE, (page) => withRows(page, mine.map((row) => Object.values(row)), 2));
    }
    failed = rows.some((row) => row.duplicates + row.lost + row["other findings"] > 0);
    console.log(`\n${tableOf(rows)}`);
  } finally {
    await stack.stop(failed);
  }
  return failed ? 1 : 0;
}

/** What is asked for: flows and faults, of either all where none is named; the seed of the first round; rounds, null for each fault's own. */
export function readRequest(args: readonly string[]) {
  const { positionals, values } = parseArgs({
    args: [...args],
    options: { seed: { type: "string" }, rounds: { type: "string" } },
    allowPositionals: true,
  });
  const names = chosen([...FLOWS, ...FAULTS].map(({ name }) => name), positionals);
  const named = <T extends { readonly name: string }>(known: readonly T[]) => {
    const some = known.filter(({ name }) => names.includes(name));
    return some.length === 0 ? known : some;
  };
  return {
    flows: named(FLOWS),
    faults: named(FAULTS),
    first: wholeNumber("seed", values.seed, 0, 2 ** 31) ?? Math.floor(Math.random() * 1_000_000),
    rounds: wholeNumber("rounds", values.rounds, 1, 10_000) ?? null,
  };
}

interface Run extends Awaited<ReturnType<typeof thisRun>> {
  readonly flow: string;
  readonly fault: string;
  /** Of the first round; the next rounds count up. */
  readonly seed: number;
}

/** Sums a flow's rounds of one fault. @returns the row by the table's titles */
export function sumUp(results: readonly FlowResult[], { fault, flow, seed, commit, date }: Run) {
  const findings = results.flatMap((result) => result.findings);
  const sum = (figure: "accepted" | "completed") =>
    results.reduce((total, result) => total + result[figure], 0);
  const lost = findings.filter(({ kind }) => kind === "lost" || kind === "refused").length;
  const duplicates = findings.filter(({ kind }) => kind === "duplicate").length;
  return {
    ...{ fault, flow },
    rounds: results.length,
    accepted: sum("accepted"),
    completed: sum("completed"),
    duplicates,
    /** Lost, or never accepted. */
    lost,
    /** Disagreements, undocumented answers, and processes that ended by themselves. */
    "other findings": findings.length - lost - duplicates,
    "slowest recovery": `${slowest(results).toFixed(1)} s`,
    ...{ seed, commit, date },
  };
}

const slowest = (results: readonly FlowResult[]) => Math.max(0, ...results.map(({ recovery }) => recovery));

/** A round's line, and a line for each finding with the command that repeats the round. */
function print(fault: string, seed: number, results: readonly FlowResult[], took: number): void {
  const found = results.flatMap(({ flow, findings }) =>
    findings.map(({ kind, text }) => `  ${flow}: ${kind}: ${text}`)
  );
  const answers = new Map<string, number>();
  for (const [answer, times] of results.flatMap((result) => [...result.answers])) {
    answers.set(answer, (answers.get(answer) ?? 0) + times);
  }
  const told = [...answers].sort().map(([answer, times]) => `${times} × ${answer}`).join(", ");
  console.log(
    `${fault} ${seed}: ${found.length === 0 ? "ok" : `${found.length} FINDINGS`}, ` +
      `recovered in ${slowest(results).toFixed(1)} s, round of ${(took / 1000).toFixed(0)} s; ${told}`,
  );
  if (found.length === 0) return;
  const flows = results.map(({ flow }) => flow).join(" ");
  found.push(`  again: npx --yes deno task faults ${flows} ${fault} --seed ${seed} --rounds 1`);
  console.log(found.join("\n"));
}

if (import.meta.main) await runCommand(main);
