import assert, { AssertionError } from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import type { CallOptions, Reply } from "#testing/caller.ts";
import type { Random } from "../command.ts";
import type { Finding } from "./faults/judge.ts";

/** No call may stay without any answer for longer. */
const ANSWER_SECONDS = 40;
const FIRST_PAUSE_MS = 100;
const MAX_PAUSE_MS = 2_000;

export type Call = (method: string, path: string, options?: CallOptions) => Promise<Reply>;

export interface SendOptions extends CallOptions {
  /** The first pause before a repetition, in milliseconds (100); it doubles up to two seconds, or stays where it is longer. */
  readonly pauseMs?: number;
  /** A refusal that is an answer of its own, and ends the repetitions. */
  readonly endsAt?: (reply: Reply) => boolean;
}

/**
 * Calls the API as a careful integrator's program: it repeats what got no answer, a 5xx, a 429 or a conflict of its Idempotency-Key, under the
 * same key, with growing pauses. It records answers that the OpenAPI document does not promise.
 */
export class DrillClient {
  readonly findings: Finding[] = [];
  /** How often each answer came, such as "503 service_unavailable"; "no answer" stands for a broken connection. */
  readonly answers = new Map<string, number>();
  /** Requests that got no answer, or one from 500 on. */
  failed = 0;
  /** When the last of them was over, by `performance.now()`. */
  failedAt = 0;
  readonly #random: Random;
  readonly #until: () => number;

  /** @param until when it gives up, in milliseconds since the epoch; read before each repetition */
  constructor(random: Random, until: () => number) {
    this.#random = random;
    this.#until = until;
  }

  /** @returns the answer, a 2xx unless `endsAt` takes another; null when time is up. @throws Error for a refusal that no repetition cures */
  async send(call: Call, method: string, path: string, options: SendOptions = {}): Promise<Reply | null> {
    const { pauseMs = FIRST_PAUSE_MS, endsAt = () => false, ...request } = options;
    const idempotencyKey = options.idempotencyKey === undefined && method === "POST"
      ? crypto.randomUUID()
      : options.idempotencyKey ?? null;
    for (let pause = pauseMs;; pause = Math.max(pauseMs, Math.min(2 * pause, MAX_PAUSE_MS))) {
      const reply = await this.once(call, method, path, { ...request, idempotencyKey });
      if (reply !== null && (reply.status < 300 || endsAt(reply))) return reply;
      if (reply !== null && !isWorthRepeating(reply)) {
        throw new Error(`${method} ${path}: ${reply.status} ${reply.error} ${JSON.stringify(reply.meta)}`);
      }
      if (Date.now() > this.#until()) return null;
      await sleep(pause * (1 + this.#random()));
    }
  }

  /** Has something created. @returns the field of the answer's `data` with its id; null when time is up */
  async create(call: Call, path: string, body?: object, idIn = "id"): Promise<string | null> {
    const reply = await this.send(call, "POST", path, { body });
    return reply === null ? null : String(reply.data?.[idIn] ?? "");
  }

  /** Sends once. @returns null where there was no answer, or none that the document promises, which is a finding */
  async once(call: Call, method: string, path: string, options: CallOptions = {}): Promise<Reply | null> {
    const answer = call(method, path, options);
    // Callers give up on their own, but cannot tell.
    answer.catch(() => {});
    try {
      const reply = await Promise.race([answer, sleep(ANSWER_SECONDS * 1000, null, { ref: false })]);
      assert.ok(reply !== null, `no answer within ${ANSWER_SECONDS} s`);
      const { status, error } = reply;
      this.#count(status < 300 ? `${status}` : `${status} ${error}`, status >= 500);
      return reply;
    } catch (error) {
      if (error instanceof AssertionError || error instanceof SyntaxError) {
        this.findings.push({ kind: "undocumented", text: `${method} ${path}: ${error.message}` });
      }
      this.#count("no answer", true);
      return null;
    }
  }

  get requests(): number {
    return this.answers.values().reduce((sum, times) => sum + times, 0);
  }

  #count(answer: string, isFailure: boolean): void {
    if (isFailure) {
      this.failed++;
      this.failedAt = performance.now();
    }
    this.answers.set(answer, (this.answers.get(answer) ?? 0) + 1);
  }
}

function isWorthRepeating({ status, error }: Reply): boolean {
  return status >= 500 || status === 429 || error === "idempotency_conflict";
}
