import { connect, createServer, type Socket } from "node:net";
import type { AddressInfo } from "node:net";

export interface Target {
  readonly host: string;
  readonly port: number;
}

/**
 * One address in front of servers that come and go, as a virtual address, a load balancer or a name in DNS is in production. Each
 * connection goes to the next target that accepts it.
 */
export class Switch {
  readonly #server = createServer((client) => void this.#accept(client));
  readonly #open = new Set<Socket>();
  #targets: readonly Target[];
  #next = 0;

  constructor(targets: readonly Target[]) {
    this.#targets = targets;
  }

  /** Starts a switch on a free port of the loopback address. */
  static async start(...targets: Target[]): Promise<Switch> {
    const created = new Switch(targets);
    await new Promise<void>((resolve) => created.#server.listen(0, "127.0.0.1", resolve));
    return created;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** Leads to other servers from now on, and breaks the connections to the former ones. */
  point(...targets: Target[]): void {
    this.#targets = targets;
    for (const socket of this.#open) socket.destroy();
  }

  async close(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    for (const socket of this.#open) socket.destroy();
    await closed;
  }

  async #accept(client: Socket): Promise<void> {
    this.#track(client);
    for (let i = 0; i < this.#targets.length; i++) {
      const target = this.#targets[this.#next++ % this.#targets.length];
      const upstream = target === undefined ? null : await connectTo(target);
      if (upstream === null) continue;
      this.#track(upstream);
      client.pipe(upstream);
      upstream.pipe(client);
      client.on("close", () => upstream.destroy());
      upstream.on("close", () => client.destroy());
      if (client.destroyed) upstream.destroy();
      return;
    }
    client.destroy();
  }

  #track(socket: Socket): void {
    this.#open.add(socket);
    socket.setNoDelay(true);
    socket.on("error", () => {});
    socket.on("close", () => this.#open.delete(socket));
  }
}

function connectTo({ host, port }: Target): Promise<Socket | null> {
  return new Promise((resolve) => {
    const socket = connect({ host, port }, () => resolve(socket));
    socket.once("error", () => resolve(null));
    socket.setTimeout(2_000, () => {
      if (socket.connecting) socket.destroy(new Error("no answer"));
    });
  });
}
