import { Buffer } from "node:buffer";
import { connect, createServer, type Server, type Socket } from "node:net";

/**
 * Stands between a process and a server, to make the network misbehave:
 * - `pass` forwards everything;
 * - `hold` keeps what the process sends, so that the server does not hear it;
 * - `mute` keeps what the server answers, so that it has heard and done it but the process does not know.
 *
 * What was kept is sent on when it passes again.
 */
export type ProxyMode = "pass" | "hold" | "mute";

export interface TcpProxy {
  readonly port: number;
  set(mode: ProxyMode): void;
  /** Holds from the moment on at which the process sends these bytes, with them. Resolves then. */
  holdAt(bytes: string): Promise<void>;
  close(): Promise<void>;
}

interface Direction {
  readonly from: Socket;
  readonly to: Socket;
  readonly kept: Buffer[];
  /** Closed by the sender while it was held: the receiver hears of that late too, as behind a network that is gone. */
  closed: boolean;
}

/** A proxy on a free port of the loopback address. */
export async function startTcpProxy(
  target: { readonly port: number; readonly host?: string },
): Promise<TcpProxy> {
  let mode: ProxyMode = "pass";
  let trap: { readonly bytes: string; readonly sprung: () => void } | null = null;
  const requests = new Set<Direction>();
  const answers = new Set<Direction>();

  const forward = (direction: Direction, held: () => boolean) => {
    const { from, to, kept } = direction;
    from.on("data", (data) => {
      if (held()) kept.push(data);
      else to.write(data);
    });
    from.on("close", () => {
      direction.closed = true;
      if (!held()) to.destroy();
    });
    from.on("error", () => {});
  };

  const server: Server = createServer((client) => {
    const upstream = connect({ host: target.host ?? "127.0.0.1", port: target.port });
    const request: Direction = { from: client, to: upstream, kept: [], closed: false };
    const answer: Direction = { from: upstream, to: client, kept: [], closed: false };
    requests.add(request);
    answers.add(answer);
    client.on("data", (data) => {
      if (trap === null || mode !== "pass" || !data.includes(trap.bytes)) return;
      mode = "hold";
      trap.sprung();
      trap = null;
    });
    forward(request, () => mode === "hold");
    forward(answer, () => mode === "mute");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as { port: number };

  const release = (directions: ReadonlySet<Direction>) => {
    for (const { to, kept, closed } of directions) {
      for (const data of kept.splice(0)) to.write(data);
      if (closed) to.end();
    }
  };
  return {
    port,
    set(next) {
      mode = next;
      if (next !== "hold") release(requests);
      if (next !== "mute") release(answers);
    },
    holdAt: (bytes) => new Promise((resolve) => trap = { bytes, sprung: resolve }),
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const { from, to } of [...requests, ...answers]) {
        from.destroy();
        to.destroy();
      }
      await closed;
    },
  };
}
