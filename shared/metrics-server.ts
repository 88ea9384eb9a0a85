import { inTime } from "./in-time.ts";
import { createServer, type Server } from "node:http";
import type { Logger } from "./log.ts";
import { metricsPage } from "./metrics.ts";

export interface OperatorPages {
  /** Another exporter's page, such as the Temporal SDK's, which follows ours; empty where it does not answer. */
  readonly otherMetrics: () => Promise<string>;
  /** Why the process should be started again; null while it lives. */
  readonly reasonDead: () => Promise<string | null>;
  /** Why the process takes no work; null while it does. */
  readonly reasonUnready: () => Promise<string | null>;
}

/** How long a page may take: less than the time that Prometheus waits. */
const PAGE_MS = 5_000;
const CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8";

/**
 * Serves `/metrics`, `/livez` and `/readyz` to operators, on a port of their own that no customer reaches.
 *
 * @throws Error where the port is taken
 */
export async function serveOperatorPages(
  { host, port }: { readonly host: string; readonly port: number },
  { otherMetrics, reasonDead, reasonUnready }: OperatorPages,
  log: Logger,
): Promise<Server> {
  const pages: Readonly<Record<string, () => Promise<Page>>> = {
    "/metrics": async () => {
      const [own, other] = await Promise.all([metricsPage(), otherMetrics().catch(() => "")]);
      return { status: 200, body: `${own}\n${other}` };
    },
    "/livez": async () => health(await reasonDead(), "ok"),
    "/readyz": async () => health(await reasonUnready(), "ready"),
  };
  const server = createServer(
    { requestTimeout: PAGE_MS, headersTimeout: PAGE_MS },
    async (request, response) => {
      const page = request.method === "GET" ? pages[request.url ?? ""] : undefined;
      const { status, body } = page === undefined
        ? { status: 404, body: "not found\n" }
        : await inTime(page(), PAGE_MS, () => new Error(`The page took over ${PAGE_MS} ms`)).catch(
          (error) => {
            log.warn({ err: error }, "An operator's page failed");
            return { status: 503, body: "the page failed; see the log\n" };
          },
        );
      response.writeHead(status, { "Content-Type": CONTENT_TYPE }).end(body);
    },
  );
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, resolve);
  });
  log.info({ host, port }, "metrics ready");
  return server;
}

interface Page {
  readonly status: number;
  readonly body: string;
}

function health(reason: string | null, well: string): Page {
  return { status: reason === null ? 200 : 503, body: `${reason ?? well}\n` };
}
