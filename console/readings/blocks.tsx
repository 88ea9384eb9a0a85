import type { ReactNode } from "react";
import { Figure } from "../charts/plot.tsx";
import { count, decimal, pct, segmentName } from "../components/format.tsx";
import { Badge } from "../components/status.tsx";
import { type AllBlocks, type Block, type BlockName, type BlockStates, STEPS } from "./insights.ts";
import { AcrossRuns, SegmentIntensity } from "./tables.tsx";

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
export function Blocks({ blocks, states }: { readonly blocks: AllBlocks; readonly states: BlockStates }) {
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
