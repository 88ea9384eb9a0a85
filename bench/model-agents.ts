import { type ChildProcess, spawn } from "node:child_process";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { newestMethodology } from "#engine/methodologies/catalogue.ts";
import { prepareRun } from "#engine/simulation/run.ts";
import type { AnswerIo, CostEstimate } from "#providers/agents/engine.ts";
import { OpenAiCompatibleAgents } from "#providers/agents/openai/openai-agents.ts";
import { surveyMessages, surveySheet } from "#providers/agents/openai/prompt.ts";
import { requestBody } from "#providers/agents/openai/request.ts";
import { groupByPersona } from "#providers/agents/openai/persona-groups.ts";
import { costUsd } from "#providers/openai/usage.ts";
import { MemoryAnswerStore } from "#test/providers/agents/memory-answer-store.ts";
import { inTurn, type Measurement, perSecond, printMeasurement } from "./measure.ts";

const AGENTS = 10_000;
const CHUNK = 200;
/** Chunks of a run that a worker has under way. */
const PARALLEL_CHUNKS = 4;
/** Nearly every agent a persona of its own, so that what is measured is calls and not how many of them are shared. */
const REPLICATES = 20;
/** The number of bare calls at once that came out fastest of 32, 64 and 128. */
const BARE_AT_ONCE = 64;
const WARM_UP = 1_000;
/** Made up, to have something to multiply tokens by. */
const PRICE = { input: 0.15, output: 0.6, as_of: "2026-11-01" };
const MODEL = "mock";
const QUESTION = "Would you vote yes on a half-cent sales tax for parks?";

const methodology = newestMethodology("ballot-measure") ?? null;
const run = prepareRun({ seed: 1, question: QUESTION, methodology, tier: 2 });
const survey = { question: QUESTION, scenario: null, methodology };

interface Whole {
  readonly calls: number;
  readonly perSecond: number;
  readonly growthMb: number;
  readonly estimate: CostEstimate;
  readonly finalUsd: number;
}

/** 10,000 agents through a mock model server, beside a bare loop of as many calls to the same server. */
export async function measureModelAgents(): Promise<Measurement[]> {
  const { server, url } = await startServer();
  try {
    // The runtime's own HTTP client takes its memory once, whoever uses it.
    await bareCalls(url, WARM_UP);
    let calls = AGENTS;
    const ours = async () => {
      const whole = await answerAll(url);
      calls = whole.calls;
      printWhole(whole);
      return whole.perSecond;
    };
    const rounds = await inTurn(3, ours, () => bareCalls(url, calls));
    return [{
      name: "model-backed agents",
      unit: "calls a second",
      floor: "a bare loop of fetch against the same server",
      aim: 0.5,
      rounds,
    }];
  } finally {
    server.kill("SIGTERM");
  }
}

/** A run as a worker carries it: four chunks at a time, every response stored, from an engine that has just started. */
async function answerAll(url: string): Promise<Whole> {
  const engine = new OpenAiCompatibleAgents(
    {
      kind: "openai-compatible",
      baseUrl: `${url}/v1`,
      model: MODEL,
      replicates: REPLICATES,
      prices: { [MODEL]: PRICE },
    },
    {},
  );
  const store = new MemoryAnswerStore();
  const io: AnswerIo = {
    runId: crypto.randomUUID(),
    agents: AGENTS,
    survey,
    signal: new AbortController().signal,
    store,
    fresh: false,
    heartbeat: () => {},
  };
  const memory = watchMemory();
  const estimate = await engine.estimate(run, AGENTS, io);
  const before = store.responses.size;
  const begin = performance.now();
  await perSecond(AGENTS / CHUNK, PARALLEL_CHUNKS, async (chunk) => {
    await engine.answer(run, chunk * CHUNK, CHUNK, io);
  });
  const seconds = (performance.now() - begin) / 1_000;
  return {
    calls: store.responses.size,
    perSecond: (store.responses.size - before) / seconds,
    growthMb: memory.stop(),
    estimate,
    finalUsd: costUsd(await store.spent(), PRICE) ?? NaN,
  };
}

/** The same requests with nothing around them: no pacing, retries, storing, reading or drawing. */
async function bareCalls(url: string, calls: number): Promise<number> {
  const { groups } = groupByPersona(run, methodology?.topic ?? null, 0, AGENTS, REPLICATES);
  const capabilities = {
    format: "json_schema",
    seed: true,
    temperature: true,
    usage: true,
    limit: "max_tokens",
    max_tokens: 400,
  } as const;
  const sheet = surveySheet(survey);
  return await perSecond(calls, BARE_AT_ONCE, async (index) => {
    const persona = groups[index]?.persona;
    if (persona === undefined) return;
    const sampling = { model: MODEL, temperature: 0.8, seed: persona.seed };
    const response = await fetch(`${url}/v1/chat/completions`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(requestBody(sampling, capabilities, surveyMessages(sheet, persona))),
    });
    await response.json();
  });
}

function printWhole({ calls, growthMb, estimate, finalUsd }: Whole): void {
  const off = 100 * ((estimate.cost_usd ?? NaN) / finalUsd - 1);
  console.log(
    `  ${AGENTS.toLocaleString("en-US")} agents, ${calls.toLocaleString("en-US")} calls; memory grew by ${
      growthMb.toFixed(0)
    } MB ` +
      `(aim: under 200); estimate ${estimate.cost_usd?.toFixed(4)} USD, final ${finalUsd.toFixed(4)} USD (${
        off.toFixed(1)
      } %, aim: within 15)`,
  );
}

/** The most resident memory above what there is now, sampled ten times a second. */
function watchMemory(): { stop(): number } {
  const start = process.memoryUsage.rss();
  let most = start;
  const look = () => most = Math.max(most, process.memoryUsage.rss());
  const timer = setInterval(look, 100);
  return {
    stop() {
      clearInterval(timer);
      look();
      return (most - start) / 2 ** 20;
    },
  };
}

function startServer(): Promise<{ server: ChildProcess; url: string }> {
  const path = fileURLToPath(new URL("model-agents-server.ts", import.meta.url));
  const server = spawn(process.execPath, ["run", "-A", path], { stdio: ["ignore", "pipe", "inherit"] });
  return new Promise((resolve, reject) => {
    server.on("exit", (code) => reject(new Error(`The mock model server ended with ${code}`)));
    server.stdout?.once("data", (line) => resolve({ server, url: String(line).trim() }));
  });
}

if (import.meta.main) {
  for (const measurement of await measureModelAgents()) printMeasurement(measurement);
  process.exit(0);
}
