import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { type DataOf, path } from "../api/calls.ts";
import { useRead } from "../api/queries.ts";
import { Figure } from "../charts/plot.tsx";
import { Act } from "../components/dialog.tsx";
import { count, decimal, money, pct, pcts, segmentName, Time } from "../components/format.tsx";
import { Loaded, Section } from "../components/page.tsx";
import { Badge } from "../components/status.tsx";
import { type Column, countColumn, DataTable, numberColumn } from "../components/table.tsx";

export type Insights = DataOf<"showInsights">;
type BlockStates = NonNullable<Insights["block_status"]>;
type BlockName = keyof BlockStates;
/** The blocks, each null unless it is completed. */
type AllBlocks = NonNullable<Insights["post_hoc"]>;
type Block<Name extends BlockName> = NonNullable<AllBlocks[Name]>;

/** Of intensity, from weak to strong. */
export const STEPS = ["1", "2", "3", "4", "5"] as const;

/** Seconds that the service holds the call while the Reading is being written: less than a call of the console may take. */
const WAIT_SECONDS = 15;
/** Between two such calls. */
const PAUSE_MS = 1_000;

export function isUnderWay({ insights_status }: Insights): boolean {
  return insights_status === "queued" || insights_status === "running";
}

/** A simulation's Reading, once it has ended or will not start by itself. Those who show it share one call. */
export function useInsights(simulationId: string) {
  return useRead("showInsights", path`/v1/simulations/${simulationId}/insights`, { wait: WAIT_SECONDS }, {
    refetchInterval: (data) => data !== undefined && isUnderWay(data) ? PAUSE_MS : false,
  });
}

/** A simulation's Reading in whatever state it is. */
export function Reading({ simulationId }: { readonly simulationId: string }) {
  const insights = useInsights(simulationId);
  return (
    <Section title="Reading">
      <Loaded query={insights} what="the Reading, which takes some seconds">
        {(data) => (
          <>
            <State insights={data} reason={insights.meta?.reason_message} />
            {insights.meta?.generate_url !== undefined && (
              <div className="actions">
                <Act
                  call={["generateInsights", "POST", path`/v1/simulations/${simulationId}/insights/generate`, [
                    "showInsights",
                  ]]}
                  label={data.insights_status === "failed" ? "Generate the Reading again" : "Generate the Reading"}
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

function State({ insights, reason }: { readonly insights: Insights; readonly reason: string | undefined }) {
  const { insights_status, error_message } = insights;
  if (insights_status === "completed") return null;
  return (
    <p role="status">
      <Badge status={insights_status} /> {isUnderWay(insights)
        ? "It is being written; this page shows it when it is there."
        : reason ?? error_message}
    </p>
  );
}

const WRITTEN_BY: Readonly<Record<string, string>> = {
  computed: "Its texts are computed, without a language model.",
  small: "A small language model wrote its texts from the computed figures, which were checked.",
  mixed:
    "A small language model wrote some of its texts from the computed figures, which were checked; the others are computed.",
};

function Content({ insights }: { readonly insights: Insights }) {
  const { post_hoc, block_status, calibration_boundary, generated_at, cost_usd_estimate } = insights;
  if (post_hoc === null || block_status === null) return null;
  return (
    <>
      {calibration_boundary === null
        ? null
        : (
          <div className="notice" role="note" aria-label="Disclaimer of the Reading">
            <p className="disclaimer">{calibration_boundary.disclaimer}</p>
          </div>
        )}
      <Blocks blocks={post_hoc} states={block_status} />
      <p className="hint">
        {WRITTEN_BY[calibration_boundary?.model_tier ?? "computed"]} Written <Time at={generated_at} />
        {cost_usd_estimate === null ? "" : `, counted as ${money(cost_usd_estimate)} of the month's ceiling`}.
      </p>
    </>
  );
}

const TITLES: Readonly<Record<BlockName, string>> = {
  synthesis: "Synthesis",
  patterns: "Patterns: groups that differ",
  reservations: "Reservations: why agents said no or maybe",
  attractions: "Attractions: why agents said yes",
  intensity: "Intensity: how strongly they feel",
  quotes: "Quotes: the most typical",
  segment_intensity: "Intensity by segment",
  across_runs: "Across earlier runs of this question",
};

/** Why a block has nothing to show. */
const ABSENT: Readonly<Record<string, string>> = {
  not_applicable:
    "There is nothing to compute it from: no earlier run, say, or a question that fitted nobody.",
  failed: "It could not be computed. The others do not rest on it.",
};

/** A Reading's eight blocks, each with its content or the reason why it has none. */
function Blocks({ blocks, states }: { readonly blocks: AllBlocks; readonly states: BlockStates }) {
  const content: Readonly<Record<BlockName, ReactNode>> = {
    synthesis: blocks.synthesis && <Synthesis block={blocks.synthesis} />,
    patterns: blocks.patterns && <Patterns block={blocks.patterns} />,
    reservations: blocks.reservations && (
      <Themes themes={blocks.reservations.reservations} of="who said no or maybe" />
    ),
    attractions: blocks.attractions && <Themes themes={blocks.attractions.attractions} of="who said yes" />,
    intensity: blocks.intensity && <Intensity block={blocks.intensity} />,
    quotes: blocks.quotes && <Quotes block={blocks.quotes} />,
    segment_intensity: blocks.segment_intensity && <SegmentIntensity block={blocks.segment_intensity} />,
    across_runs: blocks.across_runs && <AcrossRuns block={blocks.across_runs} />,
  };
  return (Object.keys(TITLES) as BlockName[]).map((name) => (
    <section key={name} className="block" aria-label={TITLES[name]}>
      <h3>
        {TITLES[name]} {states[name] === "completed" ? null : <Badge status={states[name]} />}
      </h3>
      {content[name] ?? <p className="soft">{ABSENT[states[name]] ?? "It has no content."}</p>}
    </section>
  ));
}

function Synthesis({ block: { text, confidence } }: { readonly block: Block<"synthesis"> }) {
  return (
    <>
      <p className="reading-text">{text}</p>
      <p>
        Confidence: <strong>{confidence}</strong>
      </p>
    </>
  );
}

function Patterns({ block: { patterns } }: { readonly block: Block<"patterns"> }) {
  if (patterns.length === 0) return <p>No group differs reliably.</p>;
  return (
    <ul>
      {patterns.map(({ title, description, support }) => (
        <li key={title}>
          <strong>{title}.</strong> {description} <span className="soft">{count(support)} respondents.</span>
        </li>
      ))}
    </ul>
  );
}

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

function Intensity({ block: { distribution, median, note } }: { readonly block: Block<"intensity"> }) {
  const title = "Agents by intensity, 1 weak to 5 strong";
  return (
    <>
      <p>
        {note} The median of the agents is {decimal(median)}.
      </p>
      <Figure
        title={title}
        description={STEPS.map((step) => `${step}: ${count(distribution[step])} agents`).join("; ")}
        chart={{
          kind: "bars",
          xLabel: "agents, unweighted",
          rows: STEPS.map((step) => ({
            label: step,
            value: distribution[step],
            text: count(distribution[step]),
          })),
        }}
        name="intensity"
        notes={["Agents who answered yes, maybe or no, unweighted. No person was asked.", note]}
      />
    </>
  );
}

function Quotes({ block }: { readonly block: Block<"quotes"> }) {
  return (
    <div className="grid">
      {(["yes", "no"] as const).map((answer) => {
        const quote = block[answer];
        return (
          <figure key={answer} className="card quote">
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
  );
}

type IntensityRow = Block<"segment_intensity">["by_segment"][number];

const INTENSITY_COLUMNS: readonly Column<IntensityRow>[] = [
  { header: "Dimension", cell: ({ dimension }) => dimension, sortBy: ({ dimension }) => dimension },
  { header: "Segment", cell: ({ segment }) => segmentName(segment), sortBy: ({ segment }) => segment },
  numberColumn("Median", ({ median }) => median ?? "–", ({ median }) => median),
  numberColumn("Mean", ({ mean }) => mean === null ? "–" : decimal(mean), ({ mean }) => mean),
  ...STEPS.map((step) => numberColumn<IntensityRow>(step, ({ distribution }) => count(distribution[step]))),
  countColumn("total", "Agents"),
];

/** How strongly each segment feels. */
function SegmentIntensity({ block: { by_segment } }: { readonly block: Block<"segment_intensity"> }) {
  return (
    <details className="no-print">
      <summary>How strongly each segment feels</summary>
      <DataTable
        caption="Each segment's intensity"
        columns={INTENSITY_COLUMNS}
        rows={by_segment}
        rowId={({ dimension, segment }) => `${dimension}=${segment}`}
      />
    </details>
  );
}

/** When a run completed, as a link to it. */
export const COMPLETED_COLUMN: Column<{ readonly completed_at: string; readonly simulation_id: string }> = {
  header: "Completed",
  cell: ({ completed_at, simulation_id }) => (
    <Link to="/simulations/$id" params={{ id: simulation_id }}>
      <Time at={completed_at} />
    </Link>
  ),
  sortBy: ({ completed_at }) => completed_at,
};

/** How many agents a run asked, and which. */
export const SAMPLE_COLUMNS: readonly Column<{ readonly agent_count: number; readonly seed: number }>[] = [
  numberColumn("Agents", ({ agent_count }) => count(agent_count)),
  { header: "Seed", cell: ({ seed }) => <code>{seed}</code> },
];

type EarlierRun = Block<"across_runs">["runs"][number];

const RUN_COLUMNS: readonly Column<EarlierRun>[] = [
  COMPLETED_COLUMN,
  numberColumn("Yes", (run) => pcts(run).yes, ({ yes_pct }) => yes_pct),
  numberColumn("Maybe", (run) => pcts(run).maybe),
  numberColumn("No", (run) => pcts(run).no),
  numberColumn(
    "Half the yes interval",
    ({ margin_of_error_pct: half }) => half === null ? "–" : `${count(Math.ceil(half))} points`,
  ),
  ...SAMPLE_COLUMNS,
];

/** The earlier runs of the question. */
function AcrossRuns({ block: { runs, trend, note } }: { readonly block: Block<"across_runs"> }) {
  return (
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
  );
}
