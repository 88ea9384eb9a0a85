import { createHash } from "node:crypto";
import { boundedLogit } from "#engine/bank/shares.ts";
import { itemAt } from "#engine/numeric/columns.ts";
import { logistic } from "#engine/random/normal.ts";
import { UnusableAnswer } from "../embeddings/embedder.ts";
import { type Clock, systemClock } from "../openai/clock.ts";
import { isRetryable, OpenAiClient } from "../openai/client.ts";
import { type ChatMessage, completionOf, estimateTokens, tokenChancesOf } from "../openai/completion.ts";
import type { ServerConfig } from "../openai/settings.ts";
import { TrafficControl } from "../openai/traffic-control.ts";

/** The model server gave no usable estimate. */
export class EstimateError extends UnusableAnswer {
  override readonly name = "EstimateError";
}

/**
 * The forms of the request. The second asks for the other answer, and its number counts from 100 down, so that a liking of the model for high or
 * low numbers cancels out.
 */
const FORMS = [
  { asks: "yes", of: (percent: number) => percent / 100 },
  { asks: "no", of: (percent: number) => 1 - percent / 100 },
] as const;

const SYSTEM: readonly ChatMessage[] = [{
  role: "system",
  content:
    "You estimate the results of representative surveys of U.S. adults. You reply with one whole number from 0 to 100 and nothing else.",
}];

const promptFor = (question: string, year: number, answer: "yes" | "no"): string =>
  `A representative survey of U.S. adults in ${year} asked: "${question}"\n` +
  `Count only the people who answered yes or no. What percentage of them answered ${answer}? Number only:`;

/** A small model may know what most people say, and no percentages. */
const majorityPrompt = (question: string): string =>
  `What would most adults in the United States answer to this question, yes or no? "${question}" Answer with one word.`;

/** Versions of the prompts and of how answers are read, as figures and estimates are stored under them. */
export const PROMPT_VERSION = createHash("sha256")
  .update(JSON.stringify([SYSTEM, promptFor("{question}", 0, "yes"), majorityPrompt("{question}"), "read 1"]))
  .digest("hex").slice(0, 12);

/** Samples of one form where the server gives no log-probabilities: one alone has a standard deviation of 18 to 28 points. */
const SAMPLES = 5;
/** A number and what some models write around it. */
const MAX_TOKENS = 12;
/** For models that think before they write. */
const MAX_THINKING_TOKENS = 2_000;
/** Of the first token, what is read must hold this much: a model that would rather talk has numbers that it would sooner say than others. */
const MIN_MASS = 0.001;

/** Asks any OpenAI-compatible `/v1/chat/completions` what share of people would say yes. */
export class ShareEstimator {
  /** Model and version of the prompts: estimates and measured weights of another id do not count. */
  readonly id: string;
  readonly model: string;
  readonly #client: OpenAiClient;
  readonly #traffic: TrafficControl;
  #hasLogProbabilities = true;
  #thinks = false;

  /** @param random uniform on [0, 1), for the jitter of pauses. */
  constructor(server: ServerConfig, random = Math.random, clock: Clock = systemClock) {
    this.id = `${server.model}:${PROMPT_VERSION}`;
    this.model = server.model;
    const traffic = new TrafficControl({ concurrency: 4, maxConcurrency: 16 }, clock);
    this.#traffic = traffic;
    this.#client = new OpenAiClient({ purpose: "forecasts", server, traffic, random, clock });
  }

  /**
   * Estimates the share of yes among those who decide: three calls, or ten to twenty where the server gives no log-probabilities.
   * @param year of which people are asked.
   * @throws EstimateError when there is no usable answer; the signal's reason.
   */
  async estimate(question: string, year: number, signal: AbortSignal) {
    let calls = 0;
    let sampled = true;
    let logits = 0;
    for (const { asks, of } of FORMS) {
      const percents: number[] = [];
      let expected: number | null = null;
      while (expected === null && percents.length < SAMPLES) {
        if (calls >= FORMS.length * 2 * SAMPLES) {
          throw new EstimateError(`Cannot estimate with ${this.model}: no number in most answers`, false);
        }
        const answer = await this.#ask(SYSTEM, promptFor(question, year, asks), signal);
        calls++;
        expected = percents.length === 0 ? answer.expected : null;
        if (answer.percent !== null) percents.push(answer.percent);
      }
      sampled &&= expected === null;
      logits += boundedLogit(of(expected ?? itemAt(percents.toSorted((a, b) => a - b), SAMPLES >> 1)));
    }
    const saysYes = sampled ? null : (await this.#ask([], majorityPrompt(question), signal)).saysYes;
    return {
      /** Of those who answer yes or no, the share who say yes, by its numbers: 0.02 to 0.98. */
      share: logistic(logits / FORMS.length),
      /** The chance, 0.02 to 0.98, that its word for what most people say is yes, not no; null where the server tells none. */
      says_yes: saysYes === null ? null : logistic(boundedLogit(saysYes)),
      calls: sampled ? calls : calls + 1,
    };
  }

  /** The number of one answer, and its expectation and the chance of a yes where the server tells the chances of its tokens. */
  async #ask(
    system: readonly ChatMessage[],
    prompt: string,
    signal: AbortSignal,
    withChances = this.#hasLogProbabilities,
  ): Promise<Record<"percent" | "expected" | "saysYes", number | null>> {
    const body = JSON.stringify({
      model: this.model,
      messages: [...system, { role: "user", content: prompt }],
      max_tokens: this.#thinks ? MAX_THINKING_TOKENS : MAX_TOKENS,
      temperature: 1,
      ...(withChances ? { logprobs: true, top_logprobs: 20 } : {}),
    });
    const request = {
      body,
      tokens: estimateTokens(body) + MAX_TOKENS,
      signals: { call: signal, wait: signal },
      retries: { maxCalls: 3, longestWaitMs: 10_000 },
    };
    const outcome = await this.#traffic.concurrency.run(this.id, signal, () => this.#client.post(request));
    if (outcome.kind === "failure") {
      const { fault, reason, message } = outcome;
      if (fault === "rejected" && withChances) {
        const answer = await this.#ask(system, prompt, signal, false);
        this.#hasLogProbabilities = false;
        return answer;
      }
      throw new EstimateError(
        `Cannot estimate with ${this.model}: ${reason} (${message})`,
        isRetryable(outcome),
      );
    }
    const { content, finish } = completionOf(outcome.body);
    const percent = percentIn(content);
    const [first] = tokenChancesOf(outcome.body);
    const saysYes = expectation(first, MIN_MASS, (text) => ["no", "yes"].indexOf(text.toLowerCase()));
    const isTens = !first?.alternatives.some(({ token }) => /^\d\d/.test(token.trim()));
    const expected = expectation(first, percent === null ? MIN_MASS : 0.5, (text) => {
      if (percent !== null && text === first?.token.trim()) return percent;
      // The middle of its ten where digits come one by one.
      return /^(\d\d?|100)$/.test(text) ? isTens ? 10 * Number(text) + 4.5 : Number(text) : -1;
    });
    if (percent === null && expected === null && saysYes === null && finish === "length" && !this.#thinks) {
      this.#thinks = true;
      return await this.#ask(system, prompt, signal);
    }
    return { percent, expected, saysYes };
  }
}

/** The only number from 0 to 100 in an answer; null where there is none or several. */
function percentIn(text: string): number | null {
  const found = text.replace(/^[^]*<\/think>/, "").match(/\d+(?:\.\d+)?/g) ?? [];
  const value = Number(found[0]);
  return found.length === 1 && value <= 100 ? value : null;
}

/** The mean value, if not below 0, over the chances of an answer's first token; null where less than `least` has one, or there are none. */
function expectation(
  first: ReturnType<typeof tokenChancesOf>[number] | undefined,
  least: number,
  valueOf: (text: string) => number,
): number | null {
  let [mass, sum] = [0, 0];
  for (const { token, chance } of first?.alternatives ?? []) {
    const value = valueOf(token.trim());
    if (value < 0) continue;
    mass += chance;
    sum += chance * value;
  }
  return mass >= least ? sum / mass : null;
}
