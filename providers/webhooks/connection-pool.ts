import http from "node:http";
import https from "node:https";
import { Socket } from "node:net";
import type { Duplex } from "node:stream";

export interface PoolLimits {
  /** Idle connections kept, over all origins and for each scheme. */
  readonly idleConnections: number;
  /** How long one is kept idle, in milliseconds. */
  readonly idleMs: number;
}

/** Connections that are kept between attempts, by origin. */
export interface ConnectionPool {
  agent(url: URL): http.Agent;
  /** Idle connections at present. */
  readonly idle: number;
  /** Closes all connections. */
  close(): void;
}

export function createConnectionPool(limits: PoolLimits): ConnectionPool {
  const options = { keepAlive: true, maxFreeSockets: limits.idleConnections };
  const plain = bounded(new http.Agent(options), limits);
  const secure = bounded(new https.Agent(options), limits);
  return {
    agent: (url) => url.protocol === "https:" ? secure : plain,
    get idle() {
      return idleCount(plain) + idleCount(secure);
    },
    close() {
      plain.destroy();
      secure.destroy();
    },
  };
}

/**
 * An agent bounds its idle connections by origin only, and its timeout runs on busy connections too; this bounds them
 * over all origins, in number and time.
 *
 * It also takes back the mark by which Deno's HTTP client decides to send a request again when a kept connection
 * closes: Deno 2.9 does so by itself, even with requests that the receiver has got and with those that were destroyed
 * on a timeout (denoland/deno#36786). An attempt is one request, or the record of attempts is wrong.
 */
function bounded<Agent extends http.Agent>(agent: Agent, { idleConnections, idleMs }: PoolLimits): Agent {
  const keep = agent.keepSocketAlive.bind(agent);
  const reuse = agent.reuseSocket.bind(agent);
  return Object.assign(agent, {
    keepSocketAlive(socket: Duplex): boolean {
      // The declared type of the result is void; it is a boolean.
      if (idleCount(agent) >= idleConnections || !(keep(socket) as unknown as boolean)) return false;
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
