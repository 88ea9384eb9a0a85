import { getRouteApi, Link } from "@tanstack/react-router";
import { type DataOf, path } from "../api/calls.ts";
import { useRead, useReads } from "../api/queries.ts";
import { Figure } from "../charts/plot.tsx";
import { interval, pct, signedInterval } from "../components/format.tsx";
import { EmptyState, ErrorNotice, Loaded, Loading } from "../components/notices.tsx";
import { Page, Section } from "../components/page.tsx";
import { DataTable } from "../components/table.tsx";
import { priceIn } from "./asked.ts";
import { disclaimersOf, EVIDENCE, ISSUES, type Results } from "./conclusions.ts";
import { hasEnded } from "./run.tsx";
import { variantName } from "./search.ts";
import { Disclaimers, LoadedResults } from "./side-by-side.tsx";

const route = getRouteApi("/together");
const REFRESH_MS = 2_000;

/** Variants that were asked of the same agents, read together: a sentence, a bar for each, and the figures. */
export function TogetherPage() {
  const ids = route.useSearch().ids?.split(",") ?? [];
  return (
    <Page title="Variants">
      {ids.length < 2
        ? (
          <EmptyState title="No variants yet">
            <p>
              Ask a question with other wordings or prices of it, and the same agents answer them all.
            </p>
            <Link to="/" search={{}} className="button">Ask a question</Link>
          </EmptyState>
        )
        : <Runs key={ids.join()} ids={ids} />}
    </Page>
  );
}

/** Waits until all of them have ended. */
function Runs({ ids }: { readonly ids: readonly string[] }) {
  const runs = useReads("showSimulation", ids.map((id) => path`/v1/simulations/${id}`), {}, {
    refetchInterval: (run) => run === undefined || hasEnded(run) ? false : REFRESH_MS,
  });
  const failed = runs.find(({ error }) => error !== null);
  if (failed !== undefined) return <ErrorNotice error={failed.error} retry={() => failed.refetch()} />;
  const known = runs.flatMap(({ data }) => data === undefined ? [] : [data.data]);
  if (known.length < ids.length) return <Loading what="the variants" />;
  const waiting = known.filter((run) => !hasEnded(run));
  const completed = known.filter(({ status }) => status === "completed").map(({ id }) => id);
  return (
    <>
      {waiting.length === 0 ? null : (
        <p role="status">
          {known.length - waiting.length} of {known.length} variants have been answered …
        </p>
      )}
      {known.filter(({ status }) => status === "failed").map(({ id, question, failure_message }) => (
        <p key={id} className="notice error">
          <Link to="/simulations/$id" params={{ id }}>{question}</Link> failed: {failure_message}
        </p>
      ))}
      {waiting.length > 0 || completed.length < 2 ? null : (
        <LoadedResults ids={completed} what="the verdicts">
          {(all) => <Together runs={all} />}
        </LoadedResults>
      )}
    </>
  );
}

function Together({ runs }: { readonly runs: readonly Results[] }) {
  const [first, second, ...others] = runs.map(({ simulation_id }) => simulation_id);
  const compared = useRead(
    "compareSimulations",
    path`/v1/simulations/${first ?? ""}/compare/${second ?? ""}`,
    { by_segment: false, ...(others.length === 0 ? {} : { with: others }) },
  );
  const names = namesOf(runs);
  return (
    <>
      <Loaded query={{ ...compared, data: compared.data?.data }} what="the differences">
        {(data) => (
          <>
            <p className="headline">{sentenceOf(runs, names, differencesOf(data))}</p>
            {data.paired
              ? null
              : <p className="notice warning">They asked other agents, so that their draws differ too.</p>}
          </>
        )}
      </Loaded>
      <Bars runs={runs} names={names} />
      <Section title="Each variant">
        <DataTable
          caption="The variants’ figures"
          rows={runs.map((run, place) => ({ run, name: names[place] ?? "" }))}
          rowId={({ run }) => run.simulation_id}
          columns={[
            { id: "name", header: "Variant", cell: ({ name }) => name },
            {
              id: "question",
              header: "Question",
              cell: ({ run }) => (
                <>
                  <Link to="/simulations/$id" params={{ id: run.simulation_id }}>
                    {run.customer_question}
                  </Link>
                  {run.question_issues.map((issue) => <p key={issue}>{ISSUES[issue]}</p>)}
                </>
              ),
            },
            { id: "yes", header: "Yes", isNumber: true, cell: ({ run }) => pct(run.verdict.yes_pct) },
            {
              id: "people",
              header: "Of people, 95 %",
              isNumber: true,
              cell: ({ run }) => interval(run.verdict.interval_pct?.yes),
            },
            { id: "evidence", header: "Rests on", cell: ({ run }) => EVIDENCE[run.verdict.evidence] },
          ]}
        />
      </Section>
      <Disclaimers runs={runs} />
    </>
  );
}

/** The prices, where these tell the variants apart; else A, B, C. */
function namesOf(runs: readonly Results[]): readonly string[] {
  const prices = runs.map(({ customer_question }) => priceIn(customer_question));
  const found = new Set(prices.filter((price) => price !== undefined));
  return runs.map((_, place) =>
    found.size === runs.length ? `at ${prices[place]}` : `of ${variantName(place)}`
  );
}

interface Difference {
  readonly id: string;
  /** Points of yes less the first variant's. */
  readonly points: number;
  /** Of people; null where nothing is known of them. */
  readonly people: readonly number[] | null;
}

function differencesOf(compared: DataOf<"compareSimulations">): readonly Difference[] {
  const { simulations: [, second], difference_pct, interval_pct, others } = compared;
  return [
    { id: second?.simulation_id ?? "", points: difference_pct.yes, people: interval_pct?.yes ?? null },
    ...others.map(({ simulation_id: id, difference_pct: { yes }, interval_pct: people }) => ({
      id,
      points: yes,
      people: people?.yes ?? null,
    })),
  ];
}

/** The largest difference from the first variant, with no more of people than is known. */
function sentenceOf(
  runs: readonly Results[],
  names: readonly string[],
  differences: readonly Difference[],
): string {
  const [largest] = differences.toSorted((a, b) => Math.abs(b.points) - Math.abs(a.points));
  if (largest === undefined) return "";
  const name = names[runs.findIndex(({ simulation_id }) => simulation_id === largest.id)] ?? "";
  const points = Math.round(Math.abs(largest.points));
  const more = largest.points < 0 ? "fewer" : "more";
  const than = `${points} points ${more} of the simulated respondents say yes ${name} than ${names[0]}`;
  if (points === 0) return "As many of the simulated respondents say yes to each variant.";
  return largest.people === null
    ? `${than}. Nothing is known of people.`
    : `${than}; people’s difference may be ${signedInterval(largest.people.map(Math.round))}.`;
}

function Bars({ runs, names }: { readonly runs: readonly Results[]; readonly names: readonly string[] }) {
  const rows = runs.map(({ verdict }, place) => {
    const ends = verdict.interval_pct?.yes ?? null;
    return {
      label: (names[place] ?? "").replace(/^(at|of) /, ""),
      text: ends === null ? pct(verdict.yes_pct) : `${pct(verdict.yes_pct)} (${interval(ends)})`,
      value: verdict.yes_pct,
      interval: ends,
      colour: "--yes",
    };
  });
  const legend =
    "Dot: the simulated respondents who said yes. Bar: the 95 % interval of people’s share; none where nothing is known of them.";
  return (
    <Figure
      title="Yes to each variant"
      description={rows.map(({ label, text }) => `${label} ${text}`).join("; ")}
      chart={{ kind: "intervals", domain: [0, 100], xLabel: "% yes", rows }}
      name="variants"
      notes={[legend, ...disclaimersOf(runs)]}
    >
      <figcaption>{legend}</figcaption>
    </Figure>
  );
}
