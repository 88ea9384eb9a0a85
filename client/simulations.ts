import { TimeoutError } from "./errors.ts";
import type { WebhookInbox } from "./inbox.ts";
import { type Asks, type Calls, type Lists, Resource, type Sends } from "./list.ts";
import type {
  BodyOf,
  CallOptions,
  FullResults,
  Insights,
  QueryOf,
  Simulation,
  SimulationPreview,
  SimulationResults,
} from "./types.ts";
import type { WebhookEvent } from "./verify-webhook.ts";
import { DEFAULT_TIMEOUT_MS, type WaitOptions, waitUntil } from "./wait.ts";

/** How to wait for a simulation. */
export interface SimulationWaitOptions extends WaitOptions<Simulation> {
  /** Waits for the simulation's event instead of asking again and again. */
  readonly inbox?: WebhookInbox | undefined;
}

/** Questions asked of simulated respondents. Ids are accepted with and without `sim_`. */
export class Simulations extends Resource {
  /** Asks a question by a methodology; answers as soon as the service has accepted it. */
  readonly create: Sends<"createSimulation"> = this.calls("createSimulation", "body");
  /** Asks a question by the methodology that the service chooses for it. */
  readonly auto: Sends<"autoSimulation"> = this.calls("autoSimulation", "body");
  /** Asks several questions of the same agents: all are accepted, or none. */
  readonly batch: Sends<"createSimulations"> = this.calls("createSimulations", "body");
  /** Its status and progress. */
  readonly get: Calls<"showSimulation"> = this.calls("showSimulation");
  /** Ends a simulation that has not ended; it fails with the code `cancelled`. */
  readonly cancel: Calls<"cancelSimulation"> = this.calls("cancelSimulation");
  /** Names, tags or archives it; metadata and tags are replaced as a whole. */
  readonly update: Sends<"changeSimulation"> = this.calls("changeSimulation", "body");
  /** How its verdict was made: who was asked what, by whom, and what was not measured. */
  readonly disclosure: Calls<"showDisclosure"> = this.calls("showDisclosure");
  /** A read-only link to its verdict, which works until it is revoked. */
  readonly share: Calls<"shareSimulation"> = this.calls("shareSimulation");
  /** Ends the link to its verdict. */
  readonly unshare: Calls<"endSimulationShare"> = this.calls("endSimulationShare");
  /** Deletes a simulation that has ended, with all that it owns. */
  readonly delete: Calls<"deleteSimulation"> = this.calls("deleteSimulation");
  /** Simulations, newest first. */
  readonly list: Lists<"listSimulations"> = this.lists("listSimulations");
  /** How the verdicts of two completed simulations differ. */
  readonly compare: Asks<"compareSimulations"> = this.calls("compareSimulations", "query");

  /** What a simulation would rest on: routing, tier, margins, cost. Stores nothing. */
  preview(simulation: BodyOf<"previewSimulation">, options?: CallOptions): Promise<SimulationPreview> {
    return this.transport.answer("previewSimulation", { body: simulation, repeatable: "read" }, options);
  }

  /** The simulation once it has completed or failed. @throws TimeoutError while it goes on */
  async wait(id: string, { inbox, ...options }: SimulationWaitOptions = {}): Promise<Simulation> {
    if (inbox !== undefined) return await this.#waitForEvent(id, inbox, options);
    return await waitUntil(this.transport, {
      operation: "showSimulation",
      id,
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
    return this.transport.answer("simulationResults", { ids: [id], query }, options);
  }

  /** The text of a CSV file with a header row: of the agents, or of the segments. */
  async resultsCsv(
    id: string,
    query?: Pick<QueryOf<"simulationResults">, "table">,
    options?: CallOptions,
  ): Promise<string> {
    const call = { ids: [id], query, accept: "text/csv" } as const;
    return (await this.transport.ask<string>("simulationResults", call, options)).data;
  }
}

/** Readings: what explains a completed simulation's verdict. */
export class InsightsOfSimulations extends Resource {
  /** The Reading of a simulation, in whatever state it is. */
  readonly get: Calls<"showInsights"> = this.calls("showInsights");
  /** Starts a Reading that did not start by itself, or failed. */
  readonly generate: Calls<"generateInsights"> = this.calls("generateInsights");

  /** The Reading once it has ended, or will not start by itself. @throws TimeoutError while it goes on */
  async wait(simulationId: string, options?: WaitOptions<Insights>): Promise<Insights> {
    return await waitUntil(this.transport, {
      operation: "showInsights",
      id: simulationId,
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

function isEndOf(id: string, { type, data }: WebhookEvent): boolean {
  return (type === "simulation.completed" || type === "simulation.failed") && data.simulation_id === id;
}
