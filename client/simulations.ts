import { TimeoutError } from "./errors.ts";
import type { WebhookInbox } from "./inbox.ts";
import { type List, listOf } from "./list.ts";
import { path, Resource } from "./transport.ts";
import type {
  AcceptedSimulation,
  BodyOf,
  CallOptions,
  Comparison,
  DataOf,
  FullResults,
  Insights,
  NewAutoSimulation,
  NewSimulation,
  QueryOf,
  Simulation,
  SimulationFilters,
  SimulationPreview,
  SimulationResults,
  WriteOptions,
} from "./types.ts";
import { type WaitOptions, waitUntil } from "./wait.ts";

/** How to wait for a simulation. */
export interface SimulationWaitOptions extends WaitOptions<Simulation> {
  /** Waits for the simulation's event instead of asking again and again. */
  readonly inbox?: WebhookInbox | undefined;
}

const DEFAULT_TIMEOUT_MS = 600_000;

/** Questions asked of simulated respondents. Ids are accepted with and without `sim_`. */
export class Simulations extends Resource {
  /** Asks a question by a methodology; answers as soon as the service has accepted it. */
  create(simulation: NewSimulation, options?: WriteOptions): Promise<AcceptedSimulation> {
    return this.transport.post("createSimulation", path`/v1/simulations`, options, simulation);
  }

  /** Asks a question by the methodology that the service chooses for it. */
  auto(simulation: NewAutoSimulation, options?: WriteOptions): Promise<DataOf<"autoSimulation">> {
    return this.transport.post("autoSimulation", path`/v1/simulations/auto`, options, simulation);
  }

  /** Asks several questions of the same agents: all are accepted, or none. */
  batch(batch: BodyOf<"createSimulations">, options?: WriteOptions): Promise<DataOf<"createSimulations">> {
    return this.transport.post("createSimulations", path`/v1/simulations/batch`, options, batch);
  }

  /** What a simulation would rest on: routing, tier, margins, cost. Stores nothing. */
  async preview(simulation: BodyOf<"previewSimulation">, options?: CallOptions): Promise<SimulationPreview> {
    return (await this.transport.call<SimulationPreview>({
      operation: "previewSimulation",
      method: "POST",
      path: path`/v1/simulations/preview`,
      body: simulation,
      repeatable: "read",
    }, options)).data;
  }

  /** Its status and progress. */
  get(id: string, options?: CallOptions): Promise<Simulation> {
    return this.transport.get("showSimulation", path`/v1/simulations/${id}`, options);
  }

  /** The simulation once it has completed or failed. @throws TimeoutError while it goes on */
  async wait(id: string, { inbox, ...options }: SimulationWaitOptions = {}): Promise<Simulation> {
    if (inbox !== undefined) return await this.#waitForEvent(id, inbox, options);
    return await waitUntil(this.transport, {
      operation: "showSimulation",
      path: path`/v1/simulations/${id}`,
      lateness: "the simulation did not end",
      takesWait: true,
      isOver: ({ data }) => hasEnded(data),
    }, options);
  }

  /** Reads the status once at first, and once after the event. */
  async #waitForEvent(
    id: string,
    inbox: WebhookInbox,
    options: WaitOptions<Simulation>,
  ): Promise<Simulation> {
    const { onProgress, timeoutMs = DEFAULT_TIMEOUT_MS, ...call } = options;
    const begin = performance.now();
    const read = async () => {
      const simulation = await this.get(id, call);
      onProgress?.(simulation);
      return simulation;
    };
    const first = await read();
    if (hasEnded(first)) return first;
    const left = Math.max(0, timeoutMs - (performance.now() - begin));
    await inbox.waitFor((event) => isEndOf(first.id, event), {
      timeoutMs: left,
      signal: call.signal,
    }).catch((error) => {
      const facts = { operation: "showSimulation", attempts: 1 };
      throw error instanceof TimeoutError
        ? new TimeoutError("the simulation's event did not come", timeoutMs, facts)
        : error;
    });
    return await read();
  }

  /** Verdict, segments and calibration, and unless `agents` is false every agent. */
  results(id: string, query?: { readonly agents?: true }, options?: CallOptions): Promise<FullResults>;
  results(
    id: string,
    query: Pick<QueryOf<"simulationResults">, "agents">,
    options?: CallOptions,
  ): Promise<SimulationResults>;
  results(
    id: string,
    query?: Pick<QueryOf<"simulationResults">, "agents">,
    options?: CallOptions,
  ): Promise<SimulationResults> {
    return this.transport.get("simulationResults", path`/v1/simulations/${id}/results`, options, query);
  }

  /** The text of a CSV file with a header row: of the agents, or of the segments. */
  async resultsCsv(
    id: string,
    query?: Pick<QueryOf<"simulationResults">, "table">,
    options?: CallOptions,
  ): Promise<string> {
    return (await this.transport.call<string>({
      operation: "simulationResults",
      method: "GET",
      path: path`/v1/simulations/${id}/results`,
      query,
      accept: "text/csv",
      repeatable: "read",
    }, options)).data;
  }

  /** How the verdicts of two completed simulations differ. */
  compare(
    id: string,
    otherId: string,
    query?: QueryOf<"compareSimulations">,
    options?: CallOptions,
  ): Promise<Comparison> {
    const route = path`/v1/simulations/${id}/compare/${otherId}`;
    return this.transport.get("compareSimulations", route, options, query);
  }

  /** Ends a simulation that has not ended; it fails with the code `cancelled`. */
  cancel(id: string, options?: WriteOptions): Promise<DataOf<"cancelSimulation">> {
    return this.transport.post("cancelSimulation", path`/v1/simulations/${id}/cancel`, options);
  }

  /** Names, tags or archives it; metadata and tags are replaced as a whole. */
  async update(id: string, change: BodyOf<"changeSimulation">, options?: CallOptions): Promise<Simulation> {
    return await this.transport.change(
      "changeSimulation",
      "PATCH",
      path`/v1/simulations/${id}`,
      options,
      change,
    );
  }

  /** How its verdict was made: who was asked what, by whom, and what was not measured. */
  disclosure(id: string, options?: CallOptions): Promise<DataOf<"showDisclosure">> {
    return this.transport.get("showDisclosure", path`/v1/simulations/${id}/disclosure`, options);
  }

  /** A read-only link to its verdict, which works until it is revoked. */
  share(id: string, options?: WriteOptions): Promise<DataOf<"shareSimulation">> {
    return this.transport.post("shareSimulation", path`/v1/simulations/${id}/share`, options);
  }

  /** Ends the link to its verdict. */
  async unshare(id: string, options?: CallOptions): Promise<void> {
    await this.transport.change("endSimulationShare", "DELETE", path`/v1/simulations/${id}/share`, options);
  }

  /** Deletes a simulation that has ended, with all that it owns. */
  async delete(id: string, options?: CallOptions): Promise<void> {
    await this.transport.change("deleteSimulation", "DELETE", path`/v1/simulations/${id}`, options);
  }

  /** Simulations, newest first. */
  list(filters?: SimulationFilters, options?: CallOptions): List<Simulation> {
    return listOf(this.transport, "listSimulations", path`/v1/simulations`, filters, options);
  }
}

/** Readings: what explains a completed simulation's verdict. */
export class InsightsOfSimulations extends Resource {
  /** The Reading of a simulation, in whatever state it is. */
  get(simulationId: string, options?: CallOptions): Promise<Insights> {
    return this.transport.get("showInsights", path`/v1/simulations/${simulationId}/insights`, options);
  }

  /** Starts a Reading that did not start by itself, or failed. */
  generate(simulationId: string, options?: WriteOptions): Promise<DataOf<"generateInsights">> {
    const route = path`/v1/simulations/${simulationId}/insights/generate`;
    return this.transport.post("generateInsights", route, options);
  }

  /** The Reading once it has ended, or will not start by itself. @throws TimeoutError while it goes on */
  async wait(simulationId: string, options?: WaitOptions<Insights>): Promise<Insights> {
    return await waitUntil(this.transport, {
      operation: "showInsights",
      path: path`/v1/simulations/${simulationId}/insights`,
      lateness: "the Reading did not end",
      takesWait: true,
      isOver: ({ data: { insights_status: status }, meta }) => {
        const willStart = status === "not_started" && meta["reason"] === "simulation_not_complete";
        return status !== "queued" && status !== "running" && !willStart;
      },
    }, options);
  }
}

function hasEnded({ status }: Simulation): boolean {
  return status === "completed" || status === "failed";
}

interface EventLike {
  readonly type: string;
  readonly data: object;
}

function isEndOf(id: string, { type, data }: EventLike): boolean {
  return (type === "simulation.completed" || type === "simulation.failed") &&
    "simulation_id" in data && data.simulation_id === id;
}
