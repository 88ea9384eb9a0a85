/** Everything that workers bundle: each export is a workflow type. */
export { simulation } from "./simulation.ts";
