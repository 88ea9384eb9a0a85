import { setTimeout as sleep } from "node:timers/promises";
import type { Client } from "@temporalio/client";
import type { Caller } from "#testing/caller.ts";
import { ask } from "#testing/stack.ts";
import type { TestSmtpServer } from "#testing/smtp-server.ts";
import type { Receiver } from "#testing/webhooks.ts";
import { waitFor } from "#dev/machine/wait.ts";
import type { Random } from "../../../command.ts";
import type { DrillClient } from "../../client.ts";
import type { Aftermath } from "../fault.ts";
import type { Count, Outcome } from "../judge.ts";

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
