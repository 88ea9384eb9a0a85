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

export interface TcpProxy {
  readonly port: number;
  set(mode: ProxyMode): void;
  /** Holds as soon as the process sends these bytes, them included. Resolves at that moment. */
  holdAt(bytes: string): Promise<void>;
  close(): Promise<void>;
}

/** Starts a proxy on a free port of the loopback address. */
export async function startTcpProxy(
  target: { readonly port: number; readonly host?: string },
): Promise<TcpProxy> {
  const proxy = new ForwardingProxy(target);
  await proxy.listen();
  return proxy;
}

class ForwardingProxy implements TcpProxy {
  readonly #server = createServer((client) => this.#accept(client));
  readonly #target: { readonly port: number; readonly host?: string };
  readonly #requests = new Set<Direction>();
  readonly #answers = new Set<Direction>();
  #mode: ProxyMode = "pass";
  #trap: { readonly bytes: string; readonly sprung: () => void } | null = null;

  constructor(target: { readonly port: number; readonly host?: string }) {
    this.#target = target;
  }

  async listen(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  set(mode: ProxyMode): void {
    this.#mode = mode;
    if (mode !== "hold") { for (const direction of this.#requests) direction.forwardKept(); }
    if (mode !== "mute") { for (const direction of this.#answers) direction.forwardKept(); }
  }

  holdAt(bytes: string): Promise<void> {
    return new Promise((resolve) => this.#trap = { bytes, sprung: resolve });
  }

  async close(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    for (const direction of [...this.#requests, ...this.#answers]) direction.destroy();
    await closed;
  }

  #accept(client: Socket): void {
    const upstream = connect({ host: this.#target.host ?? "127.0.0.1", port: this.#target.port });
    // Listens before the direction does, so that the bytes of the trap are held.
    client.on("data", (data) => this.#springTrap(data));
    this.#requests.add(new Direction(client, upstream, () => this.#mode === "hold"));
    this.#answers.add(new Direction(upstream, client, () => this.#mode === "mute"));
  }

  #springTrap(data: Buffer): void {
    if (this.#trap === null || this.#mode !== "pass" || !data.includes(this.#trap.bytes)) return;
    this.#mode = "hold";
    this.#trap.sprung();
    this.#trap = null;
  }
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
