import assert from "node:assert/strict";
import { DrillClient } from "#lab/drills/client.ts";
import { deliveries, simulations } from "#lab/drills/faults/flows/runs.ts";
import { judge } from "#lab/drills/faults/judge.ts";
import { type Flow, observe, settle, submit, type Work, type World } from "#lab/drills/faults/round.ts";
import { randomOf } from "#lab/command.ts";
import { callerWith } from "#testing/caller.ts";
import { ask, stack, temporalClient, type TestTemporalClient } from "#testing/stack.ts";
import { type Receiver, startReceiver } from "#testing/webhooks.ts";

/** Without any fault but those that the specs plant. */
describe("the checks of the drill with faults", function () {
  this.timeout(120_000);
  let receiver: Receiver;
  let temporal: TestTemporalClient;
  before(async () => {
    [receiver, temporal] = await Promise.all([startReceiver(), temporalClient()]);
  });
  after(async () => {
    await Promise.all([receiver.close(), temporal.close()]);
  });

  /** A flow's work that has ended. */
  async function ended(flow: Flow): Promise<Work> {
    const until = Date.now() + 60_000;
    const world: World = {
      client: new DrillClient(randomOf(1, "client"), () => until),
      random: randomOf(1, flow.name),
      temporal: temporal.client,
      receiver,
      mail: { mailsTo: () => [] },
      operator: callerWith(stack().operatorKey),
      after: { mailsMayRepeat: false },
      until: () => until,
    };
    const work = await flow.begin(world);
    await submit(world, work);
    await settle(world, work);
    assert.deepEqual(world.client.findings, []);
    return work;
  }
  const findingsOf = async (work: Work) => judge(await observe(work));
  const idsOf = async (work: Work, kind: string) =>
    (await observe(work)).flatMap(({ item }) =>
      item.startsWith(kind) ? [item.split("/")[1]!.split(" ")[0]!] : []
    );

  it("of simulations find nothing, then an event that is lost and a quota that counts one twice", async () => {
    const work = await ended(simulations);
    assert.deepEqual(await findingsOf(work), []);
    const [id] = await idsOf(work, "simulation/");

    await ask(
      `UPDATE usage_months u SET simulations = u.simulations + 1 FROM simulations s
       WHERE s.id = $1 AND u.organization_id = s.organization_id`,
      [id],
    );
    const [twice, ...others] = await findingsOf(work);
    assert.equal(twice?.kind, "duplicate");
    assert.match(twice.text, /has 4 simulations in its quota, at most 3 expected/);
    assert.deepEqual(others, []);

    await ask("DELETE FROM events WHERE simulation_id = $1", [id]);
    const found = await findingsOf(work);
    assert.ok(found.some(({ kind, text }) => kind === "lost" && text.includes(`${id} has 0 events`)));
    await ask("UPDATE simulations SET status = 'running' WHERE id = $1", [id]);
    assert.ok(
      (await findingsOf(work)).some(({ kind, text }) => kind === "disagreement" && text.includes(id!)),
    );
  });

  it("of deliveries find nothing, then a request that nobody recorded and a delivery that ended twice", async () => {
    const work = await ended(deliveries);
    assert.deepEqual(await findingsOf(work), []);
    const [id] = await idsOf(work, "delivery/");
    const [row] = await ask<{ event_id: string; url: string }>(
      "SELECT event_id, url FROM deliveries WHERE id = $1",
      [id],
    );
    const sent = receiver.received.find(({ event }) => event?.id === `evt_${row?.event_id}`);
    await fetch(row!.url, {
      method: "POST",
      headers: sent!.headers as Record<string, string>,
      body: sent!.body,
    });
    assert.deepEqual(
      (await findingsOf(work)).map(({ kind, text }) => [kind, /\d+ \w+/.exec(text.split(") ")[1]!)?.[0]]),
      [["duplicate", "3 requests"]],
    );

    await ask(
      `WITH more AS (UPDATE deliveries SET attempt_count = attempt_count + 1 WHERE id = $1 RETURNING organization_id, attempt_count)
       INSERT INTO delivery_attempts (delivery_id, organization_id, number, at, ended_at, response_status)
       SELECT $1, organization_id, attempt_count, now(), now(), 204 FROM more`,
      [id],
    );
    const texts = (await findingsOf(work)).map(({ kind, text }) => `${kind}: ${text}`);
    assert.ok(texts.some((text) => /^duplicate: .* has 2 successful attempts/.test(text)), texts.join("\n"));
  });
});
