import type { DesignEffect, FrameShift } from "../factors/frame.ts";
import type { OwnPartFigures } from "../factors/resembling.ts";
import type { Crosstabs, Measured, ShownPair } from "../factors/measure.ts";

/** What the page says beside its prose. */
export interface AgentsFigures extends Crosstabs {
  readonly questions: number;
  readonly pairs: number;
  readonly factors: number;
  /** Standard error that sampling gives a phi among people, on the mean over the pairs. */
  readonly sampling: number;
  readonly ownParts: OwnPartFigures;
  readonly designEffects: readonly DesignEffect[];
  readonly frameShift: FrameShift;
}

/** The page `docs/agents.md`. */
export function agentsPage(figures: AgentsFigures): string {
  const { questions, pairs, factors, sampling, measured, shown, ownParts, designEffects, frameShift } =
    figures;
  return `# Agents

Written by \`deno task fit-factors <folder>\` from the surveys' microdata; what ships are loadings (\`engine/sampling/loadings.json\`), never a respondent's row.

## What an answer depends on

An agent's latent answer to a question is a normal number with variance 1, made of ${factors} factors, which are the same people's in all questions, and of a part of the
question's own (\`engine/sampling/latent.ts\`). Cutpoints by the agent's segments turn it into yes, maybe or no, so that shares and segments are the forecast's whatever the latent is made of.

- The factors depend on seed, population and the agent's index. Their weights, the loadings, are a calibrated question's own where it was asked, or may have been in other words (a chance of 0.3 or more);
  elsewhere they follow from who is predicted to say yes (differences by party, age, race, education and sex on the logit scale). A prediction without differences has none: such
  questions hang together by chance alone. So a strong crosstab that no survey asked for is missed: two such questions that people would nearly all answer alike look
  unrelated, and what is shown of them is no evidence that they are.
- The question's own part is keyed by the name of that calibrated question: its wordings have the same agents answer alike, an opposite wording has them answer in mirror image, and different
  questions have independent parts.
- Made-up tables say nothing of people: their questions have no factors, and those of one methodology share their own part, so that prices and scenarios are compared on the same draws.

## Crosstabs of two runs with one seed

Fitted: ${questions} questions of the General Social Survey and of FiveThirtyEight / Ipsos, ${
    pairs.toLocaleString("en")
  } pairs that at least 200 (effective) of the same people answered; the terms of the American National Election Studies leave more than shares to
a person's word, so their questions have the loadings of their profiles. Ordinal probit residuals of each question given
the segments, their correlation by pair, and loadings by weighted least squares around what the questions' profiles say. Phi is the correlation of yes with yes. People's phi has itself a
sampling error of ${sampling.toFixed(3)} on the mean, which is part of every error below.

| joint tables left out | agents | pairs | mean error of phi | bias | correlation with people's | error where people's is ≥ 0.3 | off by more than 0.2 |
|---|---|---:|---:|---:|---:|---:|---:|
${measured.map(measuredLine).join("\n")}

"One trait" is how agents were drawn before: 35 % of the latent in all questions, the rest by topic. "Segments alone" has no factors. The second trial is the only evidence on
questions of different surveys, which nobody answered together: the halves are linked by the questions' profiles alone, as surveys are. The third is that of questions that no survey asked, with their
segments known; a question whose segments are predicted has weaker loadings.

Some pairs, all left out of the fit that is shown:

| | | people | one trait | factors |
|---|---|---:|---:|---:|
${shown.map(shownLine).join("\n")}

## Questions that no survey asked

Their own part is mixed from those of the eight calibrated questions that they resemble most, by the embedder's vectors (\`engine/forecast/resembling.ts\`): no hash of the words, so that a rewording
moves it a little, and another question has another one. Tried on every fourth calibrated question with its object left out: two wordings have ${
    ownParts.wordings[0].toFixed(2)
  } of their own parts in common on
the mean (a tenth have less than ${
    ownParts.wordings[1].toFixed(2)
  }), a question and the one of all those tried that shares most ${
    ownParts.nearest.toFixed(2)
  }, two questions of different batteries ${ownParts.others.toFixed(3)}. So a rewording of
such a question changes some agents' answers where its verdict stays, and two such questions on nearly the same thing hang together a little more than their factors say.

## The frame

\`us-adults-2024\` is 108,000 cells: associations of pairs of dimensions from survey microdata and the census, raked to published margins, each with its source in \`engine/population/us-adults-2024.ts\`.

**A frame of 2024 does not reweight a survey of 2016.** Agents are 2024's people, but each forecast's segments are benchmarked to the survey's own share, so that a verdict is what people answered
then. Reweighting the surveys' segments by the frame, one dimension at a time, would move a share of yes by ${
    frameShift.mean.toFixed(2)
  } points on the mean (95 % of the moves are below
${
    frameShift.p95.toFixed(1)
  }), less than the opinions themselves move (an SD of 0.11 logits from 2016 to 2018, some 3 points), and nobody measured that it comes nearer to today. So the year stands beside the figure, and nothing is moved.

## Small runs

Agents are drawn by a systematic sequence over the frame, and raked on margins whose groups have at least 20 expected agents below 500 agents, 5 above. Design effect (Kish) over 100 seeds:

| agents | mean | 95th percentile |
|---:|---:|---:|
${
    designEffects.map(({ agents, mean, p95 }) => `| ${agents} | ${mean.toFixed(2)} | ${p95.toFixed(2)} |`)
      .join("\n")
  }
`;
}

function measuredLine(
  { held_out, agents, pairs, error, bias, correlation, strong_error, far }: Measured,
): string {
  const row = [
    held_out,
    agents,
    pairs.toLocaleString("en"),
    error.toFixed(3),
    bias.toFixed(3),
    correlation.toFixed(2),
    strong_error.toFixed(3),
    `${(100 * far).toFixed(1)} %`,
  ];
  return `| ${row.join(" | ")} |`;
}

function shownLine({ questions, people, trait, factors }: ShownPair): string {
  return `| ${[...questions, ...[people, trait, factors].map((phi) => phi.toFixed(2))].join(" | ")} |`;
}
