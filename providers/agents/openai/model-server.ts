import type { TokenUsage } from "#shared/answer-store.ts";
import { type CallSignals, type ClientOptions, OpenAiClient, type RetryPolicy } from "../../openai/client.ts";
import { systemClock } from "../../openai/clock.ts";
import {
  type AdaptiveConcurrency,
  TrafficControl,
  type TrafficLimits,
} from "../../openai/traffic-control.ts";
import { FAULTS } from "../../openai/completion.ts";
import { EngineError } from "../errors.ts";

export type ModelServerOptions = TrafficLimits & Omit<ClientOptions, "purpose" | "traffic">;

/** A completion, or the rejection of this one request, such as a content filter's. */
export interface ModelReply {
  readonly status: number;
  readonly raw: string;
  /** The parsed body; null where the server rejected the request. */
  readonly body: object | null;
  /** Null where the server did not count. */
  readonly usage: TokenUsage | null;
}

/** Each class of fault has its own limit alone. A wait of over a minute is Temporal's, whose retries survive a restart. */
const RETRIES: RetryPolicy = { maxCalls: Infinity, longestWaitMs: 60_000 };

/** The model server that answers for agents: every call of the process goes through here. */
export class ModelServer {
  /**
   * A slot for each persona in progress. A task keeps its slot through all of its calls and pauses, so that a persona in progress is
   * finished before another one starts. Fewer when the server is overloaded, and more again.
   */
  readonly slots: AdaptiveConcurrency;
  readonly #client: OpenAiClient;

  constructor({ clock = systemClock, ...options }: ModelServerOptions) {
    const traffic = new TrafficControl(options, clock);
    this.slots = traffic.concurrency;
    this.#client = new OpenAiClient({ ...options, purpose: "agents", traffic, clock });
  }

  /**
   * Sends one request, again after faults of the server.
   * @param tokens that the call will probably use, for the limit of tokens a minute.
   * @throws EngineError `engine_unavailable` after the last attempt; a signal's reason.
   */
  async send(body: string, tokens: number, signals: CallSignals): Promise<ModelReply> {
    const outcome = await this.#client.post({ body, tokens, signals, retries: RETRIES });
    if (outcome.kind === "reply") return outcome;
    const { fault, reason, message, status, raw, retryAfterMs, failures } = outcome;
    if (fault === "rejected") return { status, raw, body: null, usage: null };
    const sameFault = failures.filter((failure) => failure.fault === fault).length;
    const detail = fault === "circuit_open"
      ? message
      : `${fault}, call ${sameFault} of ${FAULTS[fault].attempts}: ${message}`;
    throw new EngineError("engine_unavailable", `The model server is unavailable: ${reason}`, {
      cause: new Error(detail),
      ...(retryAfterMs === null ? {} : { retryAfterMs }),
    });
  }
}
