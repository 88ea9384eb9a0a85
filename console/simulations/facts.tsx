import type { DataOf } from "../api/calls.ts";
import { count, shareOf, timeFact } from "../components/format.tsx";
import { Facts, Section } from "../components/page.tsx";
import { CopiedCode } from "../components/status.tsx";
import { audienceInWords } from "./conclusions.ts";
import { labelOf } from "./scenario.tsx";

export type Simulation = DataOf<"showSimulation">;

/** How a simulation was asked. */
export function SimulationFacts({ simulation }: { readonly simulation: Simulation }) {
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
          ["Asked", timeFact(simulation.created_at)],
          ["Begun", timeFact(simulation.started_at)],
          ["Ended", timeFact(simulation.completed_at)],
          ["Callback", callback_url === null ? null : <code key="callback">{callback_url}</code>],
          ["Id", <CopiedCode key="id" text={id} what="the id" />],
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
