import type { ReactNode } from "react";
import type { DataOf } from "../api/calls.ts";
import { count, interval, money, pct, peopleInWords, points, shareOf } from "../components/format.tsx";
import { ErrorNotice, sentenceOf } from "../components/notices.tsx";
import { Badge } from "../components/status.tsx";
import { isHalfTyped, type usePreview } from "./asked.ts";
import { EVIDENCE, ISSUES } from "./conclusions.ts";
import { labelOf } from "./scenario.tsx";

type Preview = DataOf<"previewSimulation">;
type Shown = Pick<ReturnType<typeof usePreview>, "preview" | "error" | "isOld" | "workflow">;

interface PanelProps extends Shown {
  /** The methodology that somebody chose; empty where the service chooses. */
  readonly chosen: string;
  readonly onChoose: (slug: string) => void;
}

/** What the question would rest on, as the service foresees it. An old answer is dimmed until the next one is there. */
export function PreviewPanel({ preview, error, isOld, workflow, chosen, onChoose }: PanelProps) {
  const said = preview === undefined || isOld ? "" : `${destinationOf(preview)} ${TIER_NAMES[preview.tier]}.`;
  return (
    <section className="card preview" aria-label="What it would rest on" data-old={isOld} aria-busy={isOld}>
      <h2>What it would rest on</h2>
      <p role="status" className="visually-hidden">{said}</p>
      {error === null
        ? null
        : isHalfTyped(error)
        ? <p className="notice warning">{sentenceOf(error)}</p>
        : <ErrorNotice error={error} />}
      {preview === undefined ? error === null && isOld ? <p className="soft">Looking …</p> : null : (
        <>
          <Routing {...{ preview, chosen, onChoose, name: workflow?.name }} />
          <Calibration preview={preview} />
          <Scenario preview={preview} />
          <Margin preview={preview} />
          <Cost cost={preview.cost} />
        </>
      )}
    </section>
  );
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <div className="part">
      <h3>{title}</h3>
      {children}
    </div>
  );
}

function Routing({ preview, chosen, onChoose, name }: {
  readonly preview: Preview;
  readonly chosen: string;
  readonly onChoose: (slug: string) => void;
  readonly name: string | undefined;
}) {
  const { routed_via: routed } = preview;
  const others = preview.alternatives.filter(({ workflow_id }) => workflow_id !== chosen);
  return (
    <Part title="Methodology">
      {chosen === "" ? <p>{destinationOf(preview)}</p> : (
        <p>
          You chose <strong>{name ?? chosen}</strong>. {routed === null
            ? "The service would find none."
            : `The service would choose ${routed.workflow_name}, confidence ${shareOf(routed.confidence)}.`}
        </p>
      )}
      <p className="actions" role="group" aria-label="Other methodologies">
        <span className="soft">Choose instead:</span>
        {chosen === "" ? null : (
          <button type="button" className="small" onClick={() => onChoose("")}>
            Let the service choose
          </button>
        )}
        {others.map(({ workflow_id, confidence }) => (
          <button
            key={workflow_id}
            type="button"
            className="small"
            onClick={() => onChoose(workflow_id)}
          >
            {workflow_id} <span className="soft">{shareOf(confidence)}</span>
          </button>
        ))}
      </p>
    </Part>
  );
}

function destinationOf({ routed_via: routed }: Preview): string {
  return routed === null
    ? "No methodology fits the question well enough: choose one, or word it differently."
    : `It goes to ${routed.workflow_name}, confidence ${shareOf(routed.confidence)}.`;
}

const TIER_NAMES = {
  1: "Tier 1, calibrated",
  2: "Tier 2, on topic but not calibrated",
  3: "Tier 3, generic population",
} as const;

const TIER_MEANINGS = {
  1: "The question matches one whose answers stand in a table.",
  2: "The question fits the methodology's topic, but none of its calibrated questions. No accuracy is claimed.",
  3: "The question does not fit the methodology. Simulated adults of the United States in general answer it, and no accuracy is claimed.",
} as const;

function Calibration({ preview }: { readonly preview: Preview }) {
  const { tier, matched_question: matched, similarity, sources, illustrative, workflow_id } = preview;
  const alike = similarity === null ? "" : new Intl.NumberFormat(undefined, { maximumFractionDigits: 2 })
    .format(similarity);
  return (
    <Part title="Calibration">
      <p>
        <Badge
          status={tier === 1 ? "active" : tier === 2 ? "pending" : "disabled"}
          label={TIER_NAMES[tier]}
        />{" "}
        <Badge status={illustrative ? "degraded" : ""} label={EVIDENCE[preview.evidence]} />
      </p>
      <p>
        {tier === 3 && workflow_id === null
          ? "The question fits no methodology. Nobody is asked until you choose one."
          : TIER_MEANINGS[tier]}
        {illustrative
          ? " The methodology's figures are made up for illustration: no survey measured them."
          : ""}
      </p>
      {matched === null
        ? similarity === null
          ? null
          : <p className="soft">The nearest calibrated question is not near enough: similarity {alike}.</p>
        : (
          <>
            <p>Nearest calibrated question{alike === "" ? "" : `, similarity ${alike}`}:</p>
            <blockquote>{matched.text}</blockquote>
            <p>
              {matched.polarity === "same"
                ? "It asks the same way round."
                : "It asks the opposite, so yes and no are swapped."} The public's answers to it:{" "}
              {pct(matched.shares_pct.yes)} yes, {pct(matched.shares_pct.maybe)} maybe,{" "}
              {pct(matched.shares_pct.no)} no.
            </p>
          </>
        )}
      {illustrative ? null : (
        <ul className="sources" aria-label="Sources">
          {sources.map(({ survey, year, respondents }) => (
            <li key={`${survey} ${year}`}>
              {survey}
              {year === null ? "" : `, ${year}`}
              {respondents === null ? "" : `, ${count(respondents)} respondents`}
            </li>
          ))}
        </ul>
      )}
    </Part>
  );
}

function Scenario({ preview: { scenario_applied: scenario } }: { readonly preview: Preview }) {
  if (scenario === null) return null;
  const { read_from, ignored, ...applied } = scenario;
  const values = Object.entries(applied).filter(([, value]) => typeof value === "number");
  return (
    <Part title="Scenario">
      {values.length === 0 ? null : (
        <p>
          Read from {read_from === "context" ? "your fields" : "the question"}:{" "}
          {values.map(([name, value]) => `${labelOf(name)} ${new Intl.NumberFormat().format(value)}`).join(
            ", ",
          )}. It moves the answers.
        </p>
      )}
      {ignored.length === 0
        ? null
        : <p>Given, and changes nothing: {ignored.map((each) => labelOf(each)).join(", ")}.</p>}
    </Part>
  );
}

const BASES = {
  held_out_questions: "as measured on questions of real surveys that were held out",
  measured_model: "as measured for the model",
  unmeasured: "which nobody has measured",
} as const;

function Margin({ preview }: { readonly preview: Preview }) {
  const { agent_count, interval_pct, expected_pct, sampling_margin_pct, margin_of_error_pct } = preview;
  const { effective_human_n, uncertainty_basis, question_issues } = preview;
  return (
    <Part title={`What ${count(agent_count)} agents tell`}>
      {question_issues.map((issue) => <p key={issue} className="notice warning">{ISSUES[issue]}</p>)}
      {interval_pct === null || margin_of_error_pct === null || effective_human_n === null
        ? (
          <p>
            Nothing about people. Of the simulated respondents {pct(expected_pct.yes)}{" "}
            are expected to say yes, give or take {points(sampling_margin_pct)}.
          </p>
        )
        : (
          <>
            <p>
              Expected yes {pct(expected_pct.yes)}; 95 % interval {interval(interval_pct.yes)}.
            </p>
            <p>
              Half its width is {points(margin_of_error_pct)}; sampling's part is{" "}
              {points(sampling_margin_pct)}, and more agents narrow only that. The rest is the error of the
              prediction, {BASES[uncertainty_basis]}, and no number of agents narrows it. A poll of{" "}
              {peopleInWords(effective_human_n)} would know the yes share about as well.
            </p>
          </>
        )}
    </Part>
  );
}

function Cost({ cost }: { readonly cost: Preview["cost"] }) {
  if (cost === null) return <Part title="Cost">No model is asked, so a run costs no calls.</Part>;
  const { engine, calls_at_most, usd_at_most } = cost;
  return (
    <Part title="Cost">
      <p>
        At most {count(calls_at_most)} calls of {engine},{" "}
        {usd_at_most === null ? "whose price is not configured" : `at most ${money(usd_at_most)}`}. The model
        answers in its own way: its interval rests on the model's own error and can be another one than this.
      </p>
    </Part>
  );
}
