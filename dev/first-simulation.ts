import { randomUUID } from "node:crypto";
import { type Log, thousands } from "./terminal.ts";
import type { Results } from "./verdict-table.ts";
import { WaitAborted, waitFor } from "./wait.ts";

const AGENTS = 1_000;
const METHODOLOGY = "product-purchase-intent";
const QUESTION = "How likely are you to buy this product if it were available where you usually shop?";

/** The body of `POST /v1/simulations`. */
export const FIRST_REQUEST = { workflow_id: METHODOLOGY, agent_count: AGENTS, question: QUESTION };

interface Envelope<T> {
  readonly data: T | null;
  readonly error: string | null;
  readonly meta: { readonly message?: string };
}

interface Status {
  readonly id: string;
  readonly status: "queued" | "running" | "completed" | "failed";
  readonly agents_completed: number;
  readonly failure_message: string | null;
}

/**
 * Runs a simulation as a customer does: over HTTP, with an API key, polling its status.
 * @throws Error when the simulation fails, or is not completed within a minute.
 */
export async function firstSimulation(
  baseUrl: string,
  apiKey: string,
  log: Log,
): Promise<{ id: string; results: Results }> {
  const call = <T>(path: string, init: RequestInit = {}) => request<T>(`${baseUrl}${path}`, apiKey, init);
  log(`asking ${thousands(AGENTS)} agents of ${METHODOLOGY}`);
  const { id } = await call<Status>("/v1/simulations", {
    method: "POST",
    headers: { "Content-Type": "application/json", "Idempotency-Key": randomUUID() },
    body: JSON.stringify(FIRST_REQUEST),
  });
  let lastLine = "";
  await waitFor("the simulation to complete", async () => {
    const { status, agents_completed, failure_message } = await call<Status>(`/v1/simulations/${id}`);
    const line = `${status}, ${thousands(agents_completed)} of ${thousands(AGENTS)} agents`;
    if (line !== lastLine) log(lastLine = line);
    if (status === "failed") throw new WaitAborted(`The simulation failed: ${failure_message}`);
    return status === "completed" || undefined;
  }, { seconds: 60, everyMs: 100 });
  return { id, results: await call<Results>(`/v1/simulations/${id}/results?agents=false`) };
}

async function request<T>(url: string, apiKey: string, init: RequestInit): Promise<T> {
  const response = await fetch(url, {
    ...init,
    headers: { ...init.headers, Authorization: `Bearer ${apiKey}` },
    signal: AbortSignal.timeout(15_000),
  });
  const { data, error, meta } = await response.json() as Envelope<T>;
  if (data === null) {
    throw new WaitAborted(`${init.method ?? "GET"} ${url}: ${response.status} ${error}, ${meta.message}`);
  }
  return data;
}
