import { newestMethodology } from "#engine/bank/catalogue.ts";
import { prepareSimulation } from "#engine/sampling/prepared-simulation.ts";
import type { Capabilities } from "#providers/agents/answer-store.ts";
import type { AnswerIo } from "#providers/agents/engine.ts";
import { OpenAiCompatibleAgents } from "#providers/agents/openai/openai-agents.ts";
import { surveyMessages, surveySheet } from "#providers/agents/openai/prompt.ts";
import { requestBody } from "#providers/agents/openai/request.ts";
import { groupByPersona } from "#providers/agents/openai/persona-groups.ts";
import { modelResponses } from "#db/simulations/model-responses.ts";
import type { Database } from "#db/postgres/database.ts";
import { stack } from "#testing/stack.ts";
import { respond } from "#testing/respondent.ts";
import { stubServer } from "#testing/stub-server.ts";
import { connectAs } from "#testing/database.ts";
import { insertEndedSimulation, startScript } from "./client.ts";
import { inTurn, type Measurement, perSecond } from "./measure.ts";

const AGENTS = 10_000;
const CHUNK = 200;
/** Chunks of a run that a worker answers at once. */
const PARALLEL_CHUNKS = 4;
/** Enough that nearly every agent has a persona of its own, and agents hardly share calls. */
const REPLICATES = 20;
/** The fastest number of concurrent bare calls among 32, 64 and 128. */
const BARE_AT_ONCE = 64;
const MODEL = "mock";
const QUESTION = "Would you vote yes on a half-cent sales tax for parks?";

const methodology = newestMethodology("ballot-measure") ?? null;
const run = prepareSimulation({ seed: 1, methodology, tier: 2 });
const survey = { question: QUESTION, scenario: null, methodology };

/** 10,000 agents through a mock model server, with every response in Postgres, beside a bare loop of as many calls to the same server. */
export async function measureModelAgents(): Promise<Measurement[]> {
  const server = await startScript("agents.ts");
  const url = server.firstLine;
  // As many connections as a worker has by default.
  const database = await connectAs("app_worker", { pool: 24 });
  try {
    let calls = AGENTS;
    const ours = async () => {
      const answered = await answerAll(database, url);
      calls = answered.calls;
      return answered.perSecond;
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
    await database.close();
    await server.stop();
  }
}

async function storedResponses(database: Database, simulationId: string): Promise<number> {
  const [row] = await database.query<{ count: number }>({
    name: "bench_count_responses",
    text: "SELECT count(*)::integer AS count FROM model_responses WHERE simulation_id = $1",
  }, [simulationId]);
  return row?.count ?? NaN;
}

/** Answers a run as a worker does: four chunks at a time, every response stored, by a new engine. */
async function answerAll(database: Database, url: string): Promise<{ calls: number; perSecond: number }> {
  const engine = new OpenAiCompatibleAgents(
    {
      kind: "openai-compatible",
      baseUrl: url,
      model: MODEL,
      apiKey: null,
      concurrency: 16,
      maxConcurrency: 128,
      temperature: 0.8,
      replicates: REPLICATES,
      timeoutMs: 60_000,
      prices: {},
    },
  );
  const owner = {
    id: await insertEndedSimulation(AGENTS),
    organization_id: stack().organizationId,
  };
  const store = modelResponses<Capabilities>(database, owner);
  const io: AnswerIo = {
    runId: owner.id,
    owner: "organization",
    agents: AGENTS,
    survey,
    signal: new AbortController().signal,
    // Or the rounds after the first would take its responses from Postgres.
    store: { ...store, getMany: (keys) => store.getMany(keys, false) },
    heartbeat: () => {},
  };
  const begin = performance.now();
  await perSecond(AGENTS / CHUNK, PARALLEL_CHUNKS, async (chunk) => {
    await engine.answer(run, chunk * CHUNK, CHUNK, io);
  });
  const seconds = (performance.now() - begin) / 1_000;
  const calls = await storedResponses(database, owner.id);
  return { calls, perSecond: calls / seconds };
}

/** Sends the same requests without pacing, retries, storing, reading or drawing. */
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
    const response = await fetch(`${url}/chat/completions`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(requestBody(sampling, capabilities, surveyMessages(sheet, persona))),
    });
    await response.json();
  });
}

/** A mock model server, in a process of its own. */
if (import.meta.main) {
  const server = await stubServer((request) => {
    // Nobody reads them.
    server.requests.length = 0;
    return { content: respond(request) };
  });
  console.log(server.url);
}
