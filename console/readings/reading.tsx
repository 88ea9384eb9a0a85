import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { DataOf } from "../api/calls.ts";
import { useRead } from "../api/queries.ts";
import { Figure } from "../charts/plot.tsx";
import { Act } from "../components/dialog.tsx";
import { count, decimal, money, pct, pcts, segmentName, Time } from "../components/format.tsx";
import { Loaded, Section } from "../components/page.tsx";
import { Badge } from "../components/status.tsx";
import { type Columns, DataTable } from "../components/table.tsx";

export type Insights = DataOf<"showInsights">;
type BlockName = keyof NonNullable<Insights["block_status"]>;
/** A block, which is null unless it is completed. */
type Block<Name extends BlockName> = NonNullable<NonNullable<Insights["post_hoc"]>[Name]>;

/** Of intensity, from weak to strong. */
export const STEPS = ["1", "2", "3", "4", "5"] as const;

/** Seconds that the service holds the call while the Reading is being written: less than a call of the console may take. */
const WAIT_SECONDS = 15;
/** Between two such calls. */
const PAUSE_MS = 1_000;

function isUnderWay({ insights_status }: Insights): boolean {
  return insights_status === "queued" || insights_status === "running";
}

/** A simulation's Reading, once it has ended or will not start by itself. Those who show it share one call. */
export function useInsights(simulationId: string) {
  return useRead("showInsights", { id: simulationId, wait: WAIT_SECONDS }, {
    refetchInterval: (data) => data !== undefined && isUnderWay(data) ? PAUSE_MS : false,
  });
}

/** A simulation's Reading in whatever state it is. */
export function Reading({ simulationId }: { readonly simulationId: string }) {
  const insights = useInsights(simulationId);
  const { meta } = insights;
  return (
    <Section title="Reading">
      <Loaded query={insights} what="the Reading, which takes some seconds">
        {(data) => (
          <>
            {data.insights_status !== "completed" && (
              <p role="status">
                <Badge status={data.insights_status} /> {isUnderWay(data)
                  ? "It is being written; this page shows it when it is there."
                  : meta?.reason_message ?? data.error_message}
              </p>
            )}
            {meta?.generate_url !== undefined && (
              <div className="actions">
                <Act
                  call={["generateInsights", { id: simulationId }, ["showInsights"]]}
                  label={`Generate the Reading${data.insights_status === "failed" ? " again" : ""}`}
                  className="primary"
                />
              </div>
            )}
            <Content insights={data} />
          </>
        )}
      </Loaded>
    </Section>
  );
}

const WRITTEN_BY: Readonly<Record<string, string>> = {
  computed: "Its texts are computed, without a language model.",
  small: "A small language model wrote its texts from the computed figures, which were checked.",
  mixed:
    "A small language model wrote some of its texts from the computed figures, which were checked; the others are computed.",
};

/** Why a block has nothing to show. */
const ABSENT: Readonly<Record<string, string>> = {
  not_applicable:
    "There is nothing to compute it from: no earlier run, say, or a question that fitted nobody.",
  failed: "It could not be computed. The others do not rest on it.",
};

/** A Reading's eight blocks, each with its content or the reason why it has none. */
function Content({ insights }: { readonly insights: Insights }) {
  const { post_hoc, block_status, calibration_boundary, generated_at, cost_usd_estimate } = insights;
  if (post_hoc === null || block_status === null) return null;
  return (
    <>
      {calibration_boundary !== null && (
        <div className="notice" role="note" aria-label="Disclaimer of the Reading">
          <p className="disclaimer">{calibration_boundary.disclaimer}</p>
        </div>
      )}
      {(Object.keys(BLOCKS) as BlockName[]).map((name) => {
        const [title, show] = BLOCKS[name];
        const [block, state] = [post_hoc[name], block_status[name]];
        return (
          <section key={name} className="block" aria-label={title}>
            <h3>
              {title} {state !== "completed" && <Badge status={state} />}
            </h3>
            {block === null
              ? <p className="soft">{ABSENT[state] ?? "It has no content."}</p>
              : show(block as never)}
          </section>
        );
      })}
      <p className="hint">
        {WRITTEN_BY[calibration_boundary?.model_tier ?? "computed"]} Written <Time at={generated_at} />
        {cost_usd_estimate === null ? "" : `, counted as ${money(cost_usd_estimate)} of the month's ceiling`}.
      </p>
    </>
  );
}

type IntensityRow = Block<"segment_intensity">["by_segment"][number];

const INTENSITY_COLUMNS: Columns<IntensityRow> = {
  Dimension: ({ dimension }) => dimension,
  Segment: ({ segment }) => segmentName(segment),
  Median: { figure: ({ median }) => median ?? "–" },
  Mean: { figure: ({ mean }) => mean === null ? "–" : decimal(mean) },
  ...Object.fromEntries(STEPS.map((step) => [
    `Intensity ${step}`,
    { figure: ({ distribution }: IntensityRow) => count(distribution[step]) },
  ])),
  Agents: { figure: ({ total }) => count(total) },
};

const RUN_COLUMNS: Columns<Block<"across_runs">["runs"][number]> = {
  Completed: ({ completed_at, simulation_id }) => (
    <Link to="/simulations/$id" params={{ id: simulation_id }}>
      <Time at={completed_at} />
    </Link>
  ),
  Yes: { figure: (run) => pcts(run).yes },
  Maybe: { figure: (run) => pcts(run).maybe },
  No: { figure: (run) => pcts(run).no },
  "Half the yes interval": {
    figure: ({ margin_of_error_pct: half }) => half === null ? "–" : `${count(Math.ceil(half))} points`,
  },
  Agents: { figure: ({ agent_count }) => count(agent_count) },
  Seed: ({ seed }) => <code>{seed}</code>,
};

/** The blocks in their order: each one's title, and how it is shown. */
const BLOCKS: {
  readonly [Name in BlockName]: readonly [title: string, show: (block: Block<Name>) => ReactNode];
} = {
  synthesis: ["Synthesis", ({ text, confidence }) => (
    <>
      <p className="reading-text">{text}</p>
      <p>
        Confidence: <strong>{confidence}</strong>
      </p>
    </>
  )],
  patterns: [
    "Patterns: groups that differ",
    ({ patterns }) =>
      patterns.length === 0 ? <p>No group differs reliably.</p> : (
        <ul>
          {patterns.map(({ title, description, support }) => (
            <li key={title}>
              <strong>{title}.</strong> {description}{" "}
              <span className="soft">{count(support)} respondents.</span>
            </li>
          ))}
        </ul>
      ),
  ],
  reservations: [
    "Reservations: why agents said no or maybe",
    ({ reservations }) => <Themes themes={reservations} of="who said no or maybe" />,
  ],
  attractions: [
    "Attractions: why agents said yes",
    ({ attractions }) => <Themes themes={attractions} of="who said yes" />,
  ],
  intensity: ["Intensity: how strongly they feel", ({ distribution, median, note }) => (
    <>
      <p>
        {note} The median of the agents is {decimal(median)}.
      </p>
      <Figure
        title="Agents by intensity, 1 weak to 5 strong"
        description={STEPS.map((step) => `${step}: ${count(distribution[step])} agents`).join("; ")}
        chart={{
          domain: [0, Math.max(1, ...Object.values(distribution))],
          unit: "",
          rows: STEPS.map((step) => ({
            label: step,
            text: count(distribution[step]),
            value: null,
            interval: [0, distribution[step]],
            colour: "--accent",
          })),
        }}
        name="intensity"
        legend={["Agents who answered yes, maybe or no, unweighted. No person was asked."]}
        notes={[note]}
      />
    </>
  )],
  quotes: ["Quotes: the most typical", (quotes) => (
    <div className="grid">
      {(["yes", "no"] as const).map((answer) => {
        const quote = quotes[answer];
        return (
          <figure key={answer} className="card">
            <h4>{answer}</h4>
            {quote === null ? <p className="soft">No agent answered {answer}.</p> : (
              <>
                <blockquote>{quote.text}</blockquote>
                <figcaption>
                  Agent {quote.agent_index}, no person:{" "}
                  {Object.values(quote.segments).map(segmentName).join(", ")}
                </figcaption>
              </>
            )}
          </figure>
        );
      })}
    </div>
  )],
  segment_intensity: ["Intensity by segment", ({ by_segment }) => (
    <details className="no-print">
      <summary>How strongly each segment feels</summary>
      <DataTable
        caption="Each segment's intensity"
        columns={INTENSITY_COLUMNS}
        rows={by_segment}
        rowId={({ dimension, segment }) => `${dimension}=${segment}`}
      />
    </details>
  )],
  across_runs: ["Across earlier runs of this question", ({ runs, trend, note }) => (
    <>
      <p>
        Trend: <strong>{trend.replaceAll("_", " ")}</strong>. {note}
      </p>
      <DataTable
        caption="Earlier runs"
        columns={RUN_COLUMNS}
        rows={runs}
        rowId={({ simulation_id }) => simulation_id}
      />
    </>
  )],
};

function Themes(
  { themes, of }: { readonly themes: Block<"reservations">["reservations"]; readonly of: string },
) {
  if (themes.length === 0) return <p>None.</p>;
  return (
    <ul>
      {themes.map(({ theme, description, share_pct, support, example_quote }) => (
        <li key={theme}>
          <strong>{theme}</strong>
          {share_pct === null || support === null
            ? "."
            : `, ${pct(share_pct)} of those ${of} (${count(support)} agents).`} {description}
          {example_quote === null ? null : <blockquote>{example_quote}</blockquote>}
        </li>
      ))}
    </ul>
  );
}
