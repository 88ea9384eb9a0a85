import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo, Socket } from "node:net";

/** How long a client may take to send the headers of a request, its first byte included. */
export const HEADERS_MS = 10_000;
/** How long a whole request may take to arrive: two minutes, as an upload may, and the time of the 408 that names its fault. */
const REQUEST_MS = 130_000;
/** How often Node looks for requests that are late. */
const LATENESS_CHECK_MS = 1_000;
/** Requests that are still open so long after the drain are cut off; a whole shutdown stays under 25 s. */
const LAST_REQUESTS_MS = 10_000;

/** Creates the server. Whoever sends headers or bodies slowly gets 408 and loses the connection; nobody holds one in silence. */
export function createHttpServer(listener: RequestListener): Server {
  const server = createServer(
    {
      headersTimeout: HEADERS_MS,
      requestTimeout: REQUEST_MS,
      connectionsCheckingInterval: LATENESS_CHECK_MS,
    },
    listener,
  );
  closeSilentConnections(server);
  return server;
}

/** Closes connections on which no first request comes: Node's own timeouts count from a request's first byte. */
function closeSilentConnections(server: Server): void {
  const timers = new WeakMap<Socket, ReturnType<typeof setTimeout>>();
  server.on("connection", (socket) => {
    const timer = setTimeout(() => socket.destroy(), HEADERS_MS + 2 * LATENESS_CHECK_MS);
    timers.set(socket, timer);
    socket.once("close", () => clearTimeout(timer));
  });
  server.on("request", ({ socket }) => clearTimeout(timers.get(socket)));
}

/** @returns the port, which the system chooses where the configuration has 0 */
export function listen(
  server: Server,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<number> {
  return new Promise((resolve) =>
    server.listen(port, host, () => resolve((server.address() as AddressInfo).port))
  );
}

/** Lets open requests finish, and cuts off those that take longer than {@link LAST_REQUESTS_MS}. */
export async function closeServer(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  const cutOff = setTimeout(() => server.closeAllConnections(), LAST_REQUESTS_MS);
  await closed;
  clearTimeout(cutOff);
}
