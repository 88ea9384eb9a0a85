import { getRouteApi } from "@tanstack/react-router";
import { Tabs } from "radix-ui";
import type { ReactNode } from "react";
import type { DataOf } from "../api/calls.ts";
import { useRead } from "../api/queries.ts";
import { count, points, shareOf, timeFact } from "../components/format.tsx";
import { Facts, Loaded, Section } from "../components/page.tsx";
import { Badge, CopiedCode } from "../components/status.tsx";
import { Reading, useInsights } from "../readings/reading.tsx";
import { Agents, Downloads } from "./agents.tsx";
import { ApiCallExample, resultsCall } from "./api-call.tsx";
import {
  ANSWERS,
  audienceInWords,
  BASES,
  type Boundary,
  conclusionsOf,
  headlineOf,
  ISSUES,
  peopleOf,
  type Results,
  tierInWords,
} from "./conclusions.ts";
import { EvidenceBadge } from "./run.tsx";
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
  const results = useRead("simulationResults", { id, agents: false });
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
      <div className="under columns">
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

export type Simulation = DataOf<"showSimulation">;

/** How a simulation was asked. */
export function SimulationFacts({ simulation }: { readonly simulation: Simulation }) {
  const { id, routed_via, audience, callback_url } = simulation;
  return (
    <Section title="How it was asked">
      <Facts
        facts={[
          ["Methodology", routed_via?.workflow_name ?? simulation.workflow_id],
          [
            "Chosen by",
            routed_via === null
              ? "whoever asked"
              : `the service, confidence ${shareOf(routed_via.confidence)}`,
          ],
          ["Audience", audience === null ? null : audienceInWords(audience)],
          ["Agents", count(simulation.agent_count)],
          ["Seed", <code key="seed">{simulation.seed}</code>],
          ["Asked", timeFact(simulation.created_at)],
          ["Begun", timeFact(simulation.started_at)],
          ["Ended", timeFact(simulation.completed_at)],
          ["Callback", callback_url === null ? null : <code key="callback">{callback_url}</code>],
          ["Id", <CopiedCode key="id" text={id} what="the id" />],
        ]}
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
      <Facts facts={entries.map(([key, value]) => [nameOf(key), textOf(value)])} />
    </>
  );
}

function textOf(value: unknown): string {
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value === "number") return new Intl.NumberFormat().format(value);
  return Array.isArray(value) ? value.join(", ") : String(value);
}

/** How far the verdict is calibrated, and where its figures are from. The disclaimer stands with the picture. */
function CalibrationBoundary({ boundary, evidence }: {
  readonly boundary: Boundary;
  readonly evidence: Results["verdict"]["evidence"];
}) {
  const { tier, sources, matched_question, accuracy_pct, accuracy_basis } = boundary;
  return (
    <>
      <h3>How far it is calibrated</h3>
      <p>
        <Badge status="" label={`Tier ${tier}`} /> {tierInWords(boundary, evidence)}
      </p>
      <Facts
        facts={[
          [
            `${tier === 1 ? "Matched question" : "Nearest calibrated question"}${
              matched_question?.polarity === "opposite" ? ", which asks the opposite" : ""
            }`,
            matched_question === null
              ? null
              : `“${matched_question.text}”${
                matched_question.year === null ? "" : ` (${matched_question.year})`
              }`,
          ],
          [
            "What its answers count as",
            matched_question === null ? null : ANSWERS.flatMap((answer) => {
              const offered = matched_question.scale[answer];
              return offered.length === 0 ? [] : [`${answer}: ${offered.join(", ")}`];
            }).join("; "),
          ],
          [
            "Accuracy of matching in general, not of this verdict",
            accuracy_pct === null
              ? null
              : `${count(accuracy_pct)} of 100: 100 less the mean error in points on ${
                count(accuracy_basis?.held_out_rows ?? 0)
              } calibrated questions whose own table was left out, each answered by that of a twin in another wording, year or survey; saying the mean share to all of them scores ${
                count(accuracy_basis?.baseline_pct ?? 0)
              }. Its interval says how far this verdict may be off, but for what its disclosure lists as not measured.`,
          ],
          ...sources.map(({ survey, year, respondents, citation, illustrative }) =>
            [
              `Source: ${survey}${year === null ? "" : `, ${year}`}`,
              `${respondents === null ? "" : `${count(respondents)} respondents. `}${citation}${
                illustrative ? " (made up, no survey)" : ""
              }`,
            ] as const
          ),
        ]}
      />
    </>
  );
}

/** What of the scenario counted, and what was given and changed nothing. */
function ScenarioApplied({ applied }: { readonly applied: Results["scenario_applied"] }) {
  if (applied === null) return null;
  const { read_from, ignored, ...fields } = applied;
  const from = read_from === "question" ? "read from the question" : "from the scenario";
  return (
    <>
      <h3>What of the scenario counted</h3>
      <ul>
        {Object.entries(fields).map(([field, value]) => (
          <li key={field}>
            <code>{field}</code>: {String(value)}, {from}
          </li>
        ))}
        {Object.keys(fields).length === 0 ? <li>Nothing: no field of it changes the answers.</li> : null}
      </ul>
      {ignored.length === 0 ? null : (
        <>
          <p>Given, and changed nothing:</p>
          <ul>
            {ignored.map((each) => (
              <li key={each}>
                <code>{each}</code>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}
