import type { observe } from "./flows/flow.ts";

/** How often something happened that belongs to an accepted piece of work, and how often it may. */
export interface Count {
  /** In the plural, such as "events". */
  readonly what: string;
  readonly times: number;
  readonly least: number;
  readonly most: number;
}

/** What the drill saw of one piece of work after a fault: what was promised, and what each store says of it. */
export type Outcome = Awaited<ReturnType<typeof observe>>[number];

/**
 * - `refused`: never accepted, however often the client tried.
 * - `lost`: accepted, and not in its end state within the bound, or without something that belongs to it.
 * - `duplicate`: done more often than once.
 * - `disagreement`: the stores say different things of it.
 * - `undocumented`: an answer that the OpenAPI document does not promise, or none at all.
 * - `ended`: a process ended that the drill had not killed.
 */
type FindingKind = "refused" | "lost" | "duplicate" | "disagreement" | "undocumented" | "ended";

export interface Finding {
  readonly kind: FindingKind;
  readonly text: string;
}

/** Compares what was seen with what was promised. No finding: the piece of work survived the fault. */
export const judge = (outcomes: readonly Outcome[]): Finding[] => outcomes.flatMap(judgeOne);

function judgeOne({ item, accepted, expected, states, counts, endedAt }: Outcome): Finding[] {
  if (!accepted) return [{ kind: "refused", text: `${item} was never accepted` }];
  const told = Object.entries(states).map(([store, state]) => `${store}: ${state}`).join(", ");
  const ended = Object.values(states).filter((state) => state === expected).length;
  const findings: Finding[] = [];
  if (endedAt === null || ended === 0) {
    findings.push({ kind: "lost", text: `${item} is not ${expected} (${told})` });
  } else if (ended < Object.keys(states).length) {
    findings.push({ kind: "disagreement", text: `${item} should be ${expected} everywhere (${told})` });
  }
  for (const { what, times, least, most } of counts) {
    if (times < least) {
      findings.push({ kind: "lost", text: `${item} has ${times} ${what}, at least ${least} expected` });
    }
    if (times > most) {
      findings.push({ kind: "duplicate", text: `${item} has ${times} ${what}, at most ${most} expected` });
    }
  }
  return findings;
}

export function exactly(what: string, expected: number, times: number): Count {
  return { what, times, least: expected, most: expected };
}

export function between(what: string, least: number, most: number, times: number): Count {
  return { what, times, least, most };
}
