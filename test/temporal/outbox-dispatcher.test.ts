import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import type { Client } from "@temporalio/client";
import { pino } from "pino";
import { newId } from "#shared/ids.ts";
import { createOutboxDispatcher } from "#temporal/outbox-dispatcher.ts";
import { simulationStart } from "#temporal/simulation.ts";

/** A client whose calls take no time: how long a server takes decides how many come through in 1.5 seconds. */
const CLIENT = {
  connection: { withDeadline: (_: number, call: () => Promise<void>) => call() },
  workflow: { getHandle: () => ({ cancel: () => Promise.resolve() }) },
} as unknown as Client;

describe("The dispatcher of the outbox", () => {
  /** Dispatches so many commands while no call comes through, and for `held` milliseconds more. @returns the rows that it deleted. */
  async function dispatched(count: number, held = 0): Promise<Set<string>> {
    const { promise, resolve } = Promise.withResolvers<Client>();
    const deleted = new Set<string>();
    const dispatcher = createOutboxDispatcher(
      { get: () => promise },
      (ids) => Promise.resolve(ids.forEach((id) => deleted.add(id))),
      pino({ level: "silent" }),
    );
    for (let id = 0; id < count; id++) {
      dispatcher.dispatch({
        id: String(id),
        command: { kind: "cancel", workflow_id: `simulation/${newId()}` },
      });
    }
    await sleep(held);
    resolve(CLIENT);
    await dispatcher.drain();
    return deleted;
  }

  it("executes a burst of 1,000 by itself, in turn", async () => {
    assert.equal((await dispatched(1_000)).size, 1_000);
  });

  it("leaves to the relay what comes while 1,000 wait, and what has waited for 1.5 seconds", async () => {
    assert.deepEqual([...await dispatched(1_100)].toSorted((a, b) => Number(a) - Number(b)).at(-1), "1063");
    assert.equal((await dispatched(100, 1_600)).size, 64);
  });

  it("gives organizations their turns, whoever came first with however many commands", async () => {
    const started: string[] = [];
    const free = Promise.withResolvers<void>();
    const start = (_: string, { workflowId }: { workflowId: string }) => {
      started.push(workflowId);
      return free.promise;
    };
    const client = { ...CLIENT, workflow: { start } } as unknown as Client;
    const dispatcher = createOutboxDispatcher(
      { get: () => Promise.resolve(client) },
      () => Promise.resolve(),
      pino({ level: "silent" }),
    );
    const dispatch = (organization_id: string, count: number) => {
      for (let i = 0; i < count; i++) {
        const run = { id: newId(), agent_count: 1, methodology_slug: "brand-trust", organization_id };
        const command = simulationStart({ ...run, baseUrl: "http://localhost" });
        dispatcher.dispatch({ id: run.id, command: { ...command, workflow_id: organization_id } });
      }
    };
    dispatch("greedy", 1_200);
    dispatch("other", 2);
    free.resolve();
    await dispatcher.drain();
    assert.deepEqual(
      started.flatMap((workflowId, place) => workflowId === "other" ? [place] : []),
      [64, 65],
    );
    assert.equal(started.length, 64 + 500 + 2);
  });
});
