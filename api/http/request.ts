import type { ParameterizedContext } from "koa";
import { networkOf } from "#shared/addresses.ts";
import { sessionTokenOf } from "./identity.ts";
import { cursorsOf } from "./pagination.ts";
import type { Services } from "./services.ts";

/** What a request has brought by the time that its handler runs. */
export interface Received {
  requestId: string;
  /** When the request arrived, before it waited for anything. */
  receivedAt: Date;
  /** Resolves when the request is charged, rejects where the limiter refuses it: at once, but for a route that `readsAhead`. */
  charged: Promise<void>;
  /** Empty until validated, like `query`. */
  params: Record<PropertyKey, unknown>;
  query: Record<PropertyKey, unknown>;
  /** Undefined until read. */
  body: unknown;
}

/** What the handlers of all scopes get of a request. */
export type CommonRequest = Readonly<ReturnType<typeof requestOf>>;

/** @param list names the list that the request is of */
export function requestOf(
  ctx: ParameterizedContext<Received, { readonly services: Pick<Services, "cursorKeys"> }>,
  list: () => string,
) {
  const { params, query, body, requestId, charged, receivedAt } = ctx.state;
  return {
    params,
    query,
    body,
    requestId,
    charged,
    receivedAt,
    /** A header of the request, one that the route names in `requestHeaders`; empty where it was not sent. */
    header: (name: string) => ctx.get(name),
    // What few handlers look at is read where it is needed.
    /** Of the list that the request names. */
    get cursors() {
      return cursorsOf(ctx.services.cursorKeys, list);
    },
    /** Whether the caller prefers text/csv to JSON. */
    get wantsCsv() {
      return ctx.accepts("application/json", "text/csv") === "text/csv";
    },
    /** Where the request comes from. */
    get client() {
      return {
        /** The address whose requests count together: an IPv4 address, or the /64 of an IPv6 one. */
        network: networkOf(ctx.ip),
        userAgent: ctx.get("User-Agent") || null,
        /** The token in the session's cookie, valid or not; null without one. */
        sessionToken: sessionTokenOf(ctx),
      };
    },
    /** Whether the caller has the version with this weak ETag already (If-None-Match). */
    has: (etag: string) => isAmong(etag, ctx.get("If-None-Match")),
    /** Gives a signal that is aborted when the caller closes the connection. */
    untilClosed: () => closedSignal(ctx),
  };
}

/** Compares weak validators (RFC 9110, 13.1.2). */
function isAmong(etag: string, header: string): boolean {
  const opaque = (tag: string) => tag.trim().replace(/^W\//, "");
  return header.trim() === "*" || header.split(",").some((tag) => opaque(tag) === opaque(etag));
}

function closedSignal({ req, res }: ParameterizedContext): AbortSignal {
  const closing = new AbortController();
  if (req.socket.destroyed) closing.abort();
  res.once("close", () => closing.abort());
  return closing.signal;
}
