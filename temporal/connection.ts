import { type AddressInfo, createServer } from "node:net";
import { Client } from "@temporalio/client";
import type { Logger as SdkLogger } from "@temporalio/common";
// The package as a whole also loads the workflow bundler, which only workers need.
import { NativeConnection } from "@temporalio/worker/lib/connection.js";
import { Runtime } from "@temporalio/worker/lib/runtime.js";
import type { RuntimeOptions } from "@temporalio/worker/lib/runtime-options.js";
import type { TemporalConfig } from "#shared/config.ts";
import { clientInterceptors } from "./tracing.ts";

/** A client of the namespace, whose runs continue the trace of what starts them. */
export function clientOn(
  connection: NativeConnection,
  { namespace }: Pick<TemporalConfig, "namespace">,
): Client {
  return new Client({ connection, namespace, interceptors: { workflow: clientInterceptors() } });
}

/** @throws TransportError when Temporal cannot be reached. */
export function connectToTemporal({ address, apiKey, tls }: TemporalConfig): Promise<NativeConnection> {
  return NativeConnection.connect({
    address,
    ...(tls ? { tls: true } : {}),
    ...(apiKey === null ? {} : { apiKey: apiKey.reveal() }),
  });
}

/** The page of the SDK's own metrics; empty where they are off. */
export type SdkMetrics = () => Promise<string>;

const PAGE_MS = 2_000;

/**
 * Installs the SDK's native core, which leaves the signals to the process: it would end it before the drain.
 *
 * @param withMetrics exports the SDK's metrics on a free port of the loopback address, from where they are merged into the process's page
 */
export async function installRuntime(
  { logger, withMetrics }: { readonly logger?: SdkLogger; readonly withMetrics: boolean },
): Promise<SdkMetrics> {
  const options: RuntimeOptions = { shutdownSignals: [], ...(logger === undefined ? {} : { logger }) };
  if (!withMetrics) {
    Runtime.install(options);
    return () => Promise.resolve("");
  }
  const address = `127.0.0.1:${await freePort()}`;
  const prometheus = {
    bindAddress: address,
    useSecondsForDurations: true,
    countersTotalSuffix: true,
    unitSuffix: true,
  };
  Runtime.install({ ...options, telemetryOptions: { metrics: { prometheus } } });
  return async () => {
    const response = await fetch(`http://${address}/metrics`, { signal: AbortSignal.timeout(PAGE_MS) });
    return await response.text();
  };
}

/** The core does not say which port it was given, so it is given one that was free a moment ago. */
async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
