#!/usr/bin/env node
import process from "node:process";
import { CommandLineError, describeFailure, environmentIn, EXIT, type Terminal } from "./command.ts";
import { ask, watch } from "./ask.ts";
import { listen } from "./listen.ts";

const COMMANDS = [ask, watch, listen];

const HELP = `simulation-service: asks simulated respondents from the command line

${COMMANDS.map(({ usage, summary }) => `  simulation-service ${usage}\n      ${summary}`).join("\n")}

simulation-service <command> --help explains a command.

SIMULATION_SERVICE_API_KEY   the API key, sk_…; without one, that of the service which deno task dev runs in this folder
SIMULATION_SERVICE_URL       where the service is; http://127.0.0.1:8080 unless set

Exit codes: 0 done; 1 the simulation failed, or the service refused the call; 2 the command line is wrong, or the key is
missing; 3 the service did not answer, or not in time; 130 Ctrl-C.`;

/** Runs a command line. @returns the exit code */
async function main(args: readonly string[], terminal: Terminal): Promise<number> {
  const [name, ...rest] = args;
  if (name === undefined || name === "--help" || name === "-h" || name === "help") {
    (name === undefined ? terminal.note : terminal.print)(HELP);
    return name === undefined ? EXIT.usage : EXIT.done;
  }
  const command = COMMANDS.find((each) => each.name === name);
  if (command === undefined) {
    terminal.note(`There is no command ${name}: use ${COMMANDS.map((each) => each.name).join(", ")}`);
    return EXIT.usage;
  }
  if (rest.includes("--help") || rest.includes("-h")) {
    terminal.print(`simulation-service ${command.usage}\n\n${command.help}`);
    return EXIT.done;
  }
  try {
    return await command.run(rest, terminal);
  } catch (error) {
    if (terminal.signal.aborted) return EXIT.interrupted;
    terminal.note(describeFailure(error));
    if (!(error instanceof CommandLineError)) return EXIT.of(error);
    terminal.note(`simulation-service ${name} --help explains the command`);
    return EXIT.usage;
  }
}

const interrupt = new AbortController();
for (const name of ["SIGINT", "SIGTERM"] as const) {
  // A second Ctrl-C ends the process at once.
  process.once(name, () => interrupt.abort(new Error(`Ended by ${name}`)));
}
// A reader that has gone, such as `head`, is no failure.
process.stdout.on("error", () => process.exit(EXIT.done));
process.exitCode = await main(process.argv.slice(2), {
  environment: environmentIn(process.cwd(), process.env),
  print: (line) => void process.stdout.write(`${line}\n`),
  note: (line) => void process.stderr.write(`${line}\n`),
  signal: interrupt.signal,
});
