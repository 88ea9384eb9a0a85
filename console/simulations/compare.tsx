import { basisOf } from "#client/verdict-words.ts";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { useReads } from "../api/queries.ts";
import type { Chart } from "../charts/draw.ts";
import { Figure } from "../charts/plot.tsx";
import { Choice } from "../components/filters.tsx";
import { points, segmentName, signedInterval, signedPoints } from "../components/format.tsx";
import { Button, ErrorNotice, Loaded, Page, Section } from "../components/page.tsx";
import { type Columns, DataTable } from "../components/table.tsx";
import { type Answer, ANSWERS, isOneSurveyQuestion, namedPeople, type Results } from "./conclusions.ts";
import { Picker, type PickerProps } from "./picker.tsx";
import { type Comparison, comparisonOf, MAX_RUNS, namesOf, type RunName } from "./run-names.ts";
import { hasEnded, titleOf } from "./run.tsx";
import { shareRow } from "./shares.tsx";

/** Between two reads of runs that are under way. */
const REFRESH_MS = 2_000;

/** Two to eight completed runs beside each other. */
export function ComparePage() {
  const { a, b, with: others = "" } = useSearch({ from: "/compare" });
  const navigate = useNavigate({ from: "/compare" });
  const named = [a, b, ...others.split(",")].filter((id): id is string => id !== undefined && id !== "");
  const ids = [...new Set(named)].slice(0, MAX_RUNS);
  const change = (ids: readonly string[]) => navigate({ search: comparisonOf(ids) });
  return (
    <Page
      title="Compare"
      actions={ids.length > 1 && <Button small onClick={() => print()}>Print</Button>}
    >
      {ids.length < 2 ? null : <Runs key={ids.join()} ids={ids} onChange={change} />}
      <Picker ids={ids} onChange={change} />
    </Page>
  );
}

/** Variants come here as soon as they are asked: waits until all have ended. */
function Runs({ ids, onChange }: PickerProps) {
  const { each, error, refetch } = useReads("showSimulation", ids.map((id) => ({ id })), {
    refetchInterval: (run) => run === undefined || hasEnded(run) ? false : REFRESH_MS,
  });
  if (error !== null) return <ErrorNotice error={error} retry={refetch} />;
  const ended = each.flatMap((run) => run !== undefined && hasEnded(run) ? [run] : []);
  if (ended.length < ids.length) {
    return <p role="status">{ended.length} of {ids.length} runs have ended …</p>;
  }
  const failed = ended.filter(({ status }) => status === "failed");
  if (failed.length === 0) return <Compared ids={ids} />;
  const others = ids.filter((id) => failed.every((run) => run.id !== id));
  return (
    <div className="notice error" role="alert">
      {failed.map((run) => <p key={run.id}>{titleOf(run)} failed: {run.failure_message}</p>)}
      <Button onClick={() => onChange(others)}>Compare the others</Button>
    </div>
  );
}

/** Each run against the first, once all are read. */
function Compared({ ids }: { readonly ids: readonly string[] }) {
  const [first = "", ...others] = ids;
  const compared = useReads("compareSimulations", others.map((other_id) => ({ id: first, other_id })));
  const results = useReads("simulationResults", ids.map((id) => ({ id, agents: false })));
  return (
    <Loaded query={compared} what="the comparison">
      {(comparisons) => (
        <Loaded query={results} what="the verdicts">
          {(runs) => <Findings comparisons={comparisons} runs={runs} />}
        </Loaded>
      )}
    </Loaded>
  );
}

function Findings({ comparisons, runs }: {
  readonly comparisons: readonly Comparison[];
  readonly runs: readonly Results[];
}) {
  const [answer, setAnswer] = useState<Answer>("yes");
  const names = namesOf(runs);
  const shown = { comparisons, names, answer };
  return (
    <>
      <section aria-label="What they say">
        {runs.slice(1).map((run, k) => (
          <h2 key={k} className={comparisons.length === 1 ? "headline" : "finding"}>
            {comparisons[k] && sentenceOf(comparisons[k], {
              answer,
              runs: [...runs.slice(0, 1), run],
              base: names[0],
              other: names[k + 1],
            })}
          </h2>
        ))}
        {notesOf(comparisons).map((note) => (
          <div key={note} className="notice" role="note" aria-label="Note on the comparison">
            <p className="disclaimer">{note}</p>
          </div>
        ))}
      </section>
      <div className="filters no-print">
        <Choice label="Answer" value={answer} options={ANSWERS} onChange={setAnswer} />
      </div>
      <Differences {...shown} />
      <SideBySide {...{ runs, names, answer }} />
      <GroupDifferences {...shown} />
    </>
  );
}

type SegmentDifference = Comparison["by_segment"][number];
type Difference = Pick<SegmentDifference, "difference_pct" | "interval_pct" | "agents_interval_pct">;

interface ShownDifferences {
  /** Each run's with the first. */
  readonly comparisons: readonly Comparison[];
  /** Of all runs, the first one's first. */
  readonly names: readonly RunName[];
  readonly answer: Answer;
}

/** The interval of the people's difference, or of the respondents' where nothing is known of people. */
const endsOf = ({ interval_pct, agents_interval_pct }: Difference) => interval_pct ?? agents_interval_pct;

/** A comparison of which nothing is known of people says so wherever it shows an interval. */
const legendOf = (comparisons: readonly Comparison[], base: string): string =>
  `Dot: points more or fewer than ${base}. ` +
  (comparisons.some(({ interval_pct }) => interval_pct === null)
    ? "Bar: what chance among the simulated may do; of people’s difference nothing is known."
    : "Bar: the 95 % interval of people’s difference, by the surveys behind the verdicts.");

/** What a difference says: of people where anything is known of them, else of the simulated alone; and whether it is reliable. */
function sentenceOf(
  difference: Difference,
  { answer, runs, base, other }: {
    readonly answer: Answer;
    /** The two that are compared. */
    readonly runs: readonly Results[];
    readonly base: RunName | undefined;
    readonly other: RunName | undefined;
  },
): string {
  const difference_pct = Math.round(difference.difference_pct[answer]);
  const ends = endsOf(difference)[answer];
  const isOfPeople = difference.interval_pct !== null;
  const said = difference_pct === 0
    ? `as many of the simulated say ${answer} as`
    : `${points(Math.abs(difference_pct))} ${
      difference_pct > 0 ? "more" : "fewer"
    } of the simulated say ${answer} than`;
  const [place = "", reference = ""] = [other?.phrase, base?.phrase];
  const sentence = `${place.charAt(0).toUpperCase()}${place.slice(1)}, ${said} ${reference}`;
  if (isOneSurveyQuestion(runs)) {
    return `${sentence}: both wordings are matched with one survey question, so their answers come from the same figures.`;
  }
  if (isOfPeople && ends[0] === 0 && ends[1] === 0) {
    return `${sentence}, by chance alone: both asked the same people one question.`;
  }
  // As shown, rounded outward.
  const mayBeNone = Math.floor(ends[0]) <= 0 && Math.ceil(ends[1]) >= 0;
  if (!isOfPeople) {
    const chance = mayBeNone ? "which may be chance" : "more than by chance";
    return `${sentence}, ${chance}; of people’s difference nothing is known.`;
  }
  // Whose answers are compared, and by what: "U.S. adults, by surveys of 2016 to 2020".
  const bases = runs.map((run) => basisOf(run.calibration_boundary, run.verdict.evidence));
  const people = `${peopleOfAll(runs)}, ${distinct(bases).join(" and ")}`;
  const points95 = `${signedInterval(ends)} points (95 % interval)`;
  return mayBeNone
    ? `${sentence}. The answers of ${people}, may not differ: ${points95}.`
    : `${sentence}. The answers of ${people}, differ too: by ${points95}.`;
}

const distinct = (texts: readonly string[]) => [...new Set(texts)];
const notesOf = (comparisons: readonly Comparison[]) => distinct(comparisons.map(({ note }) => note));
const peopleOfAll = (runs: readonly Results[]) => distinct(runs.map(namedPeople)).join(" and of ");

/** How far each run is from the first. */
function Differences({ comparisons, names, answer }: ShownDifferences) {
  const base = names[0]?.phrase ?? "in the first";
  const title = `Points more or fewer who say ${answer} than ${base}`;
  return (
    <Section title={title}>
      <Figure
        title={title}
        chart={chartOf(comparisons.map((each, k) => [names[k + 1]?.short ?? "", each]), answer)}
        name={`differences-${answer}-${fileName(comparisons)}`}
        legend={[legendOf(comparisons, base)]}
        notes={notesOf(comparisons)}
      />
    </Section>
  );
}

const fileName = (comparisons: readonly Comparison[]) =>
  comparisons.map(({ simulations }) => simulations[1]?.simulation_id.slice(-12)).join("-");

/** The verdicts of runs with their own intervals, which hold how far each prediction may be off. */
function SideBySide({ runs, names, answer }: {
  readonly runs: readonly Results[];
  readonly names: readonly RunName[];
  readonly answer: Answer;
}) {
  const rows = runs.map(({ verdict }, k) => ({
    label: names[k]?.short ?? "",
    ...shareRow(verdict, answer),
  }));
  const isKnown = runs.every(({ verdict }) => verdict.interval_pct !== null);
  const legend = isKnown
    ? `Dot: simulated respondents. Bar: the 95 % interval of the share of ${
      peopleOfAll(runs)
    }. Where two overlap, people may not differ at all.`
    : "Dot: simulated respondents. A run without a bar says nothing about people.";
  const disclaimers = distinct(runs.map((run) => run.calibration_boundary.disclaimer));
  const title = isKnown ? `Who would answer ${answer}` : `Simulated respondents who said ${answer}`;
  return (
    <Section title={title}>
      <Figure
        title={title}
        chart={{ rows }}
        name={`verdicts-${runs.map(({ simulation_id }) => simulation_id.slice(-12)).join("-")}`}
        legend={[legend]}
        notes={disclaimers}
      />
      {disclaimers.map((text) => (
        <div key={text} className="notice">
          <p className="disclaimer">{text}</p>
        </div>
      ))}
    </Section>
  );
}

/** How far one run is from the first in each group of a dimension. */
function GroupDifferences({ comparisons, names, answer }: ShownDifferences) {
  const [chosen, setChosen] = useState(0);
  const [chosenDimension, setDimension] = useState<string | null>(null);
  const comparison = comparisons[chosen];
  const dimensions = [...new Set(comparison?.by_segment.map((row) => row.dimension))];
  const dimension = chosenDimension ?? dimensions[0];
  if (comparison === undefined || dimension === undefined) return null;
  const { by_segment, note } = comparison;
  const named = (rows: typeof by_segment) => rows.map((row) => [segmentName(row.segment), row] as const);
  const rows = by_segment.filter((row) => row.dimension === dimension);
  const base = names[0]?.phrase ?? "";
  const title = `${answer} by ${dimension}, ${names[chosen + 1]?.phrase ?? ""} less ${base}`;
  return (
    <Section title="By group">
      <div className="filters no-print">
        {comparisons.length === 1 ? null : (
          <Choice
            label="Run"
            value={chosen}
            options={comparisons.map((_, k) => [k, names[k + 1]?.short ?? ""])}
            onChange={setChosen}
          />
        )}
        <Choice label="Groups by" value={dimension} options={dimensions} onChange={setDimension} />
      </div>
      <Figure
        title={title}
        chart={chartOf(named(rows), answer, named(by_segment))}
        name={`differences-${dimension}-${answer}-${fileName([comparison])}`}
        legend={[`${legendOf([comparison], base)} One of twenty has zero outside its bar by chance.`]}
        notes={[note]}
        table={
          <DataTable
            caption={`${title}, as a table`}
            columns={columnsOf(answer)}
            rows={rows}
            rowId={({ segment }) => segment}
          />
        }
      />
    </Section>
  );
}

type Named = readonly (readonly [label: string, difference: Difference])[];

/**
 * Zero in the middle, and the widest interval inside, but for that of an empty group, whose difference may be any. Groups share one
 * axis, so that their pictures compare.
 */
function chartOf(shown: Named, answer: Answer, all: Named = shown): Chart {
  const reaches = all.flatMap(([, difference]) => {
    const [low, high] = endsOf(difference)[answer];
    const ends = high - low < 200 ? [low, high] : [];
    return [difference.difference_pct[answer], ...ends].map(Math.abs);
  });
  const reach = Math.min(100, Math.max(5, Math.ceil(1.05 * Math.max(0, ...reaches))));
  const rows = (some: Named) =>
    some.map(([label, difference]) => {
      const [points, ends] = [difference.difference_pct[answer], endsOf(difference)[answer]];
      const text = `${signedPoints(points)} (${signedInterval(ends)})`;
      return { label, text, value: points, interval: ends, colour: `--${answer}` };
    });
  return {
    rows: rows(shown),
    room: rows(all),
    domain: [-reach, reach],
    unit: "",
    line: { at: 0, label: "no difference" },
  };
}

function columnsOf(answer: Answer): Columns<SegmentDifference> {
  return {
    Group: ({ segment }) => segmentName(segment),
    Difference: { figure: ({ difference_pct }) => signedPoints(difference_pct[answer]) },
    "95 % interval": { figure: (row) => signedInterval(endsOf(row)[answer]) },
  };
}
