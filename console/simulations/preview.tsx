import { yearsInWords } from "#client/verdict-words.ts";
import type { ReactNode } from "react";
import type { DataOf } from "../api/calls.ts";
import { count, interval, money, pctsOf, points, shareOf, worthInWords } from "../components/format.tsx";
import { Button, ErrorNotice, sentenceOf } from "../components/page.tsx";
import { isHalfTyped, useMethodologies, type usePreview } from "./asked.ts";
import { headlineOf, ISSUES } from "./conclusions.ts";
import { EvidenceBadge } from "./run.tsx";
import { labelOf } from "./scenario.tsx";

type Preview = DataOf<"previewSimulation">;
type Shown = Pick<ReturnType<typeof usePreview>, "preview" | "error" | "isOld">;

interface PanelProps extends Shown {
  /** The methodology that somebody chose; empty where the service chooses. */
  readonly chosen: string;
  readonly onChoose: (slug: string) => void;
}

/** What stands between a question and its run. */
export function doubtOf(preview: Preview | undefined, chosen: string) {
  return {
    /** The question was read as one that people cannot answer. */
    isUnclear: preview?.evidence === "none",
    /** No methodology takes it. */
    isOffTopic: preview !== undefined && chosen === "" && preview.routed_via === null,
  };
}

/** What the question would rest on, as the service foresees it. An old answer is dimmed until the next one is there. */
export function PreviewPanel({ preview, error, isOld, ...choice }: PanelProps) {
  const { isUnclear } = doubtOf(preview, choice.chosen);
  const said = preview === undefined || isOld
    ? ""
    : `${destinationOf(preview)} ${preview.question_issues.map((issue) => ISSUES[issue]).join(" ")}`;
  return (
    <section className="card preview" aria-label="What it would rest on" data-old={isOld} aria-busy={isOld}>
      <h2>What it would rest on</h2>
      <p role="status" className="visually-hidden">{said}</p>
      {isHalfTyped(error)
        ? <p className="notice warning">{sentenceOf(error)}</p>
        : <ErrorNotice error={error} />}
      {preview === undefined ? error === null && isOld ? <p className="soft">Looking …</p> : null : (
        <>
          {isUnclear ? <Unclear issues={preview.question_issues} /> : <Foreseen preview={preview} />}
          <Destination preview={preview} {...choice} />
          <Scenario preview={preview} />
          <Cost cost={preview.cost} />
          <details>
            <summary>Why?</summary>
            <Calibration preview={preview} />
            {isUnclear ? null : <Margin preview={preview} />}
          </details>
        </>
      )}
    </section>
  );
}

/** What is wrong with the question: nothing is foreseen of it. */
function Unclear({ issues }: { readonly issues: Preview["question_issues"] }) {
  return (
    <div className="notice warning">
      <p>
        <strong>No question of yes or no could be read.</strong>
      </p>
      {issues.map((issue) => <p key={issue}>{ISSUES[issue]}</p>)}
      <p>Word it differently. Asked anyway, its answers say nothing about people.</p>
    </div>
  );
}

/** The chip, the line and the picture that the verdict would have. */
function Foreseen({ preview }: { readonly preview: Preview }) {
  const { evidence, interval_pct, expected_pct, effective_human_n, agent_count } = preview;
  const { yes: yes_pct, maybe: maybe_pct, no: no_pct, n_a: n_a_pct } = expected_pct;
  const shown = pctsOf(expected_pct).yes;
  const { headline, under } = headlineOf({
    verdict: { interval_pct, evidence, effective_human_n, yes_pct, maybe_pct, no_pct, n_a_pct },
    agent_count,
    calibration_boundary: preview,
    population: preview.population,
    audience: preview.audience,
  });
  const said = interval_pct === null
    ? `Of ${count(agent_count)} simulated respondents ${shown} are expected to say yes.`
    : under;
  return (
    <>
      <p>
        <EvidenceBadge evidence={evidence} />
      </p>
      <p className="foreseen">{headline}</p>
      <p>{said}</p>
      <Gauge yes_pct={yes_pct} shown={shown} ends={interval_pct?.yes ?? null} />
    </>
  );
}

/** The share of yes on a line from 0 to 100 %, with its interval as a bar. */
function Gauge({ yes_pct, shown, ends }: {
  readonly yes_pct: number;
  readonly shown: string;
  readonly ends: readonly number[] | null;
}) {
  const [low = 0, high = 0] = ends ?? [];
  const label = `Expected yes ${shown}${ends === null ? "" : `, 95 % interval ${interval(ends)}`}`;
  return (
    <svg className="gauge" role="img" aria-label={label}>
      <line x2="100%" y1="20" y2="20" />
      <line x1="50%" x2="50%" y2="20" strokeOpacity={0.4} />
      {ends !== null && <rect x={`${low}%`} y="8" width={`${high - low}%`} height="8" rx="4" />}
      <circle cx={`${yes_pct}%`} cy="12" r="5" />
      <text x="-8" y="38">0 %</text>
      <text x="50%" y="38" textAnchor="middle">50</text>
      <text x="100%" dx="8" y="38" textAnchor="end">100 % yes</text>
    </svg>
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

/** Below this a methodology is no suggestion. */
const MIN_CONFIDENCE = 0.05;

/** Methodologies that fit a question, by name: a press chooses one. */
export function Suggestions({ of, onChoose }: {
  readonly of: readonly { readonly workflow_id: string; readonly confidence: number }[];
  readonly onChoose: (slug: string) => void;
}) {
  const methodologies = useMethodologies();
  return of.filter(({ confidence }) => confidence >= MIN_CONFIDENCE).map(({ workflow_id, confidence }) => (
    <Button key={workflow_id} small onClick={() => onChoose(workflow_id)}>
      {methodologies.get(workflow_id) ?? workflow_id} <span className="soft">{shareOf(confidence)}</span>
    </Button>
  ));
}

/** Where the question goes, and where else it could. */
function Destination({ preview, chosen, onChoose }: {
  readonly preview: Preview;
} & Pick<PanelProps, "chosen" | "onChoose">) {
  const methodologies = useMethodologies();
  const { routed_via: routed } = preview;
  const others = preview.alternatives.filter(({ workflow_id, confidence }) =>
    workflow_id !== chosen && confidence >= MIN_CONFIDENCE
  );
  return (
    <>
      {chosen === "" ? <p>{destinationOf(preview)}</p> : (
        <p>
          You chose <strong>{methodologies.get(chosen) ?? chosen}</strong>. {routed === null
            ? "The service would find none."
            : `The service would choose ${routed.workflow_name}, confidence ${shareOf(routed.confidence)}.`}
        </p>
      )}
      {(chosen !== "" || others.length > 0) && (
        <p className="actions" role="group" aria-label="Other methodologies">
          <span className="soft">Choose instead:</span>
          {chosen !== "" && (
            <Button
              small
              onClick={() => onChoose("")}
            >
              Let the service choose
            </Button>
          )}
          <Suggestions of={others} onChoose={onChoose} />
        </p>
      )}
    </>
  );
}

function destinationOf({ routed_via: routed }: Preview): string {
  return routed === null
    ? "No methodology fits the question well enough: U.S. adults in general can be asked."
    : `It goes to ${routed.workflow_name}, confidence ${shareOf(routed.confidence)}.`;
}

/** The tiers' names and meanings. */
const TIERS = {
  1: ["Tier 1, calibrated", "The question matches one whose answers stand in a table."],
  2: [
    "Tier 2, on topic but not calibrated",
    "The question fits the methodology's topic, but none of its calibrated questions. No accuracy is claimed.",
  ],
  3: [
    "Tier 3, generic population",
    "The question fits no methodology. Simulated adults of the United States in general answer it, and no accuracy is claimed.",
  ],
} as const;

function Calibration({ preview }: { readonly preview: Preview }) {
  const { tier, matched_question: matched, similarity, sources, illustrative } = preview;
  const [name, meaning] = TIERS[tier];
  const shown = pctsOf(matched?.shares_pct ?? { yes: 0, maybe: 0, no: 0 });
  const alike = similarity === null ? "" : new Intl.NumberFormat(undefined, { maximumFractionDigits: 2 })
    .format(similarity);
  return (
    <Part title="Calibration">
      <p>
        <strong>{name}.</strong> {meaning}
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
                : "It asks the opposite, so yes and no are swapped."} What people answered to it
              {matched.year === null ? "" : ` in ${yearsInWords(matched.year)}`}: {shown.yes} yes,{" "}
              {shown.maybe} maybe, {shown.no} no.
            </p>
          </>
        )}
      {illustrative ? null : (
        <ul className="hint" aria-label="Sources">
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
  const values = Object.entries(applied).map(([name, value]: [string, unknown]) =>
    `${labelOf(name)} ${
      typeof value === "number" ? new Intl.NumberFormat().format(value) : String(value).replaceAll("_", " ")
    }`
  );
  return (
    <>
      {values.length === 0 ? null : (
        <p>
          Read from {read_from === "context" ? "your fields" : "the question"}:{" "}
          {values.join(", ")}. It moves the answers.
        </p>
      )}
      {ignored.length > 0 && (
        <p>Given, and changes nothing: {ignored.map((each) => labelOf(each)).join(", ")}.</p>
      )}
    </>
  );
}

const BASES = {
  held_out_questions: "as measured on questions of real surveys that were held out",
  measured_model: "as measured for the model",
  unmeasured: "which nobody has measured",
} as const;

function Margin({ preview }: { readonly preview: Preview }) {
  const { agent_count, interval_pct, sampling_margin_pct, margin_of_error_pct } = preview;
  const { effective_human_n, uncertainty_basis } = preview;
  const shown = pctsOf(preview.expected_pct).yes;
  return (
    <Part title={`What ${count(agent_count)} agents tell`}>
      {interval_pct === null || margin_of_error_pct === null || effective_human_n === null
        ? (
          <p>
            Nothing about people. Of the simulated respondents {shown} are expected to say yes, give or take
            {" "}
            {points(sampling_margin_pct)}.
          </p>
        )
        : (
          <>
            <p>
              Expected yes {shown}; 95 % interval {interval(interval_pct.yes)}.
            </p>
            <p>
              Half its width is {points(margin_of_error_pct)}; sampling's part is{" "}
              {points(sampling_margin_pct)}, and more agents narrow only that. The rest is the error of the
              prediction, {BASES[uncertainty_basis]}, and no number of agents narrows it. The interval is{" "}
              {worthInWords(effective_human_n)}.
            </p>
          </>
        )}
    </Part>
  );
}

/** What a model's answers cost at most; nothing where no model is asked. */
function Cost({ cost }: { readonly cost: Preview["cost"] }) {
  if (cost === null) return null;
  const { engine, calls_at_most, usd_at_most } = cost;
  return (
    <p>
      At most {count(calls_at_most)} calls of {engine},{" "}
      {usd_at_most === null ? "whose price is not configured" : `at most ${money(usd_at_most)}`}. The model
      answers in its own way: its interval rests on the model's own error and can be another one than this.
    </p>
  );
}
