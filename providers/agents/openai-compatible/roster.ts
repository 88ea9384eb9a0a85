import { agentSegments } from "#engine/agents.ts";
import type { Run } from "#engine/run.ts";
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
    const segments: Record<string, string> = {};
    for (let d = 0; d < run.reported; d++) {
      const dimension = run.dimensions[d];
      if (dimension === undefined) continue;
      segments[dimension.name] = dimension.segments[segment[d * count + k] ?? 0] ?? "";
    }
    const name = `${replicate} ${Object.values(segments).join()}`;
    let place = places.get(name);
    if (place === undefined) {
      const told = persona(run.keys, segments, topic, replicate);
      place = places.get(`${replicate} ${told.id}`) ?? personas.push(told) - 1;
      places.set(name, place).set(`${replicate} ${told.id}`, place);
    }
    personaOf[k] = place;
  }
  const agents = new Uint32Array(personas.length);
  for (const place of personaOf) agents[place] = (agents[place] ?? 0) + 1;
  return { segment, personas, personaOf, agents };
}
