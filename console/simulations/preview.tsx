import type { DataOf } from "../api/calls.ts";
import { count, interval, money, pctsOf, shareOf } from "../components/format.tsx";
import { Button, ErrorNotice, sentenceOf } from "../components/page.tsx";
import { isHalfTyped, useMethodologies, type usePreview } from "./asked.ts";
import { headlineOf, ISSUES } from "./conclusions.ts";
import { CalibrationBoundary, HowSure, ScenarioApplied } from "./method.tsx";
import { EvidenceBadge } from "./run.tsx";

type Preview = DataOf<"previewSimulation">;

interface PanelProps extends Pick<ReturnType<typeof usePreview>, "preview" | "error" | "isOld"> {
  /** The methodology that somebody chose; empty where the service chooses. */
  readonly chosen: string;
  readonly onChoose: (slug: string) => void;
}

/** What the question would rest on, as the service foresees it. An old answer is dimmed until the next one is there. */
export function PreviewPanel({ preview, error, isOld, ...choice }: PanelProps) {
  const isUnclear = preview?.evidence === "none";
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
          <ScenarioApplied applied={preview.scenario_applied} />
          <Cost cost={preview.cost} />
          <details>
            <summary>Why?</summary>
            <CalibrationBoundary boundary={preview} evidence={preview.evidence} />
            {isUnclear
              ? null
              : <HowSure title={`What ${count(preview.agent_count)} agents tell`} of={preview} />}
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
      {others.length > 0 && (
        <p className="actions" role="group" aria-label="Other methodologies">
          <span className="soft">Choose instead:</span>
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
