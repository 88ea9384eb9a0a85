import { setTimeout as sleep } from "node:timers/promises";
import type { Client } from "@temporalio/client";
import { waitFor } from "#dev/machine/wait.ts";
import { type Caller, callerWith } from "#testing/caller.ts";
import { ask, stack as testStack } from "#testing/stack.ts";
import type { TestSmtpServer } from "#testing/smtp-server.ts";
import type { Receiver } from "#testing/webhooks.ts";
import { type Random, randomOf } from "../../command.ts";
import { DrillClient } from "../client.ts";
import type { Aftermath, Fault } from "./fault.ts";
import { type Count, type Finding, judge, type Outcome } from "./judge.ts";
import type { DrillStack } from "./stack.ts";

/** What a flow works with during one round. */
export interface World {
  readonly client: DrillClient;
  readonly random: Random;
  readonly temporal: Client;
  readonly receiver: Receiver;
  readonly mail: Pick<TestSmtpServer, "mailsTo">;
  /** Calls the API with the operators' key. */
  readonly operator: Caller;
  readonly after: Aftermath;
  /** When the round's time is up, in milliseconds since the epoch. */
  readonly until: () => number;
}

/** A durable flow of the service. */
export interface Flow {
  readonly name: string;
  /** One line, which the drill prints: what a round asks for, and what it checks. */
  readonly what: string;
  /** Makes what the work needs, before the fault. Organizations are its own, so that every count is exact. */
  begin(world: World): Promise<Work>;
}

export type Work = readonly Task[];

/** The state of a piece of work; null where a store does not know it. */
type State = string | null;

/** A piece of work, how it is asked for, and what every store says of it once it was accepted. */
export interface Task {
  /** Sends the request, during the fault, until it is accepted or time is up. @returns the piece's id, null where it was not accepted */
  ask(): Promise<string | null>;
  /** Such as `simulation/<id>`. */
  item(id: string): string;
  /** The state that it must end in. It has ended once every store says so. */
  readonly expected: string;
  /** Its state by each store; they are asked in this order, until one says that it has not ended. */
  readonly states: Readonly<Record<string, (id: string) => State | Promise<State>>>;
  /** Of the first piece, what the organization's pieces add up to as well. */
  readonly counts?: (id: string) => Promise<readonly Count[]>;
  /** What `ask` has returned. */
  id?: string | null;
  /** When the drill saw its end. */
  endedAt?: number;
}

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

/** The longest time to a request, so that a fault meets some before, some during and some after it. */
const SPAN_MS = 1_500;

/** Sends a flow's requests with pauses between them, until each is accepted or time is up. */
export async function submit({ random }: World, tasks: Work): Promise<void> {
  await Promise.all(tasks.map(async (task) => {
    await sleep(random() * SPAN_MS);
    task.id = await task.ask();
  }));
}

async function hasEnded({ expected, states }: Task, id: string, after: Aftermath): Promise<boolean> {
  for (const [store, stateOf] of Object.entries(states)) {
    const state = await stateOf(id);
    const isForgotten = after.temporalForgets && store === "temporal" && state === null;
    if (state !== expected && !isForgotten) return false;
  }
  return true;
}

/** Waits until all that was accepted has ended, or time is up. A look that fails is made again a quarter of a second later. */
export async function settle({ until, after }: World, tasks: Work): Promise<void> {
  const seconds = Math.max(1, (until() - Date.now()) / 1000);
  await Promise.all(tasks.map(async (task) => {
    const { id } = task;
    if (id == null) return;
    const end = async () => await hasEnded(task, id, after) || undefined;
    await waitFor("the end", end, { seconds, everyMs: 250 })
      .then(() => task.endedAt = Date.now(), () => {});
  }));
}

/** What every store says of a flow's work now. @param temporalForgets leaves Temporal out where it does not know the run */
export function observe(tasks: Work, temporalForgets = false): Promise<Outcome[]> {
  return Promise.all(tasks.map(async ({ id, item, expected, states, counts, endedAt = null }) => {
    if (id == null) {
      return { item: "a piece of work", accepted: false, expected, states: {}, counts: [], endedAt };
    }
    const seen: Record<string, State> = {};
    for (const [store, stateOf] of Object.entries(states)) seen[store] = await stateOf(id);
    if (temporalForgets && seen.temporal === null) delete seen.temporal;
    return {
      item: item(id),
      accepted: true,
      ...{ expected, states: seen, counts: await counts?.(id) ?? [], endedAt },
    };
  }));
}

/** A workflow's status in Temporal, in lower case, such as `completed`; null where Temporal does not know it. */
export async function workflowStatus(temporal: Client, id: string): Promise<State> {
  try {
    return (await temporal.workflow.getHandle(id).describe()).status.name.toLowerCase();
  } catch (error) {
    if ((error as Error).name === "WorkflowNotFoundError") return null;
    throw error;
  }
}

/** The first column of the first row, or null. */
export async function value<T>(text: string, ...values: unknown[]): Promise<T | null> {
  const [row] = await ask<Record<string, T>>(text, values);
  return row === undefined ? null : Object.values(row)[0] ?? null;
}

/** As {@link value}, of a count. */
export async function count(text: string, ...values: unknown[]): Promise<number> {
  return Number(await value<string>(text, ...values) ?? 0);
}
