import { Client } from "@temporalio/client";
// The package as a whole also loads the workflow bundler, which only workers need.
import { NativeConnection } from "@temporalio/worker/lib/connection.js";
import type { TemporalConfig } from "#shared/config.ts";

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
  #connecting: Promise<NativeConnection> | null = null;
  #connection: NativeConnection | null = null;

  constructor(config: TemporalConfig) {
    this.#config = config;
  }

  /** @throws Error after 1 s; a connection that takes longer serves a later call. */
  async get(): Promise<Client> {
    const connection = this.#connection ?? await withConnectDeadline(this.#connecting ??= this.#connect());
    return new Client({ connection, namespace: this.#config.namespace });
  }

  async close(): Promise<void> {
    await this.#connection?.close();
  }

  async #connect(): Promise<NativeConnection> {
    try {
      return this.#connection = await connectToTemporal(this.#config);
    } finally {
      this.#connecting = null;
    }
  }
}

/** @throws TransportError when Temporal cannot be reached. */
export function connectToTemporal({ address, apiKey, tls }: TemporalConfig): Promise<NativeConnection> {
  return NativeConnection.connect({
    address,
    ...(tls ? { tls: true } : {}),
    ...(apiKey === null ? {} : { apiKey: apiKey.reveal() }),
  });
}

async function withConnectDeadline<T>(connecting: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const deadline = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new Error(`Cannot connect to Temporal within ${CONNECT_MS} ms`)),
      CONNECT_MS,
    );
  });
  try {
    return await Promise.race([connecting, deadline]);
  } finally {
    clearTimeout(timer);
  }
}
