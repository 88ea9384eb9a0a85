import process from "node:process";
import { Runtime } from "@temporalio/worker";
import { bypassProxyForLoopback } from "#dev/machine/environment.ts";
import { thisRun } from "#dev/machine/programs.ts";
import { tableOf } from "#testing/documentation-page.ts";
import { FAULTS } from "./faults.ts";
import { deliveries } from "./flows/deliveries.ts";
import type { Flow } from "./flows/flow.ts";
import { accounts, billing, organizations } from "./flows/people.ts";
import { readings, simulations, training } from "./flows/runs.ts";
import { planRounds, readRequest } from "./plan.ts";
import { type FaultRow, PAGE, recordRows, sumUp } from "./record.ts";
import { carryOutRound, type FlowResult } from "./round.ts";
import { startDrillStack } from "./stack.ts";

export const FLOWS: readonly Flow[] = [
  ...[simulations, readings, training, deliveries, organizations, accounts, billing],
];

/**
 * `deno task faults [flow|fault …] [--seed N] [--rounds N]`: carries out the faults while the flows work, and checks what was accepted. A run with
 * each fault's own number of rounds writes its rows into docs/faults.md. @returns whether nothing was found
 */
async function main(args: readonly string[]): Promise<boolean> {
  bypassProxyForLoopback();
  const names = (each: readonly { readonly name: string }[]) => each.map(({ name }) => name);
  const request = readRequest(args, { flows: names(FLOWS), faults: names(FAULTS) });
  const flows = FLOWS.filter(({ name }) => request.flows.length === 0 || request.flows.includes(name));
  // It would warn of every outage that the drill makes.
  Runtime.install({ telemetryOptions: { logging: { filter: "off" } } });
  for (const { name, what } of flows) console.log(`${name}: ${what}`);
  const run = await thisRun(PAGE);
  const rows: FaultRow[] = [];
  const stack = await startDrillStack();
  let failed = true;
  try {
    for (const fault of FAULTS) {
      const rounds = planRounds(request, [fault]);
      if (rounds.length === 0) continue;
      const present = flows.filter(({ name }) => fault.flows?.includes(name) ?? true);
      if (present.length === 0) continue;
      console.log(`\n${fault.name}: ${fault.what}`);
      const prepared = await fault.prepare?.(stack);
      const results: FlowResult[] = [];
      for (const round of rounds) {
        const begin = Date.now();
        const result = await carryOutRound(round, present, stack);
        results.push(...result);
        print(fault.name, round.seed, result, Date.now() - begin);
      }
      await prepared?.end();
      const mine = present.map(({ name: flow }) =>
        sumUp(results.filter((result) => result.flow === flow), {
          ...{ flow, fault: fault.name, seed: request.seed },
          ...run,
        })
      );
      rows.push(...mine);
      if (request.rounds === null) recordRows(mine);
    }
    failed = rows.some((row) => row.duplicates + row.lost + row["other findings"] > 0);
    console.log(`\n${tableOf(rows)}`);
  } finally {
    await stack.stop(failed);
  }
  return !failed;
}

/** A round's line, and a line for each finding with the command that repeats the round. */
function print(fault: string, seed: number, results: readonly FlowResult[], took: number): void {
  const findings = results.flatMap((result) => result.findings);
  const slowest = results.reduce((most, { recovery }) => Math.max(most, recovery), 0);
  const seconds = (took / 1000).toFixed(0);
  console.log(
    `${fault} ${seed}: ${findings.length === 0 ? "ok" : `${findings.length} FINDINGS`}, ` +
      `recovered in ${slowest.toFixed(1)} s, round of ${seconds} s; ${answersOf(results)}`,
  );
  for (const { flow, findings } of results) {
    for (const { kind, text } of findings) console.log(`  ${flow}: ${kind}: ${text}`);
  }
  if (findings.length > 0) {
    const flows = results.map(({ flow }) => flow).join(" ");
    console.log(`  again: npx --yes deno task faults ${flows} ${fault} --seed ${seed} --rounds 1`);
  }
}

function answersOf(results: readonly FlowResult[]): string {
  const total = new Map<string, number>();
  for (const { answers } of results) {
    for (const [answer, times] of answers) total.set(answer, (total.get(answer) ?? 0) + times);
  }
  return [...total].sort().map(([answer, times]) => `${times} × ${answer}`).join(", ");
}

if (import.meta.main) process.exit(await main(process.argv.slice(2)) ? 0 : 1);
