import type { Buffer } from "node:buffer";
import { connect, createServer, type Socket } from "node:net";
import type { AddressInfo } from "node:net";

/**
 * What a proxy between a process and a server does with their bytes:
 * - `pass` forwards all of them;
 * - `hold` keeps the process's requests, so that the server does not get them;
 * - `mute` keeps the server's answers, so that the server acts and the process does not learn of it.
 *
 * The proxy forwards what it kept once it passes again.
 */
export type ProxyMode = "pass" | "hold" | "mute";

export interface Target {
  /** The loopback address where absent. */
  readonly host?: string;
  readonly port: number;
}

export type TcpProxy = Awaited<ReturnType<typeof startTcpProxy>>;

/**
 * Starts a proxy on a free port of the loopback address. With several targets each connection goes to the next one that accepts it, as behind a
 * load balancer.
 */
export async function startTcpProxy(...first: readonly Target[]) {
  const [requests, answers] = [new Set<Direction>(), new Set<Direction>()];
  let targets = first;
  let next = 0;
  let mode: ProxyMode = "pass";
  let trap: { readonly bytes: string; readonly sprung: () => void } | null = null;

  const springTrap = (data: Buffer) => {
    if (trap === null || mode !== "pass" || !data.includes(trap.bytes)) return;
    mode = "hold";
    trap.sprung();
    trap = null;
  };
  const accept = async (client: Socket) => {
    client.on("error", () => {});
    client.setNoDelay(true);
    for (let tried = 0; tried < targets.length; tried++) {
      const target = targets[next++ % targets.length];
      const upstream = target === undefined ? null : await connectTo(target);
      if (upstream === null) continue;
      // Listens before the direction does, so that the bytes of the trap are held.
      client.on("data", springTrap);
      requests.add(new Direction(client, upstream, () => mode === "hold"));
      answers.add(new Direction(upstream, client, () => mode === "mute"));
      if (client.destroyed) upstream.destroy();
      return;
    }
    client.destroy();
  };
  const disconnect = () => {
    for (const directions of [requests, answers]) {
      for (const direction of directions) direction.destroy();
      directions.clear();
    }
  };
  const server = createServer((client) => void accept(client));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    port: (server.address() as AddressInfo).port,
    set(to: ProxyMode): void {
      mode = to;
      if (mode !== "hold") { for (const direction of requests) direction.forwardKept(); }
      if (mode !== "mute") { for (const direction of answers) direction.forwardKept(); }
    },
    /** Holds as soon as the process sends these bytes, them included. Resolves at that moment. */
    holdAt: (bytes: string): Promise<void> => new Promise((resolve) => trap = { bytes, sprung: resolve }),
    /** Leads to other servers from now on, and breaks the connections to the former ones. */
    point(...others: readonly Target[]): void {
      targets = others;
      disconnect();
    },
    async close(): Promise<void> {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      disconnect();
      await closed;
    },
  };
}

function connectTo({ host = "127.0.0.1", port }: Target): Promise<Socket | null> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, noDelay: true }, () => resolve(socket));
    socket.once("error", () => resolve(null));
    socket.setTimeout(2_000, () => {
      if (socket.connecting) socket.destroy(new Error("no answer"));
    });
  });
}

/** One direction of a connection. */
class Direction {
  readonly #from: Socket;
  readonly #to: Socket;
  readonly #kept: Buffer[] = [];
  /** The sender closed its side; the receiver learns of it when the direction passes, as behind a network that is gone. */
  #closed = false;

  constructor(from: Socket, to: Socket, isHeld: () => boolean) {
    this.#from = from;
    this.#to = to;
    from.on("data", (data) => {
      if (isHeld()) this.#kept.push(data);
      else to.write(data);
    });
    from.on("close", () => {
      this.#closed = true;
      if (!isHeld()) to.destroy();
    });
    from.on("error", () => {});
  }

  forwardKept(): void {
    for (const data of this.#kept.splice(0)) this.#to.write(data);
    if (this.#closed) this.#to.end();
  }

  destroy(): void {
    this.#from.destroy();
    this.#to.destroy();
  }
}
