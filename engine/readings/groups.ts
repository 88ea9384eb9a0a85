import { byteAt, floatAt, itemAt } from "../numeric/columns.ts";
import type { AgentTable } from "./agent-table.ts";
import type { ReadingInput } from "./input.ts";

/** The agents of a segment, or of several of one dimension. */
export interface Group {
  readonly dimension: string;
  readonly segment: string;
  readonly agents: number;
  readonly weight: number;
  /** Sum of squared weights; weight²/squares is Kish's effective number. */
  readonly squares: number;
  /** Weight of those who said yes, and of those whom the question fits. */
  readonly yes: number;
  readonly fits: number;
}

/**
 * One group for each segment that has agents, of all dimensions.
 * @throws RangeError when an agent's segment is none of its dimension's.
 */
export function groupsOf({ dimensions }: ReadingInput, table: AgentTable): Group[] {
  return dimensions.flatMap(({ name, segments }, d) => {
    const groups = segments.map((segment) => ({
      dimension: name,
      segment,
      agents: 0,
      weight: 0,
      squares: 0,
      yes: 0,
      fits: 0,
    }));
    const column = itemAt(table.segment, d);
    for (let k = 0; k < table.count; k++) {
      const group = groups[byteAt(column, k)];
      if (group === undefined) throw new RangeError(`Agent ${k} is in no segment of ${name}`);
      const weight = floatAt(table.weight, k);
      const answer = itemAt(table.answer, k);
      group.agents += 1;
      group.weight += weight;
      group.squares += weight * weight;
      if (answer === "yes") group.yes += weight;
      if (answer !== "n_a") group.fits += weight;
    }
    return groups.filter(({ weight }) => weight > 0);
  });
}

/** Two groups of one dimension as one, under the first one's segment. */
export function merged(a: Group, b: Group): Group {
  return {
    ...a,
    agents: a.agents + b.agents,
    weight: a.weight + b.weight,
    squares: a.squares + b.squares,
    yes: a.yes + b.yes,
    fits: a.fits + b.fits,
  };
}
