import type { ReactNode } from "react";
import { path } from "../api/calls.ts";
import { useReads } from "../api/queries.ts";
import { Figure } from "../charts/plot.tsx";
import { interval, pct } from "../components/format.tsx";
import { ErrorNotice, Loading } from "../components/notices.tsx";
import { Section } from "../components/page.tsx";
import { ANSWERS, disclaimersOf, type Results } from "./conclusions.ts";

const NAMES = ["first", "second"] as const;

/** The verdict, the segments and the boundary of each of some runs, once all of them are read. */
export function LoadedResults({ ids, what, children }: {
  /** At most 12. */
  readonly ids: readonly string[];
  readonly what: string;
  readonly children: (runs: readonly Results[]) => ReactNode;
}) {
  const reads = useReads("simulationResults", ids.map((id) => path`/v1/simulations/${id}/results`), {
    agents: false,
  });
  const failed = reads.find(({ error }) => error !== null);
  if (failed !== undefined) return <ErrorNotice error={failed.error} retry={() => failed.refetch()} />;
  const runs = reads.flatMap(({ data }) => data === undefined ? [] : [data.data]);
  return runs.length < ids.length ? <Loading what={what} /> : children(runs);
}

/** The disclaimers of some runs, each once. */
export function Disclaimers({ runs }: { readonly runs: readonly Results[] }) {
  return disclaimersOf(runs).map((text) => <p key={text} className="notice disclaimer">{text}</p>);
}

/** The verdicts of two runs with their own intervals, which hold how far each prediction may be off. */
export function SideBySide({ ids }: { readonly ids: readonly [string, string] }) {
  return (
    <Section title="What each says about people">
      <LoadedResults ids={ids} what="the two verdicts">{(both) => <Verdicts both={both} />}</LoadedResults>
    </Section>
  );
}

function Verdicts({ both }: { readonly both: readonly Results[] }) {
  const isUnknown = both.some(({ verdict }) => verdict.interval_pct === null);
  const rows = ANSWERS.flatMap((answer) =>
    both.map(({ verdict }, i) => {
      const share = verdict[`${answer}_pct`];
      return {
        label: `${answer}, ${NAMES[i]}`,
        text: `${pct(share)} (${interval(verdict.interval_pct?.[answer])})`,
        value: share,
        interval: verdict.interval_pct?.[answer] ?? null,
        colour: `--${answer}`,
      };
    })
  );
  const legend = isUnknown
    ? "Dot: the agents' share, weighted to the population. Bar: the 95 % interval of people's share, which at least one run has not: of it nothing is known of people."
    : "Dot: the agents' share, weighted to the population. Bar: the 95 % interval of people's share. Where two overlap, people may not differ at all.";
  return (
    <>
      <Figure
        title="The two verdicts"
        description={rows.map(({ label, text }) => `${label} ${text}`).join("; ")}
        chart={{ kind: "intervals", domain: [0, 100], xLabel: "% of all who were asked", rows }}
        name={`verdicts-${both.map(({ simulation_id }) => simulation_id.slice(-12)).join("-")}`}
        notes={[legend, ...disclaimersOf(both)]}
      >
        <figcaption>{legend}</figcaption>
      </Figure>
      <Disclaimers runs={both} />
    </>
  );
}
