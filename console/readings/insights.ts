import { type DataOf, path } from "../api/calls.ts";
import { useRead } from "../api/queries.ts";

export type Insights = DataOf<"showInsights">;
export type BlockStates = NonNullable<Insights["block_status"]>;
export type BlockName = keyof BlockStates;
/** The blocks, each null unless it is completed. */
export type AllBlocks = NonNullable<Insights["post_hoc"]>;
export type Block<Name extends BlockName> = NonNullable<AllBlocks[Name]>;

/** Of intensity, from weak to strong. */
export const STEPS = ["1", "2", "3", "4", "5"] as const;

/** Seconds that the service holds the call while the Reading is being written: less than a call of the console may take. */
const WAIT_SECONDS = 15;
/** Between two such calls. */
const PAUSE_MS = 1_000;

export function isUnderWay({ insights_status }: Insights): boolean {
  return insights_status === "queued" || insights_status === "running";
}

/** A simulation's Reading, once it has ended or will not start by itself. Those who show it share one call. */
export function useInsights(simulationId: string) {
  return useRead("showInsights", path`/v1/simulations/${simulationId}/insights`, { wait: WAIT_SECONDS }, {
    refetchInterval: (data) => data !== undefined && isUnderWay(data) ? PAUSE_MS : false,
  });
}
