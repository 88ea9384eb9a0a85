import { setTimeout as sleep } from "node:timers/promises";
import { waitFor } from "#dev/machine/wait.ts";
import { callerWith } from "#testing/caller.ts";
import { stack as testStack } from "#testing/stack.ts";
import { randomOf } from "../../command.ts";
import { DrillClient } from "../client.ts";
import type { Fault } from "./fault.ts";
import { type Flow, observe, settle, submit, type Work, type World } from "./flows/flow.ts";
import { type Finding, judge, type Outcome } from "./judge.ts";
import type { DrillStack } from "./stack.ts";

/** All that was accepted must have ended so long after the fault, in seconds. Temporal waits a minute for an activity whose worker is gone. */
const BOUND_SECONDS = 150;

const BEGIN = { seconds: 90, everyMs: 1_000 };

/** What a flow went through in one round. */
export type FlowResult = ReturnType<typeof resultOf>;

interface Prepared {
  readonly flow: Flow;
  readonly world: World;
  readonly work: Work;
}

/** Carries out one fault while all flows work, waits for their ends, and judges what every store says. */
export async function carryOutRound(
  fault: Fault,
  seed: number,
  flows: readonly Flow[],
  stack: DrillStack,
): Promise<FlowResult[]> {
  const bound = () => Date.now() + (BOUND_SECONDS + fault.seconds) * 1000;
  let until = bound();
  const prepared: Prepared[] = [];
  for (const flow of flows) {
    const random = randomOf(seed, flow.name);
    const world: World = {
      client: new DrillClient(randomOf(seed, `pauses of ${flow.name}`), () => until),
      random,
      temporal: stack.temporal,
      receiver: stack.receiver,
      mail: stack.mail,
      operator: callerWith(testStack().operatorKey),
      after: fault,
      until: () => until,
    };
    // An answer of 503 on a busy machine is no fault of the round that has not begun.
    const work = await waitFor(`${flow.name} to begin`, () => flow.begin(world), BEGIN);
    prepared.push({ flow, world, work });
  }
  const failed = new Map<Prepared, Finding[]>();
  const all = (step: (world: World, work: Work) => Promise<void>) => async () => {
    until = bound();
    await Promise.all(
      prepared.map((each) =>
        step(each.world, each.work).catch((error) =>
          void failed.set(each, [{ kind: "refused", text: (error as Error).message }])
        )
      ),
    );
  };
  const phases = { submit: all(submit), settle: all(settle) };
  const { over, findings: own = [] } = await fault.carryOut(stack, phases, randomOf(seed, fault.name));
  const ends = await endsOf(stack);
  return await Promise.all(prepared.map(async (each) => {
    const { flow, world, work } = each;
    const { outcomes, findings } = await observed(work, fault.temporalForgets ?? false);
    const found = [
      ...[...findings, ...own, ...judge(outcomes), ...world.client.findings],
      ...[...(failed.get(each) ?? []), ...ends],
    ];
    return resultOf(flow, outcomes, found, { over, answers: world.client.answers });
  }));
}

/** Looks again for a moment where two stores disagree: each is read by itself. */
async function observed(
  work: Work,
  temporalForgets: boolean,
): Promise<{ outcomes: Outcome[]; findings: Finding[] }> {
  for (let look = 1;; look++) {
    try {
      const observed = await observe(work);
      const outcomes = temporalForgets ? observed.map(withoutForgotten) : observed;
      if (look === 4 || judge(outcomes).every(({ kind }) => kind !== "disagreement")) {
        return { outcomes, findings: [] };
      }
    } catch (error) {
      if (look === 4) {
        return {
          outcomes: [],
          findings: [{ kind: "lost", text: `Cannot observe: ${(error as Error).message}` }],
        };
      }
    }
    await sleep(1_000);
  }
}

/** Leaves Temporal out where it does not know the run. */
function withoutForgotten(outcome: Outcome): Outcome {
  const { temporal, ...states } = outcome.states;
  return temporal === null ? { ...outcome, states } : outcome;
}

async function endsOf({ parts }: DrillStack): Promise<Finding[]> {
  const ends = Object.values(parts).flatMap((part) => part.takeEnds());
  await Promise.all(Object.values(parts).map((part) => part.settled()));
  return ends.map((text) => ({ kind: "ended", text }));
}

function resultOf(
  { name }: Flow,
  outcomes: readonly Outcome[],
  findings: readonly Finding[],
  { over, answers }: { readonly over: number; readonly answers: ReadonlyMap<string, number> },
) {
  const accepted = outcomes.filter((outcome) => outcome.accepted);
  const last = Math.max(over, ...accepted.map(({ endedAt }) => endedAt ?? over));
  return {
    flow: name,
    accepted: accepted.length,
    completed: accepted.filter((outcome) => judge([outcome]).length === 0).length,
    findings,
    /** Seconds from the kill, or from the end of the outage, to the end of the last piece; at least 0. */
    recovery: (last - over) / 1000,
    answers,
  };
}
