import { floatAt, itemAt } from "../numeric/columns.ts";
import { collapse, type CollapsedFrame } from "../population/frame.ts";
import { SLOTS } from "../population/dimensions.ts";
import { logistic } from "../random/normal.ts";
import type { Basis } from "./basis.ts";
import { type AnswerModel, cutpointsIn, NOISE, type Shares, usedDimensions } from "./answer-model.ts";

/** Expected shares of the frame and of every segment. */
export interface Expected {
  readonly overall: Shares;
  /** By slot; undefined without people, or where the dimension was not requested. */
  readonly segment: readonly (Shares | undefined)[];
}

/** Composes a basis' model over the joint table. */
export function expectedOf(
  { frame, model, reported }: Pick<Basis, "frame" | "model" | "reported">,
): Expected {
  const cells = collapse(frame, [...usedDimensions(model), ...reported]);
  const { overall, bySlot } = composeAnswers(cells, model);
  const peopleIn = (slot: number) => floatAt(cells.together, slot * SLOTS + slot);
  return {
    overall: sharesOf(overall, 1),
    segment: bySlot.map((people, slot) => peopleIn(slot) > 0 ? sharesOf(people, peopleIn(slot)) : undefined),
  };
}

/** People, as a share of all, by their expected answer. */
interface Answering {
  yes: number;
  no: number;
  n_a: number;
}

/** Expected answers overall and by slot. */
function composeAnswers(
  { width, weight, slot }: CollapsedFrame,
  model: AnswerModel,
): { overall: Answering; bySlot: readonly Answering[] } {
  const nobody = (): Answering => ({ yes: 0, no: 0, n_a: 0 });
  const overall = nobody();
  const bySlot = Array.from({ length: SLOTS }, nobody);
  weight.forEach((people, cell) => {
    if (people === 0) return;
    const slots = slot.subarray(cell * width, (cell + 1) * width);
    const { na, cut, logGap } = cutpointsIn(model, slots);
    const naShare = logistic(na);
    const answering = people * (1 - naShare);
    const yes = answering * (1 - NOISE.cdf(cut));
    const no = answering * NOISE.cdf(cut - Math.exp(logGap));
    for (const group of [overall, ...Array.from(slots, (s) => itemAt(bySlot, s))]) {
      group.yes += yes;
      group.no += no;
      group.n_a += people * naShare;
    }
  });
  return { overall, bySlot };
}

function sharesOf({ yes, no, n_a }: Answering, people: number): Shares {
  const shares = { yes: yes / people, no: no / people, n_a: n_a / people };
  return { ...shares, maybe: Math.max(0, 1 - shares.yes - shares.no - shares.n_a) };
}
