import type { Log } from "../say.ts";
import { type Child, type ChildOptions, startChild } from "../child.ts";
import { freePort } from "../ports.ts";

/** A server that this process started and that answers. */
export interface Service {
  readonly name: string;
  readonly pid: number;
  readonly port: number;
  /** How it ended; pending while it lives. */
  readonly exited: Promise<string>;
  stop(): Promise<void>;
  kill(signal: NodeJS.Signals): void;
}

export interface ServiceOptions {
  /** The service's folder: its data and log. */
  readonly dir: string;
  /** Exactly this port; a free one where absent. */
  readonly port?: number;
  readonly log: Log;
  /** Ends the start when aborted. */
  readonly signal?: AbortSignal | undefined;
  /** See {@link ChildOptions}. */
  readonly register?: string | undefined;
}

/**
 * Starts a server on the given port, or on a free one: then twice more should another process have taken that port in
 * between. `ready` resolves when it answers, and throws {@link GaveUp} when it can't any more.
 * @throws Error with the server's last lines when it ends before it answers.
 */
export async function startOnPort(
  options: ServiceOptions,
  child: (port: number) => ChildOptions,
  ready: (port: number, child: Child) => Promise<void>,
): Promise<Service> {
  for (let attempt = 1;; attempt++) {
    const port = options.port ?? await freePort();
    const started = await startChild({ ...child(port), register: options.register });
    const giveUp = () => void started.stop();
    options.signal?.addEventListener("abort", giveUp);
    try {
      options.signal?.throwIfAborted();
      await ready(port, started);
      if (!started.alive()) throw new Error("it ended");
      const { name, pid, exited, stop, kill } = started;
      return { name, pid, port, exited, stop, kill };
    } catch (cause) {
      const lines = started.lastLines();
      await started.stop();
      if (options.port === undefined && attempt < 3 && /address already in use|in use/i.test(lines)) continue;
      throw new Error(`Cannot start ${started.name}: ${(cause as Error).message}\n${lines}`, { cause });
    } finally {
      options.signal?.removeEventListener("abort", giveUp);
    }
  }
}
