import { calibrate, type Calibrated } from "#db/methodologies/accuracy.ts";
import { EMBEDDED_ENGINE } from "#engine/sampling/answer-agents.ts";
import { withDatabase } from "#dev/machine/connect-database.ts";

/** `deno task calibrate`: computes every methodology's accuracy on its held-out rows, stores it and prints a line a methodology. */
const calibrated = await withDatabase(
  { role: "app_worker", command: "calibrate" },
  ({ database }) => calibrate(database),
);
console.log(`Engine ${EMBEDDED_ENGINE.name} ${EMBEDDED_ENGINE.version}`);
for (const methodology of calibrated) console.log(accuracyLine(methodology));

function accuracyLine({ methodology, figures, heldOutRows }: Calibrated): string {
  const { accuracy_pct, confirm_mean_pct, mae_points, rows_used } = figures;
  const table = methodology.calibration.illustrative ? " of an illustrative table" : "";
  return [
    `${methodology.slug.padEnd(26)} accuracy ${accuracy_pct ?? "–"} %`,
    `mean observed ${confirm_mean_pct ?? "–"} %`,
    `mean error ${mae_points ?? "–"} points`,
    `over ${rows_used} of ${heldOutRows} held-out rows${table}`,
  ].join(", ");
}
