import type { Run } from "../simulation/run.ts";
import type { ReadingInput } from "./input.ts";

/** What a prepared run knows: the dimensions that are reported, and how much run and segment shifts move the yes share. */
export function runFacts(run: Run): Pick<ReadingInput, "dimensions" | "s_run" | "tau_seg"> {
  return {
    dimensions: run.dimensions.slice(0, run.reported),
    s_run: run.runSd,
    tau_seg: run.basis.randomEffects.segment,
  };
}
