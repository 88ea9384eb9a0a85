import type { PreparedSimulation } from "#engine/sampling/prepared-simulation.ts";

/** A run whose interval is sampling alone, as if its table were people's answers without any error. */
export function samplingAlone(run: PreparedSimulation): PreparedSimulation {
  const none = [{ weight: 1, offset: 0, sd: 0 }];
  const overall = { yes: none, maybe: none, no: none };
  return {
    ...run,
    evidence: "survey_matched",
    uncertainty: { basis: "held_out_questions", overall, segments: new Map() },
  };
}
