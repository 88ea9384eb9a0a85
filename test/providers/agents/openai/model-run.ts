import { PUBLISHED } from "#engine/bank/catalogue.ts";
import { prepareSimulation } from "#engine/sampling/prepared-simulation.ts";
import type { AnswerIo, AnswerProgress } from "#providers/agents/engine.ts";
import type { OpenAiCompatibleConfig } from "#providers/agents/config.ts";
import { OpenAiCompatibleAgents } from "#providers/agents/openai/openai-agents.ts";
import { MemoryAnswerStore } from "#providers/agents/answer-store.ts";
import type { StoredResponse } from "#shared/answer-store.ts";
import { VirtualClock } from "../../openai/virtual-clock.ts";

const METHODOLOGY = PUBLISHED.find(({ slug }) => slug === "brand-trust")!;
const QUESTION = "Do you trust Acme to honour its warranty?";

export const PRICES = { small: { input: 0.15, cached_input: 0.075, output: 0.6, as_of: "2026-11-01" } };

/** A store that also has an earlier run's responses and capabilities. */
export class ReusingStore extends MemoryAnswerStore {
  readonly #earlier: MemoryAnswerStore;

  constructor(earlier: MemoryAnswerStore) {
    super();
    this.#earlier = earlier;
    this.known = earlier.known;
  }

  override async getMany(
    keys: readonly string[],
    reuse = false,
  ): Promise<ReadonlyMap<string, StoredResponse>> {
    const own = await super.getMany(keys);
    return reuse ? new Map([...await this.#earlier.getMany(keys), ...own]) : own;
  }
}

/** A run and the input with which an engine answers it. */
export function modelRun(agents: number, changes: Partial<AnswerIo> = {}) {
  const run = prepareSimulation({ seed: 11, methodology: METHODOLOGY, tier: 2 });
  const beats: AnswerProgress[] = [];
  const store = new MemoryAnswerStore();
  const io: AnswerIo = {
    runId: crypto.randomUUID(),
    owner: "organization",
    agents,
    survey: { question: QUESTION, scenario: { brand_name: "Acme" }, methodology: METHODOLOGY },
    signal: new AbortController().signal,
    store,
    heartbeat: (progress) => void beats.push(progress),
    ...changes,
  };
  return { run, io, store: io.store as MemoryAnswerStore, beats };
}

/** The configuration of an engine on the model `small`. */
export const modelConfig = (baseUrl: string): OpenAiCompatibleConfig => ({
  kind: "openai-compatible",
  baseUrl,
  model: "small",
  apiKey: null,
  concurrency: 16,
  maxConcurrency: 128,
  temperature: 0.8,
  replicates: 1,
  timeoutMs: 10_000,
  price: null,
});

/** A new engine, as a process has at its start; waits take no time. */
export function engineAt(
  baseUrl: string,
  changes: Partial<OpenAiCompatibleConfig> = {},
): OpenAiCompatibleAgents {
  const options = { clock: new VirtualClock(), random: () => 0.5 };
  return new OpenAiCompatibleAgents({ ...modelConfig(baseUrl), ...changes }, options);
}
