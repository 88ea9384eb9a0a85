import { agentSegments } from "#engine/sampling/answer-agents.ts";
import type { PreparedSimulation } from "#engine/sampling/prepared-simulation.ts";
import { byteAt, itemAt } from "#engine/numeric/columns.ts";
import { type Persona, personaOf, replicateOf } from "./persona.ts";

/** Agents of a chunk that share a persona, and so one call to the model. */
export interface PersonaGroup {
  readonly persona: Persona;
  readonly agents: number;
}

export interface PersonaGroups {
  /** As in `AgentChunk.segment`. */
  readonly segment: Uint8Array;
  /** In the order of each group's first agent. */
  readonly groups: readonly PersonaGroup[];
  /** The groups of agents `first`, `first + 1`, … */
  readonly groupOfAgent: readonly PersonaGroup[];
}

/**
 * Groups agents `first` … `first + count − 1` by persona. Personas describe the reported dimensions alone: with the others nearly every
 * agent would need a call of its own.
 * @param topic as in {@link personaOf}.
 */
export function groupByPersona(
  run: PreparedSimulation,
  topic: string | null,
  first: number,
  count: number,
  replicates: number,
): PersonaGroups {
  const segment = agentSegments(run, first, count);
  const byCell = new Map<string, { persona: Persona; agents: number }>();
  const groupOfAgent: PersonaGroup[] = [];
  for (let k = 0; k < count; k++) {
    const replicate = replicateOf(run.keys, first + k, replicates);
    const segments = segmentsOf(run, segment, count, k);
    const cell = [replicate, ...Object.values(segments)].join(" ");
    const group = byCell.get(cell) ?? { persona: personaOf(run.keys, segments, topic, replicate), agents: 0 };
    byCell.set(cell, group);
    group.agents++;
    groupOfAgent.push(group);
  }
  return { segment, groups: [...byCell.values()], groupOfAgent };
}

/** Agent k's segment in each reported dimension. */
function segmentsOf(
  run: PreparedSimulation,
  segment: Uint8Array,
  count: number,
  k: number,
): Record<string, string> {
  return Object.fromEntries(
    run.dimensions.slice(0, run.reported).map(({ name, segments }, d) =>
      [name, itemAt(segments, byteAt(segment, d * count + k))] as const
    ),
  );
}
