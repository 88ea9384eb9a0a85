import { getRouteApi, Link } from "@tanstack/react-router";
import { ServiceError } from "#client/index.ts";
import { type DataOf, path } from "../api/calls.ts";
import { useChange } from "../api/queries.ts";
import { Confirm } from "../components/dialog.tsx";
import { count, shareOf, Time } from "../components/format.tsx";
import { ErrorNotice, Loaded } from "../components/notices.tsx";
import { Facts, Page, Section } from "../components/page.tsx";
import { Badge, CopyButton } from "../components/status.tsx";
import { hasEnded, RunFailure, RunProgress, titleOf, useRun } from "./run.tsx";
import { audienceInWords, labelOf } from "./scenario.tsx";
import { Verdict } from "./verdict.tsx";

type Simulation = DataOf<"showSimulation">;

const route = getRouteApi("/simulations/$id");

/** One simulation, from the queue to its verdict. */
export function SimulationPage() {
  const { id } = route.useParams();
  // Another simulation is another page: nothing of the former one stays.
  return <Run key={id} id={id} />;
}

function Run({ id }: { readonly id: string }) {
  const { read, waiting } = useRun(id);
  if (read.data === undefined) {
    const isUnknown = read.error instanceof ServiceError &&
      (read.error.status === 404 || read.error.status === 400);
    if (isUnknown) return <UnknownSimulation error={read.error} />;
    return (
      <Page title="Simulation">
        <Loaded query={read} what="the simulation">{() => null}</Loaded>
      </Page>
    );
  }
  const simulation = read.data.data;
  const { status, question } = simulation;
  const title = titleOf(simulation);
  return (
    <Page
      title={title}
      actions={
        <>
          <Badge status={status} />
          {status === "failed"
            ? null
            : <Link to="/" search={{ again: simulation.id }} className="button">Ask again</Link>}
        </>
      }
    >
      {question === null || question === title ? null : <blockquote className="asked">{question}</blockquote>}
      {hasEnded(simulation) || waiting.error === null
        ? null
        : <ErrorNotice error={waiting.error} retry={() => waiting.refetch()} />}
      <Outcome simulation={simulation} />
    </Page>
  );
}

function Outcome({ simulation }: { readonly simulation: Simulation }) {
  switch (simulation.status) {
    case "completed":
      return <Verdict id={simulation.id} asked={<SimulationFacts simulation={simulation} />} />;
    case "failed":
      return (
        <>
          <RunFailure simulation={simulation} />
          <SimulationFacts simulation={simulation} />
        </>
      );
    default:
      return (
        <>
          <RunProgress simulation={simulation} actions={<Cancel id={simulation.id} />} />
          <SimulationFacts simulation={simulation} />
        </>
      );
  }
}

function Cancel({ id }: { readonly id: string }) {
  const cancel = useChange(
    () =>
      ({ operation: "cancelSimulation", method: "POST", path: path`/v1/simulations/${id}/cancel` }) as const,
    { changes: ["showSimulation", "listSimulations"] },
  );
  return (
    <Confirm
      title="Cancel this simulation?"
      consequence="It ends at once, as failed and without a verdict. Its agents stay counted against the month's quota."
      confirm="Cancel the simulation"
      trigger={<button type="button" className="danger">Cancel</button>}
      onConfirm={() => cancel.mutateAsync(undefined)}
    />
  );
}

function UnknownSimulation({ error }: { readonly error: unknown }) {
  return (
    <Page title="There is no such simulation">
      <ErrorNotice error={error}>
        <p>
          The address may be mistyped, or it belongs to another organization than the one that you are signed
          in to.
        </p>
      </ErrorNotice>
      <p>
        <Link to="/simulations" search={{}}>Your organization's simulations</Link>
      </p>
    </Page>
  );
}

function SimulationFacts({ simulation }: { readonly simulation: Simulation }) {
  const {
    id,
    workflow_id,
    routed_via,
    audience,
    agent_count,
    seed,
    callback_url,
    scenario_context,
    metadata,
  } = simulation;
  return (
    <Section title="How it was asked">
      <Facts
        facts={[
          ["Methodology", routed_via?.workflow_name ?? workflow_id],
          [
            "Chosen by",
            routed_via === null
              ? "whoever asked"
              : `the service, confidence ${shareOf(routed_via.confidence)}`,
          ],
          ["Audience", audience === null ? null : audienceInWords(audience)],
          ["Agents", count(agent_count)],
          ["Seed", <code key="seed">{seed}</code>],
          ["Asked", <Time key="asked" at={simulation.created_at} />],
          ["Begun", simulation.started_at === null ? null : <Time key="begun" at={simulation.started_at} />],
          [
            "Ended",
            simulation.completed_at === null ? null : <Time key="ended" at={simulation.completed_at} />,
          ],
          ["Callback", callback_url === null ? null : <code key="callback">{callback_url}</code>],
          [
            "Id",
            <span key="id">
              <code>{id}</code> <CopyButton text={id} what="the id" />
            </span>,
          ],
        ]}
      />
      <Pairs title="Scenario" pairs={scenario_context} nameOf={labelOf} />
      <Pairs title="Metadata" pairs={metadata} nameOf={(key) => key} />
    </Section>
  );
}

function Pairs({ title, pairs, nameOf }: {
  readonly title: string;
  readonly pairs: object | null;
  readonly nameOf: (key: string) => string;
}) {
  const entries: [string, unknown][] = Object.entries(pairs ?? {});
  if (entries.length === 0) return null;
  return (
    <>
      <h3>{title}</h3>
      <Facts facts={entries.map(([key, value]) => [nameOf(key), textOf(value)])} />
    </>
  );
}

function textOf(value: unknown): string {
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value === "number") return new Intl.NumberFormat().format(value);
  return Array.isArray(value) ? value.join(", ") : String(value);
}
