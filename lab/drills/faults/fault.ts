import type { Finding } from "./judge.ts";
import type { Begun } from "./part.ts";
import type { Random } from "./plan.ts";
import type { DrillStack } from "./stack.ts";

/** What a fault may leave behind: the judgement allows for it. */
export interface Aftermath {
  /** Whether a mail that was sent meanwhile may be sent again: the worker, or a server that it needs, was away. */
  readonly mailsMayRepeat: boolean;
  /** Whether Postgres may know nothing of attempts that were made: then they are made again. */
  readonly postgresForgets?: boolean;
  /** Whether Temporal may know nothing of runs that have ended, or have one that sleeps until its timer although its row has ended. */
  readonly temporalForgets?: boolean;
}

export interface Fault extends Aftermath {
  readonly name: string;
  /** One line, which the drill prints. */
  readonly what: string;
  /** How often it is carried out, unless the command line says otherwise. */
  readonly rounds: number;
  /** Whether it begins before the first request; else at a random moment of the work. */
  readonly first: boolean;
  /** How long it lasts, in seconds. */
  readonly seconds: number;
  /** The flows that it is carried out with; all where absent. */
  readonly flows?: readonly string[];
  /** Seconds beyond the round's bound until all must have ended. */
  readonly patience?: number;
  /** Changes of the stack before the round, such as uploads to a disk. */
  readonly prepare?: (stack: DrillStack) => Promise<Begun>;
  /** Begins it, beside the work. */
  begin?(stack: DrillStack, random: Random): Promise<Begun>;
  /** Carries it out between the phases of the work, in place of `begin`. */
  carryOut?(stack: DrillStack, phases: Phases): Promise<CarriedOut>;
}

/** The work of all flows: to send the requests, and to wait until all that was accepted has ended. */
export interface Phases {
  submit(): Promise<void>;
  settle(): Promise<void>;
}

export interface CarriedOut {
  /** When it was over: the kill itself, or the end of an outage, in milliseconds since the epoch. */
  readonly over: number;
  readonly findings: readonly Finding[];
}

/** What a fault has unless it says otherwise: one round, begun at a random moment of the work. */
export function during(name: string, seconds: number, what: string): Fault {
  return { name, what, rounds: 1, first: false, seconds, mailsMayRepeat: true };
}
