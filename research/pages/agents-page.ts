import { markdownTable, withSections } from "#testing/documentation-page.ts";
import type { designEffects, frameShift, measureCrosstabs, measureOwnParts } from "../factors/measure.ts";

/** What the page says beside its prose. */
interface AgentsFigures extends ReturnType<typeof measureCrosstabs> {
  readonly questions: number;
  readonly pairs: number;
  readonly factors: number;
  /** Standard error that sampling gives a phi among people, on the mean over the pairs. */
  readonly sampling: number;
  readonly ownParts: ReturnType<typeof measureOwnParts>;
  readonly designEffects: ReturnType<typeof designEffects>;
  readonly frameShift: ReturnType<typeof frameShift>;
}

const CROSSTABS = [
  ...["joint tables left out", "agents", "pairs", "mean error of phi", "bias", "correlation with people's"],
  ...["error where people's is ≥ 0.3", "off by more than 0.2"],
];

/** The page `docs/agents.md` with these figures. */
export function agentsPage(page: string, figures: AgentsFigures): string {
  const { questions, pairs, factors, sampling, ownParts, frameShift } = figures;
  const count = (n: number) => n.toLocaleString("en");
  return withSections(page, {
    fit: markdownTable([
      "questions",
      "pairs of them",
      "factors",
      "sampling error of people's phi, on the mean",
    ], [
      [questions, count(pairs), factors, sampling.toFixed(3)],
    ]),
    crosstabs: markdownTable(
      CROSSTABS,
      figures.measured.map(({ held_out, agents, pairs, error, bias, correlation, strong_error, far }) => [
        ...[held_out, agents, count(pairs), error.toFixed(3), bias.toFixed(3), correlation.toFixed(2)],
        ...[strong_error.toFixed(3), `${(100 * far).toFixed(1)} %`],
      ]),
    ),
    pairs: markdownTable(
      ["a question", "another", "people", "factors"],
      figures.shown.map(({ questions, people, factors }) => [
        ...questions,
        ...[people, factors].map((phi) => phi.toFixed(2)),
      ]),
    ),
    "own-parts": markdownTable(["of their own parts in common", "on the mean", "10th percentile"], [
      ["two wordings of a question", ...ownParts.wordings.map((share) => share.toFixed(2))],
      ["a question and the one of those tried that shares most", ownParts.nearest.toFixed(2), ""],
      ["two questions of different batteries", ownParts.others.toFixed(3), ""],
    ]),
    frame: markdownTable(["points of yes that the frame would move, on the mean", "95th percentile"], [
      [frameShift.mean.toFixed(2), frameShift.p95.toFixed(1)],
    ]),
    "design-effects": markdownTable(
      ["agents", "mean", "95th percentile"],
      figures.designEffects.map(({ agents, mean, p95 }) => [agents, mean.toFixed(2), p95.toFixed(2)]),
    ),
  });
}
