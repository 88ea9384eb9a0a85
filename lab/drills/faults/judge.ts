/** How often something happened that belongs to an accepted piece of work, and how often it may. */
export interface Count {
  /** In the plural, such as "events". */
  readonly what: string;
  readonly times: number;
  readonly least: number;
  readonly most: number;
}

/** What the drill saw of one piece of work after a fault: what was promised, and what each store says of it. */
export interface Outcome {
  /** Such as `simulation/<id>`. */
  readonly item: string;
  /** Whether the client got a 2xx, at once or when it repeated its request. */
  readonly accepted: boolean;
  /** The state that it must end in. */
  readonly expected: string;
  /** Its state by each store; null where the store does not know it. */
  readonly states: Readonly<Record<string, string | null>>;
  readonly counts: readonly Count[];
  /** When the drill saw its end, in milliseconds since the epoch; null while it has not ended. */
  readonly endedAt: number | null;
}

/**
 * - `refused`: never accepted, however often the client tried.
 * - `lost`: accepted, and not in its end state within the bound, or without something that belongs to it.
 * - `duplicate`: done more often than once.
 * - `disagreement`: the stores say different things of it.
 * - `undocumented`: an answer that the OpenAPI document does not promise, or none at all.
 * - `ended`: a process ended that the drill had not killed.
 */
export type FindingKind = "refused" | "lost" | "duplicate" | "disagreement" | "undocumented" | "ended";

export interface Finding {
  readonly kind: FindingKind;
  readonly text: string;
}

/** Compares what was seen with what was promised. No finding: the piece of work survived the fault. */
export function judge(outcomes: readonly Outcome[]): Finding[] {
  return outcomes.flatMap(judgeOne);
}

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

/** Exactly `expected` of them. */
export function exactly(what: string, expected: number, times: number): Count {
  return { what, times, least: expected, most: expected };
}

/** At least `least` and at most `most` of them. */
export function between(what: string, least: number, most: number, times: number): Count {
  return { what, times, least, most };
}
