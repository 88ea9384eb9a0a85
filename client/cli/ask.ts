import {
  type Command,
  CommandLineError,
  EXIT,
  readArguments,
  serviceOf,
  type Terminal,
  wholeNumber,
} from "./command.ts";
import { type Simulation, type SimulationService, TimeoutError } from "../index.ts";
import { thousands, verdictTable } from "./verdict-table.ts";

const MAX_AGENTS = 10_000;
const PROGRESS_MS = 2_000;
const MAX_TIMEOUT_SECONDS = 86_400;

/** Asks a question and prints the verdict. */
export const ask: Command = {
  name: "ask",
  usage:
    'ask "<question>" [--agents 1000] [--workflow <slug>] [--audience <list>] [--seed <n>] [--timeout <seconds>] [--json]',
  summary: "asks a question, waits, and prints the verdict",
  help: `  --agents <n>         how many to ask, 1 to 10,000; 1,000 unless given
  --workflow <slug>    the methodology; the service chooses one unless given
  --audience <list>    whom to ask, such as party=democrat,age=18-24,age=25-34; everybody unless given
  --seed <n>           the same seed asks the same agents
  --timeout <seconds>  how long to wait for the verdict; 600 unless given
  --json               prints the results as JSON, without the agents`,
  run: async (args, terminal) => {
    const { values, word: question } = readArguments(args, {
      agents: { type: "string", default: "1000" },
      workflow: { type: "string" },
      audience: { type: "string" },
      seed: { type: "string" },
      timeout: { type: "string", default: "600" },
      json: { type: "boolean", default: false },
    }, 1);
    const agent_count = wholeNumber("agents", values.agents, 1, MAX_AGENTS);
    const seed = values.seed === undefined
      ? {}
      : { seed: wholeNumber("seed", values.seed, 0, Number.MAX_SAFE_INTEGER) };
    const audience = values.audience === undefined ? {} : { audience: audienceOf(values.audience) };
    const timeoutMs = timeoutOf(values.timeout);
    const service = serviceOf(terminal);
    const { signal } = terminal;
    const asked = { question, agent_count, ...seed, ...audience };
    const { id, workflow_id } = values.workflow === undefined
      ? await service.simulations.auto(asked, { signal })
      : await service.simulations.create({ ...asked, workflow_id: values.workflow }, { signal });
    terminal.note(`asking ${thousands(agent_count)} agents of ${workflow_id}, simulation ${id}`);
    const ended = await waitWithProgress(service, id, timeoutMs, terminal);
    if (ended.status !== "completed") return reportFailure(ended, terminal);
    const results = await service.simulations.results(id, { agents: false }, { signal });
    terminal.print(values.json ? JSON.stringify(results, null, 2) : verdictTable(results));
    return EXIT.done;
  },
};

/** Prints a simulation's progress until it ends. */
export const watch: Command = {
  name: "watch",
  usage: "watch <id> [--timeout <seconds>] [--json]",
  summary: "prints a simulation's progress until it ends",
  help: `  --timeout <seconds>  how long to wait for its end; 600 unless given
  --json               prints the simulation as JSON at its end`,
  run: async (args, terminal) => {
    const { values, word: id } = readArguments(args, {
      timeout: { type: "string", default: "600" },
      json: { type: "boolean", default: false },
    }, 1);
    const timeoutMs = timeoutOf(values.timeout);
    const ended = await waitWithProgress(serviceOf(terminal), id, timeoutMs, terminal);
    if (values.json) terminal.print(JSON.stringify(ended, null, 2));
    if (ended.status !== "completed") return reportFailure(ended, terminal);
    if (!values.json) terminal.print(`completed; its results are at ${ended.results_url}`);
    return EXIT.done;
  },
};

/** Segments by dimension. @throws CommandLineError for what is no list of `dimension=segment` */
function audienceOf(text: string): Record<string, string[]> {
  const audience = new Map<string, string[]>();
  for (const part of text.split(",")) {
    const [dimension = "", segment = "", ...rest] = part.split("=").map((word) => word.trim());
    if (dimension === "" || segment === "" || rest.length > 0) {
      throw new CommandLineError(`--audience takes dimension=segment, joined by commas; not "${part}"`);
    }
    audience.set(dimension, [...audience.get(dimension) ?? [], segment]);
  }
  return Object.fromEntries(audience);
}

function timeoutOf(text: string): number {
  return wholeNumber("timeout", text, 1, MAX_TIMEOUT_SECONDS) * 1_000;
}

/** Waits for a simulation to end, with a note on each change. @throws TimeoutError, with a note on how to go on */
async function waitWithProgress(
  { simulations }: SimulationService,
  id: string,
  timeoutMs: number,
  { note, signal }: Terminal,
): Promise<Simulation> {
  let last = "";
  const onProgress = ({ status, agents_completed, agent_count }: Simulation) => {
    const line = `${status}, ${thousands(agents_completed)} of ${thousands(agent_count)} agents`;
    if (line !== last) note(last = line);
  };
  try {
    return await simulations.wait(id, { timeoutMs, signal, onProgress, progressEveryMs: PROGRESS_MS });
  } catch (error) {
    if (error instanceof TimeoutError) note(`simulation-service watch ${id} goes on waiting`);
    throw error;
  }
}

function reportFailure({ failure_code, failure_message }: Simulation, { note }: Terminal): number {
  note(`The simulation failed (${failure_code}): ${failure_message}`);
  return EXIT.failed;
}
