import { Link } from "@tanstack/react-router";
import { type DataOf, path } from "../api/calls.ts";
import { useRead } from "../api/queries.ts";
import { count, points, Time } from "../components/format.tsx";
import { Loaded } from "../components/notices.tsx";
import { Facts, Section } from "../components/page.tsx";
import { Reading } from "../readings/reading.tsx";
import { Agents } from "./agents.tsx";
import { CalibrationBoundary, ScenarioApplied } from "./boundary.tsx";
import { Badge } from "../components/status.tsx";
import { basisInWords, conclusionsOf, EVIDENCE, headlineOf, ISSUES, type Results } from "./conclusions.ts";
import { Downloads } from "./downloads.tsx";
import { Segments } from "./segments.tsx";
import { Share } from "./share.tsx";
import { SharesFigure } from "./shares.tsx";

/** A completed simulation: its verdict with all that belongs to it, its segments, its Reading and its agents. */
export function Verdict({ simulation }: { readonly simulation: DataOf<"showSimulation"> }) {
  const { id } = simulation;
  const results = useRead("simulationResults", path`/v1/simulations/${id}/results`, { agents: false });
  return (
    <Loaded query={{ ...results, data: results.data?.data }} what="the verdict">
      {(shown) => (
        <>
          <Overall results={shown} />
          <Segments results={shown} />
          <Reading simulationId={id} />
          <Agents results={shown} />
          <Downloads results={shown} />
        </>
      )}
    </Loaded>
  );
}

function Overall({ results }: { readonly results: Results }) {
  const { simulation_id } = results;
  return (
    <Section
      title="Verdict"
      actions={
        <>
          <Share id={simulation_id} />
          <Link className="button small" to="/compare" search={{ a: simulation_id }}>
            Compare, and over time
          </Link>
          <button type="button" className="small" onClick={() => print()}>Print</button>
        </>
      }
    >
      <Statement results={results} />
      <Facts
        facts={[
          ["Agents", count(results.agent_count)],
          ["Methodology", results.workflow_id],
          ["Seed", <code key="seed">{results.seed}</code>],
          ["Answered by", `${results.engine.name} ${results.engine.version}`],
          ["Completed", <Time key="at" at={results.completed_at} />],
        ]}
      />
    </Section>
  );
}

/** The verdict, with what may be said of it, how sure it is and what it rests on. */
export function Statement({ results }: { readonly results: Results }) {
  const { calibration_boundary: boundary, customer_question, question_issues, verdict } = results;
  const { may, mayNot } = conclusionsOf(results);
  const { headline, under } = headlineOf(results);
  return (
    <>
      <p className="asked">“{customer_question}”</p>
      <p>
        <Badge status={EVIDENCE_STATUS[verdict.evidence]} label={EVIDENCE[verdict.evidence]} />
      </p>
      <p className="headline">{headline}</p>
      <p>{under}</p>
      {question_issues.map((issue) => <p key={issue} className="notice warning">{ISSUES[issue]}</p>)}
      <div className="notice warning" role="note" aria-label="Disclaimer">
        <p className="disclaimer">{boundary.disclaimer}</p>
      </div>
      <SharesFigure results={results} />
      <div className="grid">
        <div className="card">
          <h3>What may be said</h3>
          <ul>{may.map((sentence) => <li key={sentence}>{sentence}</li>)}</ul>
        </div>
        <div className="card">
          <h3>What may not be concluded</h3>
          <ul>{mayNot.map((sentence) => <li key={sentence}>{sentence}</li>)}</ul>
        </div>
      </div>
      <HowSure results={results} />
      <CalibrationBoundary boundary={boundary} />
      <ScenarioApplied applied={results.scenario_applied} />
    </>
  );
}

/** Amber means made-up or broken. */
const EVIDENCE_STATUS: Readonly<Record<Results["verdict"]["evidence"], string>> = {
  survey_matched: "",
  predicted: "",
  general_population: "",
  model: "",
  demo: "degraded",
  none: "degraded",
};

/** Of a variance, which one decimal would often show as 1. */
const times = new Intl.NumberFormat(undefined, { maximumFractionDigits: 2 });

function HowSure({ results: { verdict } }: { readonly results: Results }) {
  return (
    <>
      <h3>How sure this is</h3>
      <dl className="facts wide">
        <div>
          <dt>What the intervals rest on</dt>
          <dd>{basisInWords(verdict)}</dd>
        </div>
        {verdict.margin_of_error_pct === null ? null : (
          <div>
            <dt>Half the width of the yes interval</dt>
            <dd>
              {points(verdict.margin_of_error_pct)}. It is no “±”: an interval ends at 0 and 100 and is not
              the same to both sides. More agents do not narrow it.
            </dd>
          </div>
        )}
        <div>
          <dt>What more agents could narrow</dt>
          <dd>
            ± {points(verdict.sampling_margin_pct)}: the sampling of the agents.
          </dd>
        </div>
        <div>
          <dt>Effective agents</dt>
          <dd>
            {count(verdict.effective_n)} of {count(verdict.total)}: weights widen the variance{" "}
            {times.format(verdict.design_effect)} times.
          </dd>
        </div>
      </dl>
    </>
  );
}
