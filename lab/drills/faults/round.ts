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
export type FlowResult = Awaited<ReturnType<typeof carryOutRound>>[number];

/** Carries out one fault while all flows work, waits for their ends, and judges what every store says. */
export async function carryOutRound(fault: Fault, seed: number, flows: readonly Flow[], stack: DrillStack) {
  const bound = () => Date.now() + (BOUND_SECONDS + fault.seconds) * 1000;
  let until = bound();
  const working: { flow: Flow; world: World; work: Work; findings: Finding[] }[] = [];
  for (const flow of flows) {
    const world: World = {
      client: new DrillClient(randomOf(seed, `pauses of ${flow.name}`), () => until),
      random: randomOf(seed, flow.name),
      ...stack,
      operator: callerWith(testStack().operatorKey),
      after: fault,
      until: () => until,
    };
    // An answer of 503 on a busy machine is no fault of the round that has not begun.
    const work = await waitFor(`${flow.name} to begin`, () => flow.begin(world), BEGIN);
    working.push({ flow, world, work, findings: [] });
  }
  const all = (step: (world: World, work: Work) => Promise<void>) => async () => {
    until = bound();
    await Promise.all(working.map(async ({ world, work, findings }) => {
      await step(world, work)
        .catch((error: Error) => void findings.push({ kind: "refused", text: error.message }));
    }));
  };
  const phases = { submit: all(submit), settle: all(settle) };
  const { over, findings: own = [] } = await fault.carryOut(stack, phases, randomOf(seed, fault.name));
  const ends = (await stack.takeEnds()).map((text): Finding => ({ kind: "ended", text }));
  return await Promise.all(working.map(async ({ flow, world: { client }, work, findings }) => {
    const outcomes = await observed(work, fault.temporalForgets ?? false).catch((error: Error) => {
      findings.push({ kind: "lost", text: `Cannot observe: ${error.message}` });
      return [];
    });
    const accepted = outcomes.filter((outcome) => outcome.accepted);
    const last = Math.max(over, ...accepted.map(({ endedAt }) => endedAt ?? over));
    return {
      flow: flow.name,
      accepted: accepted.length,
      completed: accepted.filter((outcome) => judge([outcome]).length === 0).length,
      findings: [...findings, ...own, ...judge(outcomes), ...client.findings, ...ends],
      /** Seconds from the kill, or from the end of the outage, to the end of the last piece; at least 0. */
      recovery: (last - over) / 1000,
      answers: client.answers as ReadonlyMap<string, number>,
    };
  }));
}

/** Looks again for a moment where two stores disagree, or cannot be read: each is read by itself. */
async function observed(work: Work, temporalForgets: boolean): Promise<Outcome[]> {
  for (let look = 1;; look++) {
    try {
      const outcomes = await observe(work, temporalForgets);
      if (look === 4 || judge(outcomes).every(({ kind }) => kind !== "disagreement")) return outcomes;
    } catch (error) {
      if (look === 4) throw error;
    }
    await sleep(1_000);
  }
}
