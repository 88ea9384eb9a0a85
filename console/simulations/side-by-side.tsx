import type { ReactNode } from "react";
import { path } from "../api/calls.ts";
import { useReads } from "../api/queries.ts";
import { Figure } from "../charts/plot.tsx";
import { interval, pcts } from "../components/format.tsx";
import { Loaded } from "../components/notices.tsx";
import { Section } from "../components/page.tsx";
import { allNamedPeople, type Answer, disclaimersOf, type Results } from "./conclusions.ts";
import type { RunName } from "./run-names.ts";

/** The verdict, the groups and the boundary of each of some runs, once all of them are read. */
export function LoadedResults({ ids, what, children }: {
  /** At most 12. */
  readonly ids: readonly string[];
  readonly what: string;
  readonly children: (runs: readonly Results[]) => ReactNode;
}) {
  const paths = ids.map((id) => path`/v1/simulations/${id}/results`);
  const query = useReads("simulationResults", paths, { agents: false });
  return <Loaded {...{ query, what, children }} />;
}

/** The disclaimers of some runs, each once. */
export function Disclaimers({ runs }: { readonly runs: readonly Results[] }) {
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
  const rows = runs.map(({ verdict }, k) => {
    const ends = verdict.interval_pct?.[answer] ?? null;
    const shown = pcts(verdict)[answer];
    return {
      label: names[k]?.short ?? "",
      text: ends === null ? shown : `${shown} (${interval(ends)})`,
      value: verdict[`${answer}_pct`],
      interval: ends,
      colour: `--${answer}`,
    };
  });
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
