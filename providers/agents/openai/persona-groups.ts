import { agentSegments } from "#engine/simulation/answer-agents.ts";
import type { Run } from "#engine/simulation/run.ts";
import { persona, replicateOf } from "./persona.ts";
import type { Persona } from "./persona.ts";

/** The agents of a chunk and the personas they share. */
export interface Roster {
  /** As in `AgentChunk.segment`. */
  readonly segment: Uint8Array;
  readonly personas: readonly Persona[];
  /** Agent `first + k` is `personas[personaOf[k]]`. */
  readonly personaOf: Uint32Array;
  /** How many of these agents each persona stands for. */
  readonly agents: Uint32Array;
}

/**
 * Agents of whom the same is told are one persona. What is told are the reported dimensions: with the others nearly every agent would be
 * a persona, and a call, of its own.
 */
export function roster(
  run: Run,
  topic: string | null,
  first: number,
  count: number,
  replicates: number,
): Roster {
  const segment = agentSegments(run, first, count);
  const personas: Persona[] = [];
  const places = new Map<string, number>();
  const personaOf = new Uint32Array(count);
  for (let k = 0; k < count; k++) {
    const replicate = replicateOf(run.keys, first + k, replicates);
    let cell = `${replicate}`;
    for (let d = 0; d < run.reported; d++) cell += ` ${segment[d * count + k]}`;
    let place = places.get(cell);
    if (place === undefined) {
      const told = persona(run.keys, segmentsOf(run, segment, count, k), topic, replicate);
      const name = `${replicate} ${told.id}`;
      place = places.get(name) ?? personas.push(told) - 1;
      places.set(cell, place).set(name, place);
    }
    personaOf[k] = place;
  }
  const agents = new Uint32Array(personas.length);
  for (const place of personaOf) agents[place] = (agents[place] ?? 0) + 1;
  return { segment, personas, personaOf, agents };
}

function segmentsOf(run: Run, segment: Uint8Array, count: number, k: number): Record<string, string> {
  const segments: Record<string, string> = {};
  run.dimensions.slice(0, run.reported).forEach(({ name, segments: names }, d) => {
    segments[name] = names[segment[d * count + k] ?? 0] ?? "";
  });
  return segments;
}
