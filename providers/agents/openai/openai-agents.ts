import { LRUCache } from "lru-cache";
import type { AgentChunk } from "#engine/sampling/chunks.ts";
import type { PreparedSimulation } from "#engine/sampling/prepared-simulation.ts";
import { lazilyFor } from "#shared/lazily.ts";
import { type Clock, systemClock } from "../../openai/clock.ts";
import { costUsd, totalTokens } from "../../openai/completion.ts";
import type { AnswerStore } from "#shared/answer-store.ts";
import type { OpenAiCompatibleConfig } from "../config.ts";
import type { AgentEngine, AnswerIo, AnswerProgress, CostEstimate, EngineReport } from "../engine.ts";
import { reportNonresponse } from "../nonresponse.ts";
import { collectResponses, requestKeys, storedResponses } from "./call-model.ts";
import { drawAnswers, SCHEMA_VERSION } from "./reply.ts";
import { estimateCost, RunLedger, sampleOf } from "./run-ledger.ts";
import { ModelServer } from "./model-server.ts";
import {
  groupByPersona,
  PERSONA_VERSION,
  type PersonaGroup,
  PROMPT_VERSION,
  surveySheet,
} from "./persona.ts";
import { capabilitiesOf } from "./probe-capabilities.ts";

const HEARTBEAT_MS = 1_000;
/**
 * Personas whose responses an estimate looks for in the store: a run has thousands, and which part of them is stored is known within 7 points by so many.
 */
const LOOKED_UP = 200;
/**
 * Personas whose responses an estimate measures. Prompts differ by a few words and replies by about a quarter, so twelve give the mean
 * within about 4 % of the cost.
 */
const MEASURED = 12;
/** Ledgers in memory: those that were used last. The ledger of a run beyond them is rebuilt from the answer store. */
const MAX_LEDGERS = 200;

/** What results name as their engine where a model answers: the model, with the versions of prompt, persona and reply schema. */
export function modelEngine(model: string): Pick<AgentEngine, "name" | "version"> {
  return { name: `model:${model}`, version: `${PROMPT_VERSION}.${PERSONA_VERSION}.${SCHEMA_VERSION}` };
}

/**
 * Elicits from a model behind any OpenAI-compatible `/v1/chat/completions` which share of people like an agent would give each answer, and
 * draws the agent's answer from that by the run's own generator.
 *
 * Every response is stored before its use under a key of all that went into the request, so that a run that is killed and resumed repeats
 * no call. All chunks of a process share one pace, one concurrency limit and one circuit breaker.
 */
export class OpenAiCompatibleAgents implements AgentEngine {
  readonly name: string;
  readonly version: string;
  readonly chunkSize = 200;
  readonly bounded = false;
  readonly #config: OpenAiCompatibleConfig;
  readonly #server: ModelServer;
  readonly #capabilitiesOf: ReturnType<typeof capabilitiesOf>;
  readonly #ledgerOf: (runId: string) => RunLedger;

  constructor(
    config: OpenAiCompatibleConfig,
    { clock = systemClock, random = Math.random }: { clock?: Clock; random?: () => number } = {},
  ) {
    ({ name: this.name, version: this.version } = modelEngine(config.model));
    this.#config = config;
    this.#server = new ModelServer({ ...config, server: config, clock, random });
    this.#capabilitiesOf = capabilitiesOf(this.#server, config.model, config.temperature);
    this.#ledgerOf = lazilyFor(
      () => new RunLedger(config, clock),
      new LRUCache<string, RunLedger>({ max: MAX_LEDGERS }),
    );
  }

  async answer(run: PreparedSimulation, first: number, count: number, io: AnswerIo): Promise<AgentChunk> {
    const ledger = this.#ledgerOf(io.runId);
    let done = 0;
    let failed = 0;
    return await this.#withHeartbeats(io, ledger, () => ({ done, total: count }), async () => {
      const { context, personas, requestOf } = await this.#prepare(run, first, count, io, ledger);
      const responses = await collectResponses(
        context,
        personas.groups.map(requestOf),
        (request, { kind }) => {
          done += request.agents;
          if (kind !== "failed") return;
          failed += request.agents;
          ledger.recordFailedAgents(first, failed, io.agents);
        },
      );
      const elicitations = new Map(
        responses.map(({ request, elicitation }) => [request.persona, elicitation]),
      );
      return drawAnswers(run, first, personas, elicitations);
    });
  }

  async estimate(run: PreparedSimulation, agents: number, io: AnswerIo): Promise<CostEstimate> {
    const ledger = this.#ledgerOf(io.runId);
    return await this.#withHeartbeats(io, ledger, () => ({ done: 0, total: agents }), async () => {
      const { context, personas: { groups }, requestOf } = await this.#prepare(run, 0, agents, io, ledger);
      const looked = sampleOf(groups, LOOKED_UP).map(requestOf);
      const stored = await storedResponses(io, looked.map(({ key }) => key));
      const isOpen = ({ key }: typeof looked[number]) => !stored.has(key);
      // An earlier attempt at the estimate has asked for the sample alone: the others tell which part of the run is stored.
      const sample = sampleOf(looked, MEASURED);
      const others = looked.filter((request) => !sample.includes(request));
      const left = others.filter(isOpen);
      const known = sample.flatMap(({ key }) => stored.get(key) ?? []).filter(({ reused }) => !reused);
      const open = sample.filter(isOpen);
      const instead = open.length + known.length > 0 ? [] : sampleOf(left, MEASURED);
      const asked = [...open, ...instead];
      const ask = async (some: typeof looked) =>
        (await collectResponses(context, some)).map(({ response }) => response);
      const cold = await ask(asked.slice(0, 1));
      const warm = await ask(asked.slice(1));
      const unseen = groups.length - sample.length;
      const openUnseen = Math.round(unseen * left.length / Math.max(1, others.length));
      return estimateCost(
        { spent: await io.store.spent(), known, cold, warm },
        { all: groups.length, left: openUnseen - instead.length },
        this.#config.price,
        (usage) => ledger.budget.allows(usage),
      );
    });
  }

  async report(chunks: readonly AgentChunk[], store: AnswerStore): Promise<EngineReport> {
    const { price } = this.#config;
    const usage = await store.spent();
    return {
      nonresponse: reportNonresponse(chunks),
      usage,
      cost_usd: costUsd(usage, price),
      prices_as_of: price?.as_of ?? null,
      capabilities: await store.capabilities(),
    };
  }

  async #prepare(
    run: PreparedSimulation,
    first: number,
    count: number,
    io: AnswerIo,
    ledger: RunLedger,
  ) {
    const { model, temperature, replicates } = this.#config;
    const capabilities = await this.#capabilitiesOf(io.store, io.signal);
    // A tier 3 run addresses the generic population, whatever the methodology.
    const survey = surveySheet(run.basis.tier === 3 ? { ...io.survey, methodology: null } : io.survey);
    const personas = groupByPersona(run, survey.topic, first, count, replicates);
    const keyOf = requestKeys({ model, temperature }, capabilities, survey);
    const context = { io, ledger, server: this.#server, model, temperature, capabilities, survey };
    const requestOf = ({ agents, persona: describe }: PersonaGroup) => {
      const persona = describe();
      return { persona, agents, key: keyOf(persona) };
    };
    return { context, personas, requestOf };
  }

  /** Sends heartbeats during the task and one after it: a wait for the server's limits can outlast a heartbeat timeout. */
  async #withHeartbeats<T>(
    io: AnswerIo,
    { budget }: RunLedger,
    progress: () => Pick<AnswerProgress, "done" | "total">,
    task: () => Promise<T>,
  ): Promise<T> {
    const beat = () =>
      io.heartbeat({
        ...progress(),
        running: this.#server.slots.running,
        tokens: totalTokens(budget.spent),
        cost_usd: budget.costUsd,
      });
    beat();
    const timer = setInterval(beat, HEARTBEAT_MS);
    try {
      const result = await task();
      beat();
      return result;
    } finally {
      clearInterval(timer);
    }
  }
}
