/** Everything that workers bundle: each export is a workflow type. */
export { forget } from "./forget.ts";
export { simulation } from "./simulation.ts";
export { trainingRun } from "./training-run.ts";
