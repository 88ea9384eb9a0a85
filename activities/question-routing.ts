import type { Methodology } from "#engine/methodology.ts";
import { PUBLISHED } from "#engine/methodologies/index.ts";

const byQuestion = new Map(
  PUBLISHED.flatMap((each) =>
    [each.kpi_question, ...each.exemplar_questions].map((question) => [folded(question), each] as const)
  ),
);

/** The methodology of each question that is one of its own, word for word; null for any other. */
export function chooseMethodologies(questions: readonly string[]): (Methodology | null)[] {
  return questions.map((question) => byQuestion.get(folded(question)) ?? null);
}

function folded(question: string): string {
  return question.trim().toLowerCase().replaceAll(/\s+/g, " ");
}
