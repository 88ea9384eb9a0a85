import { getRouteApi } from "@tanstack/react-router";
import { Tabs } from "radix-ui";
import type { ReactNode } from "react";
import { useRead } from "../api/queries.ts";
import { count, shareOf, timeFact } from "../components/format.tsx";
import { Facts, Loaded, Section } from "../components/page.tsx";
import { CopiedCode } from "../components/status.tsx";
import { Reading, useInsights } from "../readings/reading.tsx";
import { Agents, Downloads } from "./agents.tsx";
import { ApiCallExample } from "./api-call.tsx";
import { audienceInWords, conclusionsOf, headlineOf, ISSUES, peopleOf, type Results } from "./conclusions.ts";
import { Method } from "./method.tsx";
import { EvidenceBadge, type Simulation } from "./run.tsx";
import { labelOf, valueInWords } from "./scenario.tsx";
import { Segments } from "./segments.tsx";
import { SharesFigure } from "./shares.tsx";

const route = getRouteApi("/simulations/$id");

/** The parts of a verdict, in their order. */
const TABS = ["overview", "groups", "reasons", "respondents", "method"] as const;

/** A completed simulation: what it says, and behind tabs of the address its groups, Reading, respondents and method. Paper has all of them. */
export function Verdict({ simulation }: { readonly simulation: Simulation }) {
  const { id } = simulation;
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const results = useRead("simulationResults", { id, agents: false });
  return (
    <Loaded query={results} what="the verdict">
      {(shown) => {
        const parts: Readonly<Record<(typeof TABS)[number], ReactNode>> = {
          overview: <Statement results={shown} />,
          groups: <Segments results={shown} />,
          reasons: shown.verdict.evidence !== "none"
            ? <Reading simulationId={id} />
            : <p>A Reading explains answers about people: to this question there are none.</p>,
          respondents: (
            <>
              <Agents results={shown} />
              <Downloads results={shown} />
            </>
          ),
          method: (
            <>
              <Method results={shown} howCompared={<HowCompared id={id} />} />
              <SimulationFacts simulation={simulation} />
              <ApiCallExample call={{ operation: "simulationResults", args: { id, agents: false } }} />
            </>
          ),
        };
        return (
          <Tabs.Root
            className="tabs"
            value={TABS.find((tab) => tab === search["tab"]) ?? "overview"}
            onValueChange={(tab) => navigate({ search: { tab }, resetScroll: false })}
          >
            <Tabs.List aria-label="Parts of the verdict">
              {TABS.map((each) => <Tabs.Trigger key={each} value={each}>{labelOf(each)}</Tabs.Trigger>)}
            </Tabs.List>
            {TABS.map((each) => <Tabs.Content key={each} value={each} forceMount>{parts[each]}
            </Tabs.Content>)}
          </Tabs.Root>
        );
      }}
    </Loaded>
  );
}

/** The verdict with its picture, what it rests on and what may be said of it. */
export function Statement({ results }: { readonly results: Results }) {
  const { calibration_boundary: { disclaimer }, question_issues, verdict: { evidence } } = results;
  const { may, mayNot } = conclusionsOf(results);
  const { headline, under } = headlineOf(results);
  const isMadeUp = evidence === "demo" || evidence === "none";
  return (
    <section className="statement" aria-label="Verdict">
      <h2 className="headline">{headline}</h2>
      <div className="under columns">
        <p>{under}</p>
        <p>
          <EvidenceBadge evidence={evidence} /> {peopleOf(results)}
        </p>
      </div>
      {question_issues.map((issue) => <p key={issue} className="notice warning">{ISSUES[issue]}</p>)}
      <SharesFigure results={results} />
      <div className="grid claims">
        <div>
          <h3>You can say</h3>
          <ul>{may.map((sentence) => <li key={sentence}>{sentence}</li>)}</ul>
        </div>
        <div>
          <h3>You can’t say</h3>
          <ul>{mayNot.map((sentence) => <li key={sentence}>{sentence}</li>)}</ul>
        </div>
      </div>
      <div className={isMadeUp ? "notice warning" : "notice"} role="note" aria-label="Disclaimer">
        <p className="disclaimer">{disclaimer}</p>
      </div>
    </section>
  );
}

/** By which rule the Reading tells groups apart. */
function HowCompared({ id }: { readonly id: string }) {
  const note = useInsights(id).data?.post_hoc?.patterns?.method_note;
  if (note === undefined) return null;
  return (
    <>
      <h3>How groups are compared</h3>
      <p>{note} Groups under 30 effective respondents are compared with nobody.</p>
    </>
  );
}

export function SimulationFacts({ simulation }: { readonly simulation: Simulation }) {
  const { id, routed_via, audience, callback_url } = simulation;
  return (
    <Section title="How it was asked">
      <Facts
        facts={{
          Methodology: routed_via?.workflow_name ?? simulation.workflow_id,
          "Chosen by": routed_via === null
            ? "whoever asked"
            : `the service, confidence ${shareOf(routed_via.confidence)}`,
          Audience: audience === null ? null : audienceInWords(audience),
          Agents: count(simulation.agent_count),
          Seed: <code>{simulation.seed}</code>,
          Asked: timeFact(simulation.created_at),
          Begun: timeFact(simulation.started_at),
          Ended: timeFact(simulation.completed_at),
          Callback: callback_url === null ? null : <code>{callback_url}</code>,
          Id: <CopiedCode text={id} what="the id" />,
        }}
      />
      <Pairs title="Scenario" pairs={simulation.scenario_context} nameOf={labelOf} />
      <Pairs title="Metadata" pairs={simulation.metadata} nameOf={(key) => key} />
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
      <Facts facts={Object.fromEntries(entries.map(([key, value]) => [nameOf(key), valueInWords(value)]))} />
    </>
  );
}
