import { markdownTable, withSections } from "#testing/documentation-page.ts";
import type { measureCrosstabs } from "../factors/measure.ts";

/** What the page says beside its prose. */
interface AgentsFigures extends ReturnType<typeof measureCrosstabs> {
  readonly questions: number;
  readonly pairs: number;
  readonly factors: number;
  /** Standard error that sampling gives a phi among people, on the mean over the pairs. */
  readonly sampling: number;
}

const CROSSTABS = [
  ...["joint tables left out", "agents", "pairs", "mean error of phi", "bias", "correlation with people's"],
  ...["error where people's is ≥ 0.3", "off by more than 0.2"],
];

/** The page `docs/agents.md` with these figures. */
export function agentsPage(page: string, figures: AgentsFigures): string {
  const { questions, pairs, factors, sampling } = figures;
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
  });
}
