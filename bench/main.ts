import { spawn } from "node:child_process";
import process from "node:process";
import { startTestStack } from "#test/support/start-stack.ts";
import { STACK_FILE } from "#test/support/stack.ts";
import { liftRateLimit } from "./client.ts";
import { measureDeliveries } from "./deliveries.ts";
import { measureEngine } from "./engine.ts";
import { type Measurement, printMeasurement } from "./measure.ts";
import { measureModelAgents } from "./model-agents.ts";
import { measureRouting } from "./routing.ts";
import { measureSimulations } from "./simulations.ts";

const SUITES: Readonly<Record<string, () => Promise<Measurement[]>>> = {
  engine: measureEngine,
  simulations: measureSimulations,
  deliveries: measureDeliveries,
  routing: measureRouting,
  "model-agents": measureModelAgents,
};

/** `deno task bench [suite …]`: prints each figure beside a floor measured in the same run. */
async function main(): Promise<void> {
  const wanted = process.argv.slice(2);
  const unknown = wanted.filter((name) => SUITES[name] === undefined);
  if (unknown.length > 0) {
    throw new Error(`Unknown suite ${unknown.join(", ")}: there are ${Object.keys(SUITES).join(", ")}`);
  }
  const started = await startTestStack();
  process.env[STACK_FILE] = started.file;
  const floor = await startFloor();
  try {
    await liftRateLimit();
    for (const [name, measure] of Object.entries(SUITES)) {
      if (wanted.length > 0 && !wanted.includes(name)) continue;
      for (const measurement of await measure()) printMeasurement(measurement);
    }
  } finally {
    floor.kill("SIGTERM");
    await started.stop({ keepLogs: false });
  }
}

function startFloor(): Promise<ReturnType<typeof spawn>> {
  const child = spawn(Deno.execPath(), ["run", "-A", new URL("floor/worker.ts", import.meta.url).pathname], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  return new Promise((resolve, reject) => {
    child.on("exit", (code) => reject(new Error(`The floor's worker ended with ${code}`)));
    child.stdout?.on("data", (text) => String(text).includes("floor ready") && resolve(child));
  });
}

await main();
process.exit(0);
