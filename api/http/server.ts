import { Buffer } from "node:buffer";
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";
import type { Duplex } from "node:stream";
import { newId } from "#shared/ids.ts";

/** How long a client may take to send the headers of a request, from the connection on for the first one. */
export const HEADERS_MS = 10_000;
/** How long a whole request may take to arrive: two minutes, as an upload may, and the time of the 408 that names its fault. */
const REQUEST_MS = 130_000;
/** How long the rest of a body may take that the service no longer reads. */
const REST_MS = 30_000;
/** How long a client may read nothing of an answer that waits for it. */
const SENDING_MS = 60_000;
/** How often Node looks for requests that are late. */
const LATENESS_CHECK_MS = 1_000;
/** Requests that are still open so long after the drain are cut off; a whole shutdown stays under 25 s. */
const LAST_REQUESTS_MS = 10_000;

/**
 * Creates the server. A client that sends headers or bodies slowly gets 408 and loses the connection; none holds one in silence, nor an answer
 * in memory by not reading it.
 */
export function createHttpServer(listener: RequestListener, sendingMs = SENDING_MS): Server {
  const server = createServer(
    {
      headersTimeout: HEADERS_MS,
      requestTimeout: REQUEST_MS,
      connectionsCheckingInterval: LATENESS_CHECK_MS,
      // Node would answer without a body.
      requireHostHeader: false,
    },
    (request, response) => {
      discardRest(request, response);
      limitSending(response, sendingMs);
      return request.httpVersion === "1.1" && request.headers.host === undefined
        ? refuse(response)
        : listener(request, response);
    },
  );
  answerUnreadable(server);
  return server;
}

/**
 * Reads the rest of a body whose answer did not need it, such as a 401 or a 413, and throws it away. Unread, it would keep its sender from
 * seeing the answer, and the connection's next request, which behind a proxy may be somebody else's, from being read.
 */
function discardRest(request: IncomingMessage, response: ServerResponse): void {
  response.once("finish", () => {
    if (request.complete) return;
    const late = setTimeout(() => request.socket.destroy(), REST_MS);
    request.once("end", () => clearTimeout(late));
    request.once("close", () => clearTimeout(late));
    request.resume();
  });
}

/**
 * Closes the connection of an answer of which nothing is sent for so long. The time begins when all of it is written, or a stream begins to write
 * it, and again with every byte that goes out.
 */
function limitSending(response: ServerResponse, sendingMs: number): void {
  const { socket } = response;
  let late: ReturnType<typeof setTimeout> | undefined;
  const watch = (sent = socket?.bytesWritten) => {
    late = setTimeout(() => {
      const now = socket?.bytesWritten;
      if (now === sent) response.destroy();
      else watch(now);
    }, sendingMs);
  };
  const start = () => late === undefined && watch();
  response.once("pipe", start).once("prefinish", start);
  response.once("finish", () => clearTimeout(late)).once("close", () => clearTimeout(late));
}

/** Statuses of what the parser refuses, before there is a request, and why; anything else is no HTTP at all. */
const UNREADABLE: Readonly<Record<string, { readonly status: string; readonly message: string }>> = {
  HPE_HEADER_OVERFLOW: {
    status: "431 Request Header Fields Too Large",
    message: "The request's headers must have at most 16 KiB together.",
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: "408 Request Timeout",
    message: "The request took too long to arrive.",
  },
};
const NO_HTTP = { status: "400 Bad Request", message: "The request must be well-formed HTTP/1.1." };
const NO_HOST = "The request must have a Host header, as HTTP/1.1 demands.";

/** Answers a request that does not say whom it is for, and closes the connection. */
function refuse(response: ServerResponse): void {
  const { headers, body } = refusal(NO_HOST);
  response.writeHead(400, headers).end(body);
}

/** The answer to what no route sees. */
function refusal(message: string) {
  const request_id = newId();
  const errors = [{ field: "", message }];
  const body = JSON.stringify({
    data: null,
    error: "validation_error",
    meta: { request_id, message, field: "", errors },
  });
  const headers = {
    "Connection": "close",
    "Content-Type": "application/json; charset=utf-8",
    "Content-Length": Buffer.byteLength(body),
    "X-Request-Id": request_id,
  };
  return { headers, body };
}

/** Answers in the envelope what the parser refuses, and closes the connection: where the next request begins is not known. */
function answerUnreadable(server: Server): void {
  const unanswered = new WeakMap<Duplex, number>();
  const count = (socket: Duplex, change: number) =>
    unanswered.set(socket, (unanswered.get(socket) ?? 0) + change);
  server.on("request", ({ socket }, response) => {
    count(socket, 1);
    response.once("close", () => count(socket, -1));
  });
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    // An answer in the middle of another would be read as its body.
    if (!socket.writable || error.code === "ECONNRESET" || (unanswered.get(socket) ?? 0) > 0) {
      socket.destroy();
      return;
    }
    const { status, message } = UNREADABLE[error.code ?? ""] ?? NO_HTTP;
    const { headers, body } = refusal(message);
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
    socket.end(`HTTP/1.1 ${status}\r\n${lines.join("\r\n")}\r\n\r\n${body}`);
  });
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
