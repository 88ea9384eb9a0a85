import type { AgentChunk } from "#engine/simulation/answers.ts";
import type { Run } from "#engine/simulation/run.ts";
import { ConfigError, Secret } from "#shared/settings-reader.ts";
import type { OpenAiCompatibleConfig } from "../config.ts";
import type { AnswerStore } from "../answer-store.ts";
import type { AgentEngine, AnswerIo, AnswerProgress, CostEstimate, EngineReport } from "../engine.ts";
import type { Question } from "./ask.ts";
import { KnownCapabilities } from "./capabilities.ts";
import { type Clock, systemClock } from "../../openai/clock.ts";
import { collect, type Collecting, storedResponses } from "./collect.ts";
import { drawAnswers } from "./draw.ts";
import { estimateCost, sampleOf } from "./estimate.ts";
import { ModelClient } from "../../openai/model-client.ts";
import { PERSONA_VERSION } from "./persona.ts";
import { PROMPT_VERSION, surveySheet } from "./prompt.ts";
import { SCHEMA_VERSION } from "./reply-schema.ts";
import { requestKeys } from "./request.ts";
import { type Roster, roster } from "./roster.ts";
import { type RunLedger, RunLedgers } from "./run-ledger.ts";
import { reportNonresponse } from "../no-answer.ts";
import { costUsd, type ModelPrice } from "../../openai/pricing.ts";
import { totalTokens } from "../../openai/usage.ts";

/** 0 makes everyone of a kind answer alike; engine comparisons use 0.7 to 1. */
const TEMPERATURE = 0.8;
const CONCURRENCY = 16;
const MAX_CONCURRENCY = 128;
const TIMEOUT_MS = 60_000;
const HEARTBEAT_MS = 1_000;

/**
 * Asks a model behind any OpenAI-compatible `/v1/chat/completions` what share of people like an agent would give each answer, and draws
 * the agent's answer from that with the run's own generator.
 *
 * Every response is stored before it is used, under a key of all that went into the request; a run that is killed and resumed asks
 * nothing twice. Calls of all chunks in a process share one pace, one concurrency and one circuit breaker.
 */
export class OpenAiCompatibleAgents implements AgentEngine {
  readonly name: string;
  /** Versions of prompt, persona and reply schema. */
  readonly version = `${PROMPT_VERSION}.${PERSONA_VERSION}.${SCHEMA_VERSION}`;
  readonly chunkSize = 200;
  readonly bounded = false;
  readonly #config: OpenAiCompatibleConfig;
  readonly #price: ModelPrice | null;
  readonly #client: ModelClient;
  readonly #capabilities: KnownCapabilities;
  readonly #ledgers: RunLedgers;

  /** @throws ConfigError when the key's environment variable isn't set. */
  constructor(
    config: OpenAiCompatibleConfig,
    env: Readonly<Record<string, string | undefined>>,
    { clock = systemClock, random = Math.random }: { clock?: Clock; random?: () => number } = {},
  ) {
    this.name = `model:${config.model}`;
    this.#config = config;
    this.#price = config.prices?.[config.model] ?? null;
    const { baseUrl, timeoutMs = TIMEOUT_MS, concurrency = CONCURRENCY, maxConcurrency = MAX_CONCURRENCY } =
      config;
    this.#client = new ModelClient({
      ...config,
      endpoint: {
        url: `${baseUrl.replace(/\/+$/, "")}/chat/completions`,
        key: apiKey(config, env),
        timeoutMs,
      },
      concurrency,
      maxConcurrency,
      clock,
      random,
    });
    this.#capabilities = new KnownCapabilities(this.#client, config.model, config.temperature ?? TEMPERATURE);
    this.#ledgers = new RunLedgers({ ...config, price: this.#price }, clock);
  }

  async answer(run: Run, first: number, count: number, io: AnswerIo): Promise<AgentChunk> {
    const ledger = this.#ledgers.of(io.runId);
    let done = 0;
    let failed = 0;
    return await this.#beating(io, ledger, () => ({ done, total: count }), async () => {
      const { collecting, people, questions } = await this.#prepare(run, first, count, io, ledger);
      const collected = await collect(collecting, questions, (place, reading) => {
        const agents = people.agents[place] ?? 0;
        done += agents;
        if (reading.kind !== "failed") return;
        failed += agents;
        ledger.failed(first, failed, io.agents);
      });
      return drawAnswers(run, people, collected.map(({ reading }) => reading), first, count);
    });
  }

  async estimate(run: Run, agents: number, io: AnswerIo): Promise<CostEstimate> {
    const ledger = this.#ledgers.of(io.runId);
    return await this.#beating(io, ledger, () => ({ done: 0, total: agents }), async () => {
      const { collecting, questions } = await this.#prepare(run, 0, agents, io, ledger);
      const stored = await storedResponses(io, questions.map(({ key }) => key));
      const open = questions.filter(({ key }) => !stored.has(key));
      const [first, ...others] = sampleOf(open);
      const cold = first === undefined ? [] : await collect(collecting, [first], () => {});
      const warm = await collect(collecting, others, () => {});
      return estimateCost(
        { stored: [...stored.values()], cold, warm, open: open.length - cold.length - warm.length },
        this.#price,
        { ...this.#config, concurrency: this.#client.concurrency },
        (usage) => ledger.budget.allows(usage),
      );
    });
  }

  async report(chunks: readonly AgentChunk[], store: AnswerStore): Promise<EngineReport> {
    const usage = await store.spent();
    return {
      no_answers: reportNonresponse(chunks),
      usage,
      cost_usd: costUsd(usage, this.#price),
      prices_as_of: this.#price?.as_of ?? null,
      capabilities: await store.capabilities(),
    };
  }

  async #prepare(
    run: Run,
    first: number,
    count: number,
    io: AnswerIo,
    ledger: RunLedger,
  ): Promise<{ collecting: Collecting; people: Roster; questions: readonly Question[] }> {
    const { model, temperature = TEMPERATURE, replicates = 1 } = this.#config;
    const capabilities = await this.#capabilities.of(io.store, io.signal);
    // Tier 3 asks the generic population, whatever the methodology.
    const survey = surveySheet(run.basis.tier === 3 ? { ...io.survey, methodology: null } : io.survey);
    const people = roster(run, survey.topic, first, count, replicates);
    const asking = { client: this.#client, model, temperature, capabilities, survey };
    const keyOf = requestKeys({ model, temperature }, capabilities, survey);
    const questions = people.personas.map((persona) => ({ key: keyOf(persona), persona }));
    return { collecting: { io, ledger, asking }, people, questions };
  }

  /** Heartbeats from before the first call to after the last: a wait for the server's limits can be longer than a heartbeat's timeout. */
  async #beating<T>(
    io: AnswerIo,
    { budget }: RunLedger,
    progress: () => Pick<AnswerProgress, "done" | "total">,
    work: () => Promise<T>,
  ): Promise<T> {
    const beat = () =>
      io.heartbeat({
        ...progress(),
        running: this.#client.running,
        tokens: totalTokens(budget.spent),
        cost_usd: budget.costUsd,
      });
    beat();
    const timer = setInterval(beat, HEARTBEAT_MS);
    try {
      const result = await work();
      beat();
      return result;
    } finally {
      clearInterval(timer);
    }
  }
}

function apiKey(
  { apiKeyEnv }: OpenAiCompatibleConfig,
  env: Readonly<Record<string, string | undefined>>,
): Secret | null {
  if (apiKeyEnv === undefined) return null;
  const key = env[apiKeyEnv];
  if (key === undefined || key === "") throw new ConfigError([`${apiKeyEnv} is missing`]);
  return new Secret(key);
}
