import { once } from "node:events";
import { connect } from "node:net";
import getPort from "get-port";
import { type Child, type ChildOptions, startChild } from "../machine/child.ts";
import type { Log } from "../machine/terminal.ts";
import { WaitAborted, waitFor } from "../machine/wait.ts";

/** A server that this process started and that answers. */
export interface Service extends Child {
  readonly port: number;
}

export interface ServiceOptions {
  /** The service's folder, for its data and log. */
  readonly dir: string;
  /** The service's port; a free one where absent. */
  readonly port?: number | undefined;
  readonly log: Log;
  /** Ends the start when aborted. */
  readonly signal?: AbortSignal | undefined;
  /** See {@link ChildOptions}. */
  readonly register?: string | undefined;
}

/** A free port of the loopback address, reserved for this process's caller: `preferred`, or another one with a line in the log. */
export async function freePort(preferred?: number, log?: Log): Promise<number> {
  const choice = preferred === undefined ? {} : { port: preferred };
  const port = await getPort({ host: "127.0.0.1", reserve: true, ...choice });
  if (preferred !== undefined && port !== preferred) log?.(`port ${preferred} is in use, taking ${port}`);
  return port;
}

/** @throws Error for anything but a port. */
export function portSetting(value: string | undefined, preferred: number): number {
  if (value === undefined || value === "") return preferred;
  const port = Number(value);
  if (/^\d+$/.test(value) && port >= 1 && port <= 65_535) return port;
  throw new Error(`Cannot start: PORT must be a port from 1 to 65535, got ${JSON.stringify(value)}`);
}

/** How it is known that a process is ready. */
export interface Readiness<Probe> {
  /** Such as "Redis to answer". */
  readonly condition: string;
  /** Tried until it resolves to something; it may throw before. */
  readonly probe: Probe;
  /** Seconds until it is given up (30), and milliseconds between two tries (50). */
  readonly seconds?: number;
  readonly everyMs?: number;
}

/**
 * Starts a process, and waits until it is ready. @param subject what a failure calls it
 * @throws Error with its last lines when it ends before it is ready, or is aborted, or the time is over
 */
export async function startReady(
  { signal, register }: Pick<ServiceOptions, "signal" | "register">,
  child: ChildOptions,
  { condition, probe, ...pace }: Readiness<() => Promise<unknown> | unknown>,
  subject = child.name,
): Promise<Child> {
  const started = await startChild({ ...child, register });
  const abort = () => void started.stop();
  signal?.addEventListener("abort", abort);
  try {
    signal?.throwIfAborted();
    await waitFor(condition, async () => {
      // Another server on its port would answer in its place.
      if (!started.alive()) throw new WaitAborted("it ended");
      return await probe() || undefined;
    }, pace);
    if (!started.alive()) throw new Error("it ended");
    return started;
  } catch (cause) {
    const lines = started.lastLines();
    await started.stop();
    throw new Error(`Cannot start ${subject}: ${(cause as Error).message}\n${lines}`, { cause });
  } finally {
    signal?.removeEventListener("abort", abort);
  }
}

/** Starts on a free port, should another process take that port first. */
const ATTEMPTS = 3;

/**
 * Starts a server on the given port or on a free one, and waits until it answers.
 * @throws Error with the server's last lines when it ends before it answers, or with its port where another process has that by now.
 */
export async function startOnPort(
  options: ServiceOptions,
  child: (port: number) => ChildOptions,
  { probe, ...readiness }: Readiness<(port: number) => Promise<unknown>>,
): Promise<Service> {
  for (let attempt = 1;; attempt++) {
    const port = options.port ?? await freePort();
    const own = child(port);
    try {
      return { ...await startReady(options, own, { ...readiness, probe: () => probe(port) }), port };
    } catch (error) {
      const isTaken = options.port === undefined && /in use/i.test((error as Error).message);
      if (isTaken && attempt < ATTEMPTS) continue;
      if (!await listens(port)) throw error;
      const reason = `another process has taken port ${port}; start again for a free one`;
      throw new Error(`Cannot start ${own.name}: ${reason}`, { cause: error });
    }
  }
}

/** Whether a process listens on this port of the loopback address. */
export async function listens(port: number): Promise<boolean> {
  const socket = connect({ host: "127.0.0.1", port });
  try {
    await once(socket, "connect", { signal: AbortSignal.timeout(1_000) });
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
