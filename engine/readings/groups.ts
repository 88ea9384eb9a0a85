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
  /** Weight that the group shares with each group of the run, in their order. */
  readonly within: Float64Array;
}

/** One group for each segment that has agents, of all dimensions. */
export function groupsOf(input: ReadingInput, table: AgentTable): Group[] {
  const places = input.dimensions.map(() => 0);
  const groups = input.dimensions.flatMap(({ name, segments }, d) => {
    places[d] = d === 0 ? 0 : (places[d - 1] ?? 0) + (input.dimensions[d - 1]?.segments.length ?? 0);
    return segments.map((segment) => ({
      dimension: name,
      segment,
      agents: 0,
      weight: 0,
      squares: 0,
      yes: 0,
      fits: 0,
    }));
  });
  const within = groups.map(() => new Float64Array(groups.length));
  const own = new Int32Array(places.length);
  for (let k = 0; k < table.count; k++) {
    const weight = table.weight[k] ?? 0;
    table.segment.forEach((column, d) => own[d] = (places[d] ?? 0) + (column[k] ?? 0));
    for (const [d, place] of own.entries()) {
      const group = groups[place];
      if (group?.dimension !== input.dimensions[d]?.name || group === undefined) {
        throw new RangeError(`Agent ${k} is in no segment of ${input.dimensions[d]?.name}`);
      }
      group.agents += 1;
      group.weight += weight;
      group.squares += weight * weight;
      if (table.answer[k] === "yes") group.yes += weight;
      if (table.answer[k] !== "n_a") group.fits += weight;
      const shared = within[place];
      if (shared !== undefined) { for (const other of own) shared[other] = (shared[other] ?? 0) + weight; }
    }
  }
  return groups.map((group, i) => ({ ...group, within: within[i] ?? new Float64Array() }))
    .filter((group) => group.weight > 0);
}

/** Two groups of one dimension as one. */
export function merged(a: Group, b: Group): Group {
  return {
    ...a,
    agents: a.agents + b.agents,
    weight: a.weight + b.weight,
    squares: a.squares + b.squares,
    yes: a.yes + b.yes,
    fits: a.fits + b.fits,
    within: a.within.map((weight, i) => weight + (b.within[i] ?? 0)),
  };
}
