import http from "node:http";
import https from "node:https";
import { Socket } from "node:net";
import type { Duplex } from "node:stream";

export interface PoolLimits {
  /** The most idle connections, over all origins and for each scheme. */
  readonly idleConnections: number;
  /** The longest idle time of a connection, in milliseconds. */
  readonly idleMs: number;
}

/** One second is less than servers keep idle connections: 2 s (gunicorn), 5 s (Node, Apache) or more. */
export const DEFAULT_POOL_LIMITS: PoolLimits = { idleConnections: 256, idleMs: 1_000 };

/** Keeps connections open between attempts, by origin. */
export class ConnectionPool {
  readonly #plain: http.Agent;
  readonly #secure: https.Agent;

  constructor(limits: PoolLimits) {
    const options = { keepAlive: true, maxFreeSockets: limits.idleConnections };
    this.#plain = bounded(new http.Agent(options), limits);
    this.#secure = bounded(new https.Agent(options), limits);
  }

  agent(url: URL): http.Agent {
    return url.protocol === "https:" ? this.#secure : this.#plain;
  }

  get idleConnections(): number {
    return idleCount(this.#plain) + idleCount(this.#secure);
  }

  /** Closes all connections, those in use included. */
  close(): void {
    this.#plain.destroy();
    this.#secure.destroy();
  }
}

/**
 * Bounds an agent's idle connections over all origins, in number and time. The agent's own options bound them by origin only, and its
 * timeout also ends busy connections.
 *
 * It also takes back the mark by which Deno's HTTP client sends a request again when a reused connection closes. Deno 2.9 does so even
 * after the receiver got the request, or after a timeout (denoland/deno#36786); an attempt must be one request.
 */
function bounded<Agent extends http.Agent>(agent: Agent, { idleConnections, idleMs }: PoolLimits): Agent {
  const keep = agent.keepSocketAlive.bind(agent);
  const reuse = agent.reuseSocket.bind(agent);
  return Object.assign(agent, {
    keepSocketAlive(socket: Duplex): boolean {
      if (idleCount(agent) >= idleConnections) return false;
      // The agent returns a boolean, although its type declares void.
      const isKept: unknown = keep(socket);
      if (!isKept) return false;
      if (socket instanceof Socket) socket.setTimeout(idleMs).on("timeout", destroyIdle);
      return true;
    },
    reuseSocket(socket: Duplex, request: http.ClientRequest): void {
      reuse(socket, request);
      Object.assign(request, { reusedSocket: false });
      if (socket instanceof Socket) socket.setTimeout(0).off("timeout", destroyIdle);
    },
  });
}

function destroyIdle(this: Socket): void {
  this.destroy();
}

function idleCount(agent: http.Agent): number {
  return Object.values(agent.freeSockets).reduce((count, sockets) => count + (sockets?.length ?? 0), 0);
}
