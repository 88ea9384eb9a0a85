import { setImmediate as nextTurn } from "node:timers/promises";
import type { Methodology } from "#engine/methodologies/methodology.ts";
import { newestMethodology } from "#engine/methodologies/catalogue.ts";
import type { Router } from "#engine/routing/router.ts";
import type { Predictor } from "#engine/training/score-calibration.ts";

/** About 20 ms of work; then whatever else the process does gets its turn. */
const QUESTIONS_A_TURN = 20;

/**
 * Chooses methodologies as automatic routing does: the likeliest one, or none below the floor.
 *
 * @param router made at the first question, for workers that route nothing.
 * @param floor confidence, 0 to 1.
 */
export function methodologyChooser(router: () => Router, floor: number): Predictor<Methodology>["choose"] {
  return async (questions) => {
    const chosen: (Methodology | null)[] = [];
    for (const question of questions) {
      const { best } = router().route(question);
      chosen.push(best === null || best.confidence < floor ? null : newestMethodology(best.slug) ?? null);
      if (chosen.length % QUESTIONS_A_TURN === 0) await nextTurn();
    }
    return chosen;
  };
}
