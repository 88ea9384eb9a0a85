import { setTimeout as sleep } from "node:timers/promises";
import type { Random } from "../../command.ts";
import type { Finding } from "./judge.ts";
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
  /** How long it lasts and delays the work, in seconds, beyond the bound of every round. */
  readonly seconds: number;
  /** The flows that it is carried out with; all where absent. */
  readonly flows?: readonly string[];
  /** Carries it out around, beside or between the phases of the work. */
  carryOut(stack: DrillStack, phases: Phases, random: Random): Promise<CarriedOut>;
}

/** The work of all flows: to send the requests, and to wait until all that was accepted has ended. */
export interface Phases {
  submit(): Promise<void>;
  settle(): Promise<void>;
}

export interface CarriedOut {
  /** When it was over: the kill itself, or the end of an outage, in milliseconds since the epoch. */
  readonly over: number;
  /** What it found itself. */
  readonly findings?: readonly Finding[];
}

/**
 * The longest time from the first request to a fault's begin, in milliseconds. The work takes five seconds and more; its requests are sent in
 * the first two, which an outage meets.
 */
const MOMENT_MS = { kill: 5_000, outage: 2_000 };

/** A fault beside the work, which begins at a random moment of it. @param disturb carries it out; where it says nothing it is over when it returns */
export function beside(
  name: string,
  seconds: number,
  what: string,
  disturb: (stack: DrillStack, random: Random) => Promise<CarriedOut | void>,
): Fault {
  return {
    ...{ name, what, rounds: 1, seconds, mailsMayRepeat: true },
    async carryOut(stack, { submit, settle }, random) {
      const moment = random() * MOMENT_MS[seconds === 0 ? "kill" : "outage"];
      const disturbed = async () => {
        await sleep(moment);
        return await disturb(stack, random) ?? { over: Date.now() };
      };
      const [carriedOut] = await Promise.all([disturbed(), submit().then(settle)]);
      return carriedOut;
    },
  };
}
