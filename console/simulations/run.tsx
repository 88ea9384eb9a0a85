import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { type DataOf, service } from "../api/calls.ts";
import { calmly, queryClient, useRead } from "../api/queries.ts";
import { ago, count, useNow } from "../components/format.tsx";
import { Section } from "../components/page.tsx";
import { Badge } from "../components/status.tsx";
import { EVIDENCE, type Results } from "./conclusions.ts";

export type Simulation = DataOf<"showSimulation">;

export const STATUSES = ["queued", "running", "completed", "failed"] as const;

export function hasEnded({ status }: Pick<Simulation, "status">): boolean {
  return status === "completed" || status === "failed";
}

const MAX_TITLE = 120;

/** A simulation's question, shortened; without one the methodology's own was asked. */
export function titleOf({ question, workflow_id }: Pick<Simulation, "question" | "workflow_id">): string {
  if (question === null) return `The calibrated question of ${workflow_id}`;
  const letters = [...new Intl.Segmenter().segment(question)];
  if (letters.length <= MAX_TITLE) return question;
  return `${letters.slice(0, MAX_TITLE - 1).map(({ segment }) => segment).join("")}…`;
}

/** What a verdict rests on, as a chip: amber where it is made up. */
export function EvidenceBadge({ evidence }: { readonly evidence: Results["verdict"]["evidence"] }) {
  const isMadeUp = evidence === "demo" || evidence === "none";
  return <Badge status={isMadeUp ? "made-up" : ""} label={EVIDENCE[evidence]} />;
}

/** The service holds each request for so long, unless the run ends: its end is known at once, its progress this often. */
const PROGRESS_MS = 5_000;
/** A run with a model may take a day. */
const MAX_RUN_MS = 25 * 3_600_000;

/** A simulation that is followed until it ends. `waiting.error` says why it could not be followed further. */
export function useRun(id: string) {
  const read = useRead("showSimulation", { id });
  const isUnderWay = read.data !== undefined && !hasEnded(read.data);
  const waiting = useQuery({
    queryKey: ["waitForSimulation", id],
    queryFn: ({ signal }) =>
      service.simulations.wait(id, {
        signal,
        timeoutMs: MAX_RUN_MS,
        progressEveryMs: PROGRESS_MS,
        onProgress: (data) =>
          queryClient.setQueryData(
            ["showSimulation", { id }],
            (old: object | undefined) => ({ ...old, data }),
          ),
      }),
    enabled: isUnderWay,
    // Nothing tells of an outage's end.
    refetchInterval: ({ state: { error } }) => error !== null && calmly(error, 0),
    staleTime: 0,
    gcTime: 0,
  });
  return { read, waiting };
}

/** What is happening, as far as the status tells. */
function stageOf(
  { status, agents_completed, agent_count }: Simulation,
): readonly [name: string, meaning: string] {
  if (status === "queued") return ["Queued", "It waits for a worker to begin it. Nobody has been asked yet."];
  if (agents_completed === 0) {
    return ["Beginning", "A worker has begun it. It waits for the first answers to be stored."];
  }
  return agents_completed < agent_count
    ? ["Asking the agents", "It waits for the answers of the agents that are left."]
    : ["Writing the verdict", "All agents have answered. It waits for the verdict to be computed."];
}

/** A queue that takes longer than this has a reason. */
const USUAL_QUEUE_MS = 15_000;

/** A run under way: its stage, its agents, its time. A screen reader hears each stage and each quarter, not every percent. */
export function RunProgress({ simulation, actions }: {
  readonly simulation: Simulation;
  readonly actions: ReactNode;
}) {
  const now = useNow();
  const { created_at, started_at, status, agents_completed, agent_count, progress_pct } = simulation;
  const [name, meaning] = stageOf(simulation);
  const quarter = 25 * Math.floor(progress_pct / 25);
  // The service's clock may be ahead of this one.
  const since = (at: string) => ago(at, Math.max(now, Date.parse(at)));
  const isLate = status === "queued" && now - Date.parse(created_at) > USUAL_QUEUE_MS;
  return (
    <Section title={name} actions={actions}>
      <p className="visually-hidden" role="status">
        {name}. {quarter === 0 ? "" : `${quarter} % of the agents have answered.`}
      </p>
      <div className="progress">
        <progress max={100} value={progress_pct} aria-label="Agents that have answered" />
        <span>{Math.floor(progress_pct)} %</span>
      </div>
      <p>
        {count(agents_completed)} of {count(agent_count)} agents have answered. {meaning}
      </p>
      {isLate ? <QueueState /> : null}
      <p className="soft">
        Asked {since(created_at)}
        {started_at === null ? "" : `, begun ${since(started_at)}`}. This page follows it by itself; you can
        close it, the run goes on.
      </p>
    </Section>
  );
}

/** Why nothing begins: what the service says of itself. */
function QueueState() {
  const status = useRead("showStatus", {}, { refetchInterval: 30_000 });
  const components = Object.entries(status.data?.components ?? {}).filter(([, state]) =>
    state !== "operational"
  );
  return (
    <p className="notice warning">
      It waits longer than usual. {status.data === undefined
        ? ""
        : components.length === 0
        ? "The service reports no outage: its workers are busy, or away for a moment."
        : `The service reports: ${components.map(([name, state]) => `${name} ${state}`).join(", ")}.`}{" "}
      Nothing is lost; it begins as soon as a worker is free.
    </p>
  );
}

const REMEDIES: Readonly<Record<string, string>> = {
  engine_unavailable:
    "What answers for the agents was away, overloaded or refused. Ask again in some minutes; if that fails too, ask whoever operates the service.",
  cancelled: "Ask again if that was a mistake.",
  timed_out: "Ask fewer agents, or ask again when the service is less busy.",
  terminated: "Ask again; if it ends again, ask whoever operates the service why.",
  internal: "Ask again; if it fails again, send the simulation's id to whoever operates the service.",
};

/** Why a run has no verdict, and what to do. */
export function RunFailure({ simulation }: { readonly simulation: Simulation }) {
  const { id, failure_code, failure_message } = simulation;
  return (
    <Section title="It failed">
      <div role="alert" className="notice error">
        <p>{failure_message ?? "The service gave no reason."}</p>
        <p>
          {REMEDIES[failure_code ?? ""] ?? "Ask again; if it fails again, ask whoever operates the service."}
        </p>
        <p className="hint">
          <code>{failure_code ?? "unknown"}</code>, simulation <code>{id}</code>
        </p>
      </div>
      <p>
        <Link to="/" search={{ again: id }} className="button">Ask again</Link>
      </p>
    </Section>
  );
}
