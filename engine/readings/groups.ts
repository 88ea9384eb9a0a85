import { addAt, byteAt, floatAt, itemAt } from "../numeric/columns.ts";
import type { AgentTable } from "./agent-table.ts";
import type { Dimension, ReadingInput } from "./input.ts";

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
  /** Weight that the group shares with each group of the run, in their order. */
  readonly within: Float64Array;
}

/** A group while it is counted. */
type Count = { -readonly [Field in keyof Group]: Group[Field] };

/**
 * One group for each segment that has agents, of all dimensions.
 * @throws RangeError when an agent's segment is none of its dimension's.
 */
export function groupsOf({ dimensions }: ReadingInput, table: AgentTable): Group[] {
  const counts = emptyCounts(dimensions);
  for (let k = 0; k < table.count; k++) {
    const own = ownCounts(dimensions, counts, table, k);
    for (const { count } of own) {
      countAgent(count, table, k);
      for (const { number } of own) addAt(count.within, number, floatAt(table.weight, k));
    }
  }
  return counts.flat().map(({ count }) => count).filter(({ weight }) => weight > 0);
}

/** A group with its number among all groups. */
interface NumberedCount {
  readonly number: number;
  readonly count: Count;
}

/** Empty groups by dimension and segment, numbered through. */
function emptyCounts(dimensions: readonly Dimension[]): NumberedCount[][] {
  const groups = dimensions.reduce((sum, { segments }) => sum + segments.length, 0);
  let next = 0;
  return dimensions.map(({ name, segments }) =>
    segments.map((segment) => ({
      number: next++,
      count: {
        dimension: name,
        segment,
        agents: 0,
        weight: 0,
        squares: 0,
        yes: 0,
        fits: 0,
        within: new Float64Array(groups),
      },
    }))
  );
}

/** The groups of agent k, one a dimension. */
function ownCounts(
  dimensions: readonly Dimension[],
  counts: readonly (readonly NumberedCount[])[],
  table: AgentTable,
  k: number,
): NumberedCount[] {
  return dimensions.map(({ name }, d) => {
    const own = itemAt(counts, d)[byteAt(itemAt(table.segment, d), k)];
    if (own === undefined) throw new RangeError(`Agent ${k} is in no segment of ${name}`);
    return own;
  });
}

function countAgent(count: Count, table: AgentTable, k: number): void {
  const weight = floatAt(table.weight, k);
  const answer = itemAt(table.answer, k);
  count.agents += 1;
  count.weight += weight;
  count.squares += weight * weight;
  if (answer === "yes") count.yes += weight;
  if (answer !== "n_a") count.fits += weight;
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
    within: a.within.map((weight, i) => weight + floatAt(b.within, i)),
  };
}
