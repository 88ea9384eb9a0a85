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
  /** Makes what the work needs, before the fault. */
  begin(world: World): Promise<Work>;
}

/** A flow's work in one round. Organizations are its own, so that every count is exact. */
export interface Work {
  /** Sends the requests, during the fault, until each is accepted or time is up. */
  submit(): Promise<void>;
  /** Waits until all that was accepted has ended, or time is up. */
  settle(): Promise<void>;
  /** What every store says of it now. */
  observe(): Promise<Outcome[]>;
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

/** Looks every quarter of a second until the piece has ended, or time is up. A look that fails is made again. */
export async function awaitEnd(
  world: World,
  piece: Piece,
  hasEnded: () => Promise<boolean>,
): Promise<void> {
  const seconds = Math.max(1, (world.until() - Date.now()) / 1000);
  if (!piece.accepted) return;
  await waitFor("the end", async () => await hasEnded() || undefined, { seconds, everyMs: 250 })
    .then(() => piece.endedAt = Date.now(), () => {});
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

/** Runs the pieces with pauses between them, so that a fault meets some before, some during and some after their request. */
export async function staggered(
  random: Random,
  spanMs: number,
  requests: readonly (() => Promise<void>)[],
): Promise<void> {
  await Promise.all(requests.map(async (request) => {
    await new Promise((resolve) => setTimeout(resolve, random() * spanMs));
    await request();
  }));
}
