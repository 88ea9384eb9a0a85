import { getRouteApi } from "@tanstack/react-router";
import { Tabs } from "radix-ui";
import type { ReactNode } from "react";
import { path } from "../api/calls.ts";
import { useRead } from "../api/queries.ts";
import { count, points } from "../components/format.tsx";
import { Loaded } from "../components/notices.tsx";
import { Facts, Section } from "../components/page.tsx";
import { useInsights } from "../readings/insights.ts";
import { Reading } from "../readings/reading.tsx";
import { Agents, Downloads } from "./agents.tsx";
import { ApiCallExample, resultsCall } from "./api-call.tsx";
import { CalibrationBoundary, ScenarioApplied } from "./boundary.tsx";
import { BASES, conclusionsOf, headlineOf, ISSUES, peopleOf, type Results } from "./conclusions.ts";
import { EvidenceBadge } from "./run.tsx";
import { type Simulation, SimulationFacts } from "./facts.tsx";
import { labelOf } from "./scenario.tsx";
import { type Tab, TABS, verdictSearch } from "./search.ts";
import { Segments } from "./segments.tsx";
import { SharesFigure } from "./shares.tsx";

const route = getRouteApi("/simulations/$id");

/** A completed simulation: what it says, and behind tabs of the address its groups, Reading, respondents and method. Paper has all of them. */
export function Verdict({ simulation }: { readonly simulation: Simulation }) {
  const { id } = simulation;
  const { tab = "overview" } = route.useSearch();
  const navigate = route.useNavigate();
  const results = useRead("simulationResults", path`/v1/simulations/${id}/results`, { agents: false });
  return (
    <Loaded query={results} what="the verdict">
      {(shown) => {
        const parts: Readonly<Record<Tab, ReactNode>> = {
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
              <ApiCallExample call={resultsCall(id)} />
            </>
          ),
        };
        return (
          <Tabs.Root
            className="tabs"
            value={tab}
            onValueChange={(next) => navigate({ search: verdictSearch({ tab: next }), resetScroll: false })}
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
      <div className="under">
        <p>{under}</p>
        <p>
          <EvidenceBadge evidence={evidence} /> {peopleOf(results)}
        </p>
      </div>
      {question_issues.map((issue) => <p key={issue} className="notice warning">{ISSUES[issue]}</p>)}
      <SharesFigure results={results} />
      <div className="grid claims">
        <div className="card">
          <h3>You can say</h3>
          <ul>{may.map((sentence) => <li key={sentence}>{sentence}</li>)}</ul>
        </div>
        <div className="card">
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

/** How sure the verdict is, how far it is calibrated, what of the scenario counted and who answered. */
export function Method(
  { results, howCompared }: { readonly results: Results; readonly howCompared?: ReactNode },
) {
  return (
    <Section title="Method">
      <HowSure results={results} />
      {howCompared}
      <CalibrationBoundary boundary={results.calibration_boundary} evidence={results.verdict.evidence} />
      <ScenarioApplied applied={results.scenario_applied} />
      <p className="soft">Answered by {results.engine.name} {results.engine.version}.</p>
    </Section>
  );
}

/** Of a variance, which one decimal would often show as 1. */
const times = new Intl.NumberFormat(undefined, { maximumFractionDigits: 2 });

function HowSure({ results: { verdict } }: { readonly results: Results }) {
  return (
    <>
      <h3>How sure this is</h3>
      <Facts
        facts={[
          ["What the intervals rest on", BASES[verdict.uncertainty_basis]],
          [
            "Half the width of the yes interval",
            verdict.margin_of_error_pct === null
              ? null
              : `${
                points(verdict.margin_of_error_pct)
              }. It is no “±”: an interval ends at 0 and 100 and is not ` +
                "the same to both sides. More respondents do not narrow it.",
          ],
          [
            "What more respondents could narrow",
            `± ${points(verdict.sampling_margin_pct)}: the sampling of the respondents.`,
          ],
          [
            "Effective respondents",
            `${count(verdict.effective_n)} of ${count(verdict.total)}: weights widen the variance ${
              times.format(verdict.design_effect)
            } times.`,
          ],
        ]}
      />
    </>
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
