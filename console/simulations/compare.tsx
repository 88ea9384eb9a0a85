import { useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { path } from "../api/calls.ts";
import { useReads } from "../api/queries.ts";
import { ErrorNotice, Loaded } from "../components/notices.tsx";
import { Page } from "../components/page.tsx";
import { allNamedPeople, type Answer, basisOfAll, isOneSurveyQuestion, type Results } from "./conclusions.ts";
import { Differences, GroupDifferences, sentenceOf } from "./differences.tsx";
import { OverTime } from "./over-time.tsx";
import { Picker } from "./picker.tsx";
import { hasEnded, titleOf } from "./run.tsx";
import { type Comparison, namesOf } from "./run-names.ts";
import { AnswerChoice } from "./segments.tsx";
import { comparisonOf, MAX_RUNS } from "./search.ts";
import { LoadedResults, SideBySide } from "./side-by-side.tsx";

/** Between two reads of runs that are under way. */
const REFRESH_MS = 2_000;

/** Two to eight completed runs beside each other, and the runs of the first one's question over time. */
export function ComparePage() {
  const { a, b, with: others = "" } = useSearch({ from: "/compare" });
  const navigate = useNavigate({ from: "/compare" });
  const named = [a, b, ...others.split(",")].filter((id): id is string => id !== undefined && id !== "");
  const ids = [...new Set(named)].slice(0, MAX_RUNS);
  const change = (ids: readonly string[]) => navigate({ search: comparisonOf(ids) });
  const [first] = ids;
  return (
    <Page
      title="Compare"
      actions={ids.length < 2
        ? null
        : <button type="button" className="small" onClick={() => print()}>Print</button>}
    >
      {ids.length < 2 ? null : <Runs key={ids.join()} ids={ids} onChange={change} />}
      <Picker ids={ids} onChange={change} />
      {first === undefined ? null : <OverTime simulationId={first} />}
    </Page>
  );
}

/** Variants come here as soon as they are asked: waits until all have ended. */
function Runs({ ids, onChange }: {
  readonly ids: readonly string[];
  readonly onChange: (ids: readonly string[]) => unknown;
}) {
  const { each, error, refetch } = useReads(
    "showSimulation",
    ids.map((id) => path`/v1/simulations/${id}`),
    {},
    { refetchInterval: (run) => run === undefined || hasEnded(run) ? false : REFRESH_MS },
  );
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
      <button type="button" onClick={() => onChange(others)}>Compare the others</button>
    </div>
  );
}

/** Each run against the first, once all are read. */
function Compared({ ids }: { readonly ids: readonly string[] }) {
  const [first = "", ...others] = ids;
  const paths = others.map((other) => path`/v1/simulations/${first}/compare/${other}`);
  const query = useReads("compareSimulations", paths);
  return (
    <Loaded query={query} what="the comparison">
      {(comparisons) => (
        <LoadedResults ids={ids} what="the verdicts">
          {(runs) => <Findings comparisons={comparisons} runs={runs} />}
        </LoadedResults>
      )}
    </Loaded>
  );
}

const areOneQuestion = (a: Results | undefined, b: Results | undefined) =>
  a !== undefined && b !== undefined && isOneSurveyQuestion(a, b);

function peopleOfPair(pair: readonly (Results | undefined)[]): string {
  const runs = pair.filter((run) => run !== undefined);
  return `${allNamedPeople(runs)}, ${basisOfAll(runs)}`;
}

function Findings({ comparisons, runs }: {
  readonly comparisons: readonly Comparison[];
  readonly runs: readonly Results[];
}) {
  const [answer, setAnswer] = useState<Answer>("yes");
  const summaries = [comparisons[0]?.simulations[0], ...comparisons.map(({ simulations }) => simulations[1])];
  const names = namesOf(runs.flatMap((results, k) => {
    const run = summaries[k];
    return run === undefined ? [] : [{ run, results }];
  }));
  const shown = { comparisons, names, answer };
  return (
    <>
      <section aria-label="What they say">
        {comparisons.map((comparison, k) => (
          <h2 key={k} className={comparisons.length === 1 ? "headline" : "finding"}>
            {sentenceOf(comparison, {
              answer,
              people: peopleOfPair([runs[0], runs[k + 1]]),
              base: names[0],
              other: names[k + 1],
              isOneQuestion: areOneQuestion(runs[0], runs[k + 1]),
            })}
          </h2>
        ))}
        {[...new Set(comparisons.map(({ note }) => note))].map((note) => (
          <div key={note} className="notice" role="note" aria-label="Note on the comparison">
            <p className="disclaimer">{note}</p>
          </div>
        ))}
      </section>
      <AnswerChoice answer={answer} onChange={setAnswer} />
      <Differences {...shown} />
      <SideBySide {...{ runs, names, answer }} />
      <GroupDifferences {...shown} />
    </>
  );
}
