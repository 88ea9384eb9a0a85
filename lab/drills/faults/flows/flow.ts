import { setTimeout as sleep } from "node:timers/promises";
import type { Client } from "@temporalio/client";
import type { Caller, Reply } from "#testing/caller.ts";
import { ask } from "#testing/database.ts";
import type { TestSmtpServer } from "#testing/smtp-server.ts";
import type { Receiver } from "#testing/webhook-receiver.ts";
import { waitFor } from "#dev/machine/wait.ts";
import type { DrillClient } from "../client.ts";
import type { Count, Outcome } from "../judge.ts";
import type { Random } from "../plan.ts";

/** What a flow works with during one round. */
export interface World {
  readonly client: DrillClient;
  readonly random: Random;
  readonly temporal: Client;
  readonly receiver: Receiver;
  readonly mail: Pick<TestSmtpServer, "mailsTo">;
  /** Calls the API with the operators' key. */
  readonly operator: Caller;
  /** Whether a mail may come twice: the worker, or a server that it needs, was away when it sent one. */
  readonly mailsMayRepeat: boolean;
  /** Whether a restored Postgres does not hold the attempts that were made: then they are made again. */
  readonly postgresForgets: boolean;
  /** Whether a restored Temporal may not know a run, or have one that sleeps until its timer although its row has ended. */
  readonly temporalForgets: boolean;
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

export interface Work {
  readonly tasks: readonly Task[];
  /** What is judged beside the pieces: what they add up to, and what was there before. */
  rest?(): Promise<Outcome[]>;
}

/** A piece of work, and how it is asked for and looked at. */
export interface Task {
  readonly piece: Piece;
  /** Sends the request, during the fault, until it is accepted or time is up. */
  ask(): Promise<void>;
  /** Whether the piece, which was accepted, has ended. */
  hasEnded(): Promise<boolean>;
  /** What every store says of the piece, which was accepted. */
  observe(): Promise<Pick<Outcome, "item" | "expected" | "states" | "counts">>;
}

/** A piece of work that a client asks for. */
export class Piece {
  /** Its id, once it is accepted. */
  id: string | null = null;
  /** When the drill saw its end. */
  endedAt: number | null = null;
  /** The answer that accepted it. */
  reply: Reply | null = null;

  /** Takes over an answer: a 2xx accepts the piece. @param idIn the field of `data` with its id */
  accept(reply: Reply | null, idIn: string): void {
    if (reply === null || reply.status >= 300) return;
    this.reply = reply;
    this.id = String(reply.data?.[idIn] ?? "");
  }

  get accepted(): boolean {
    return this.id !== null;
  }
}

/** What an organization's pieces add up to, which is judged like one of them and counted as none. */
export function totalOf(
  organization: string,
  pieces: readonly Pick<Piece, "endedAt">[],
  counts: readonly Count[],
): Outcome {
  return {
    item: `organization ${organization}`,
    isSum: true,
    accepted: true,
    expected: "there",
    states: { postgres: "there" },
    counts,
    endedAt: Math.max(...pieces.map(({ endedAt }) => endedAt ?? 0)),
  };
}

/** The longest time to a request, so that a fault meets some before, some during and some after it. */
const SPAN_MS = 1_500;

/** Sends requests with pauses between them. */
export async function staggered(random: Random, requests: readonly (() => Promise<void>)[]): Promise<void> {
  await Promise.all(requests.map(async (request) => {
    await sleep(random() * SPAN_MS);
    await request();
  }));
}

/** Sends a flow's requests, until each is accepted or time is up. */
export async function submit({ random }: World, { tasks }: Work): Promise<void> {
  await staggered(random, tasks.map((task) => () => task.ask()));
}

/** Waits until all that was accepted has ended, or time is up. A look that fails is made again a quarter of a second later. */
export async function settle({ until }: World, { tasks }: Work): Promise<void> {
  const seconds = Math.max(1, (until() - Date.now()) / 1000);
  await Promise.all(
    tasks.filter(({ piece }) => piece.accepted).map(async ({ piece, hasEnded }) => {
      await waitFor("the end", async () => await hasEnded() || undefined, { seconds, everyMs: 250 })
        .then(() => piece.endedAt = Date.now(), () => {});
    }),
  );
}

/** What every store says of a flow's work now. */
export async function observe({ tasks, rest }: Work): Promise<Outcome[]> {
  const outcomes = await Promise.all(tasks.map(async ({ piece: { accepted, endedAt }, observe }) => ({
    ...accepted ? await observe() : { item: "a piece of work", expected: "accepted", states: {}, counts: [] },
    accepted,
    endedAt,
  })));
  return [...outcomes, ...await rest?.() ?? []];
}

/** A workflow's status in Temporal, in lower case, such as `completed`; null where Temporal does not know it. */
export async function workflowStatus(temporal: Client, id: string): Promise<string | null> {
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
