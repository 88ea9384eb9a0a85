import process from "node:process";
import { parseArgs } from "node:util";
import { saveModelError } from "#db/methodologies/evaluated-models.ts";
import { withDatabase } from "#dev/machine/connect-database.ts";
import { itemAt } from "#engine/numeric/columns.ts";
import { readAgentEngineConfig } from "#providers/agents/config.ts";
import { createAgentEngine } from "#providers/agents/create.ts";
import { EngineError } from "#providers/agents/errors.ts";
import { calibratedQuestions, evaluate, MIN_AGENTS, reportOf } from "#research/agents/evaluate.ts";
import { measureModel, MIN_QUESTIONS } from "#research/agents/measure-model.ts";
import { ConfigError, readSettings } from "#shared/settings-reader.ts";

const QUESTIONS = 30;
const AGENTS = 150;
const MAX_AGENTS = 2_000;
/**
 * `deno task evaluate-agents [--questions N] [--agents M]`: has the model in `AGENTS_BASE_URL` and `AGENTS_MODEL` answer N calibrated questions
 * for M agents each, prints how far it is off, and stores that, so that the intervals of its runs use it. About N · M calls;
 * `AGENTS_MAX_COST_USD` and `AGENTS_MAX_TOKENS` bound them all together.
 */
async function main(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: { questions: { type: "string" }, agents: { type: "string" } },
  });
  const asked = calibratedQuestions();
  const count = numberOf(values.questions, QUESTIONS, MIN_QUESTIONS, asked.length);
  const agents = numberOf(values.agents, AGENTS, 2 * MIN_AGENTS, MAX_AGENTS);
  const config = readSettings(readAgentEngineConfig);
  if (count === null || agents === null || config.kind === "embedded") {
    console.error(
      `Usage: AGENTS_BASE_URL=… AGENTS_MODEL=… deno task evaluate-agents [--questions ${MIN_QUESTIONS}–${asked.length}] [--agents ${
        2 * MIN_AGENTS
      }–${MAX_AGENTS}]`,
    );
    return 2;
  }
  const engine = createAgentEngine(config);
  const chosen = Array.from(
    { length: count },
    (_, k) => itemAt(asked, Math.floor((k + 0.5) * asked.length / count)),
  );
  // Connected before the first call, so that the operator pays for no figures that cannot be stored.
  return await withDatabase({ role: "app_worker", command: "evaluate-agents" }, async ({ database }) => {
    const evaluated = await evaluate(engine, chosen, agents);
    const figures = measureModel(evaluated);
    await database.transaction((tx) => saveModelError(tx, engine, agents, figures));
    for (const line of reportOf(engine, figures, agents)) console.log(line);
    return 0;
  });
}

/** Null where the text is no whole number in the range. */
function numberOf(text: string | undefined, otherwise: number, least: number, most: number): number | null {
  if (text === undefined) return otherwise;
  const value = Number(text);
  return Number.isInteger(value) && value >= least && value <= most ? value : null;
}

if (import.meta.main) {
  try {
    process.exit(await main(process.argv.slice(2)));
  } catch (error) {
    if (!(error instanceof ConfigError || error instanceof EngineError)) throw error;
    console.error(error.message);
    process.exit(1);
  }
}
