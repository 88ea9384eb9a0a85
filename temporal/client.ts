import { setTimeout as sleep } from "node:timers/promises";
import { type Client, WorkflowFailedError } from "@temporalio/client";
import type { NativeConnection } from "@temporalio/worker";
import type { TemporalConfig } from "#shared/config.ts";
import { inTime } from "#shared/in-time.ts";
import { sharedFor } from "#shared/lazily.ts";
import { clientOn, connectToTemporal } from "./connection.ts";

/** Gives a process its client of Temporal. */
export interface TemporalClient {
  /** @throws Error when Temporal cannot be reached. */
  get(): Promise<Client>;
}

/** Milliseconds; the SDK's own limit is 30 s. */
const CONNECT_MS = 1_000;

/**
 * Connects at its first use, so that a process starts during an outage of Temporal; the next use tries again after a failure. It uses the
 * SDK's native core: the gRPC library over `node:http2` ends a Deno process at a GOAWAY, which Temporal sends every few minutes
 * (denoland/deno#36788).
 */
export class LazyTemporalClient implements TemporalClient {
  readonly #config: TemporalConfig;
  readonly #connect = sharedFor(
    Infinity,
    async () => this.#connection = await connectToTemporal(this.#config),
  );
  #connection: NativeConnection | null = null;

  constructor(config: TemporalConfig) {
    this.#config = config;
  }

  /** @throws Error after 1 s; a connection that takes longer serves a later call. */
  async get(): Promise<Client> {
    return clientOn(this.#connection ?? await inTime(this.#connect(), CONNECT_MS, tooLate), this.#config);
  }

  async close(): Promise<void> {
    await this.#connection?.close();
  }
}

const tooLate = () => new Error(`Cannot connect to Temporal within ${CONNECT_MS} ms`);

const FIRST_PAUSE_MS = 20;
const MAX_PAUSE_MS = 500;

/**
 * Waits until a workflow has closed, however it ended, with one long poll of Temporal. Polls again while the workflow does not exist yet, or
 * while Temporal cannot be reached. Returns after `timeoutMs` at the latest and never rejects: the workflow's row holds the outcome.
 */
export async function waitForWorkflow(
  temporal: TemporalClient,
  workflowId: string,
  timeoutMs: number,
): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  const remainingMs = () => deadline - Date.now();
  for (let pause = FIRST_PAUSE_MS; remainingMs() > 0; pause = Math.min(pause * 2, MAX_PAUSE_MS)) {
    try {
      const client = await temporal.get();
      await client.connection.withDeadline(deadline, () => client.workflow.getHandle(workflowId).result());
      return;
    } catch (error) {
      if (error instanceof WorkflowFailedError) return;
    }
    await sleep(Math.max(0, Math.min(pause, remainingMs())));
  }
}
