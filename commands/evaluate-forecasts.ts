import process from "node:process";
import { parseArgs } from "node:util";
import { saveKnowledgeFigures } from "#db/methodologies/evaluated-models.ts";
import { withDatabase } from "#dev/machine/connect-database.ts";
import { EstimateError, ShareEstimator } from "#providers/forecast-model/share-estimator.ts";
import { readModelServer } from "#providers/openai/settings.ts";
import { evaluateKnowledge, heldOutQuestions, reportOf } from "#research/knowledge/evaluate.ts";
import { ConfigError, readSettings } from "#shared/settings-reader.ts";

const USAGE =
  "Usage: FORECAST_BASE_URL=… FORECAST_MODEL=… deno task evaluate-forecasts [--cutoff <year of the model's last data>]";

/**
 * `deno task evaluate-forecasts [--cutoff YYYY]`: asks the model in `FORECAST_BASE_URL` and `FORECAST_MODEL` for the share of yes of every surveyed
 * question and of forty controls, prints what that adds to the predictions of questions left out, and stores it. Its estimates count in forecasts
 * only where the gain is real and the controls are passed. Some 2,300 short calls, or 7,600 where the server gives no log-probabilities.
 */
async function main(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({ args: [...args], options: { cutoff: { type: "string" } } });
  const cutoff = values.cutoff === undefined ? null : Number(values.cutoff);
  const config = readSettings((read) => readModelServer(read, "FORECAST"));
  if (config === null || (cutoff !== null && !(Number.isInteger(cutoff) && cutoff > 1900 && cutoff < 3000))) {
    console.error(USAGE);
    return 2;
  }
  const estimator = new ShareEstimator(config);
  // Connected before the first call, so that the operator pays for no figures that cannot be stored.
  return await withDatabase({ role: "app_worker", command: "evaluate-forecasts" }, async ({ database }) => {
    const figures = await evaluateKnowledge(estimator, heldOutQuestions, cutoff);
    await database.transaction((tx) => saveKnowledgeFigures(tx, estimator.id, figures));
    for (const line of reportOf(estimator.id, figures)) console.log(line);
    return 0;
  });
}

if (import.meta.main) {
  try {
    process.exit(await main(process.argv.slice(2)));
  } catch (error) {
    if (!(error instanceof ConfigError || error instanceof EstimateError)) throw error;
    console.error(error.message);
    process.exit(1);
  }
}
