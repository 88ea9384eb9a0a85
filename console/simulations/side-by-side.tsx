import { hashKey } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { DataOf } from "../api/calls.ts";
import { useList, useRead, useReads } from "../api/queries.ts";
import { Figure } from "../charts/plot.tsx";
import { count, interval, pcts } from "../components/format.tsx";
import { Loaded, Section } from "../components/page.tsx";
import { type Column, DataTable, numberColumn } from "../components/table.tsx";
import { COMPLETED_COLUMN, SAMPLE_COLUMNS } from "../readings/reading.tsx";
import { allNamedPeople, type Answer, ANSWERS, disclaimersOf, type Results } from "./conclusions.ts";
import type { RunName } from "./run-names.ts";
import { shareRow } from "./shares.tsx";

/** The verdict, the groups and the boundary of each of some runs, once all of them are read. */
export function LoadedResults({ ids, what, children }: {
  /** At most 12. */
  readonly ids: readonly string[];
  readonly what: string;
  readonly children: (runs: readonly Results[]) => ReactNode;
}) {
  const query = useReads("simulationResults", ids.map((id) => ({ id, agents: false })));
  return <Loaded {...{ query, what, children }} />;
}

/** The disclaimers of some runs, each once. */
function Disclaimers({ runs }: { readonly runs: readonly Results[] }) {
  return disclaimersOf(runs).map((text) => (
    <div key={text} className="notice">
      <p className="disclaimer">{text}</p>
    </div>
  ));
}

/** The verdicts of runs with their own intervals, which hold how far each prediction may be off. */
export function SideBySide({ runs, names, answer }: {
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
      allNamedPeople(runs)
    }. Where two overlap, people may not differ at all.`
    : "Dot: simulated respondents. A run without a bar says nothing about people.";
  const title = isKnown ? `Who would answer ${answer}` : `Simulated respondents who said ${answer}`;
  return (
    <Section title={title}>
      <Figure
        title={title}
        description={rows.map(({ label, text }) => `${label} ${text}`).join("; ")}
        chart={{ kind: "intervals", domain: [0, 100], unit: " %", rows }}
        name={`verdicts-${runs.map(({ simulation_id }) => simulation_id.slice(-12)).join("-")}`}
        notes={[legend, ...disclaimersOf(runs)]}
        legend={[legend]}
      />
      <Disclaimers runs={runs} />
    </Section>
  );
}

/** The newest runs of the question that are shown, this one among them. */
const MAX_RUNS = 12;

/** A run with the earlier completed ones of its methodology, question and scenario. */
export function OverTime({ simulationId }: { readonly simulationId: string }) {
  const simulation = useRead("showSimulation", { id: simulationId });
  return (
    <Section title="The same question over time">
      <Loaded query={simulation} what="the run">
        {(run) => run.status === "completed" ? <SameQuestion run={run} /> : <p>The run has not completed.</p>}
      </Loaded>
    </Section>
  );
}

type Simulation = DataOf<"showSimulation">;

function SameQuestion({ run }: { readonly run: Simulation }) {
  const list = useList("listSimulations", {
    workflow_id: run.workflow_id,
    status: ["completed"],
    created_before: run.created_at,
    limit: 100,
    ...(run.question === null ? {} : { question: run.question }),
  });
  return (
    <Loaded query={list} what="earlier runs">
      {(earlier) => {
        const asked = askedOf(run);
        const same = earlier.filter((each) => each.id !== run.id && askedOf(each) === asked).slice(
          0,
          MAX_RUNS - 1,
        );
        return same.length === 0
          ? (
            <p>
              None of the earlier completed runs asked this question, word for word and with this scenario.
            </p>
          )
          : (
            <LoadedResults ids={[run.id, ...same.map(({ id }) => id)]} what="the verdicts of earlier runs">
              {(runs) => <RunsPicture runs={runs} />}
            </LoadedResults>
          );
      }}
    </Loaded>
  );
}

/** The question with its scenario, in whatever order that has its fields. Null and an empty scenario are one. */
function askedOf({ question, scenario_context }: Pick<Simulation, "question" | "scenario_context">): string {
  return hashKey([question, scenario_context ?? {}]);
}

const legendOf = (runs: readonly Results[]): string =>
  `Dot: the agents' share, weighted to the population. Bar: the 95 % interval of the share of ${
    allNamedPeople(runs)
  }, where anything is known of them. ` +
  "Runs with one seed are one draw. Intervals hold an error of the prediction that all runs may share: a change inside them is no trend.";

function RunsPicture({ runs }: { readonly runs: readonly Results[] }) {
  const [newest] = runs;
  const legend = legendOf(runs);
  const points = runs.flatMap(({ verdict, completed_at }) =>
    ANSWERS.map((answer) => ({ at: completed_at, series: answer, ...shareRow(verdict, answer) }))
  );
  return (
    <>
      <Figure
        title={`${count(runs.length)} runs of one question over time`}
        description={`Newest first, yes: ${runs.map(({ verdict }) => pcts(verdict).yes).join(", ")}`}
        chart={{ kind: "over-time", points }}
        name={`over-time-${newest?.simulation_id}`}
        notes={[`“${newest?.customer_question}”`, legend, ...disclaimersOf(runs)]}
        legend={[`${legend} At most ${MAX_RUNS} runs are shown, the newest.`]}
      />
      <Disclaimers runs={runs} />
      <DataTable
        caption="Runs of the question"
        columns={COLUMNS}
        rows={runs}
        rowId={({ simulation_id }) => simulation_id}
      />
    </>
  );
}

const COLUMNS: readonly Column<Results>[] = [
  COMPLETED_COLUMN,
  ...ANSWERS.map((answer) =>
    numberColumn<Results>(
      answer,
      ({ verdict }) => `${pcts(verdict)[answer]} (${interval(verdict.interval_pct?.[answer])})`,
      ({ verdict }) => verdict[`${answer}_pct`],
    )
  ),
  ...SAMPLE_COLUMNS,
];
