import assert from "node:assert/strict";
import Type from "typebox";
import { defineRoute } from "#api/http/define-route.ts";
import { strictObject } from "#api/http/fields.ts";
import { idempotencyKeyHash } from "#db/idempotency.ts";
import { replyOf } from "#testing/caller.ts";
import { ask } from "#testing/stack.ts";
import { newOrganization, type TestOrganization } from "#testing/organizations.ts";
import { type OwnApi, startOwnApi } from "./own-api.ts";

describe("A write that prepares", () => {
  let api: OwnApi;
  let own: TestOrganization;
  /** Of each time it prepared: whether nobody held the lock of this Idempotency-Key. */
  const isFree: boolean[] = [];
  let idempotencyKey: string;

  const prepares = defineRoute({
    endpoint: "POST /test/prepared",
    tag: "Test",
    routeScope: "organization",
    access: { scope: "simulations:read" },
    body: strictObject({ text: Type.String() }),
    responses: { 200: { description: "What was prepared", data: Type.Object({}) } },
    prepare: async ({ body: { text } }) => {
      const lock = idempotencyKeyHash(own.id, "POST /test/prepared", idempotencyKey).readBigInt64BE(0);
      const [row] = await ask<{ free: boolean }>("SELECT pg_try_advisory_xact_lock($1) AS free", [`${lock}`]);
      isFree.push(row?.free ?? false);
      return text.toUpperCase();
    },
    write: (_request, _tx, prepared) => Promise.resolve({ status: 200, data: { prepared } }),
  });

  before(async () => {
    api = await startOwnApi([prepares]);
    own = await newOrganization();
  });
  after(() => api?.close());

  beforeEach(() => {
    idempotencyKey = crypto.randomUUID();
    isFree.length = 0;
  });

  const send = async (headers: Record<string, string> = { "Idempotency-Key": idempotencyKey }) =>
    await replyOf(
      await fetch(`${api.baseUrl}/test/prepared`, {
        method: "POST",
        headers: { "Content-Type": "application/json", Authorization: `Bearer ${own.call.key}`, ...headers },
        body: JSON.stringify({ text: "why" }),
      }),
    );

  it("does so outside the transaction, once a call, and hands it to the write", async () => {
    for (const reply of [await send(), await send({})]) {
      assert.deepEqual([reply.status, reply.data], [200, { prepared: "WHY" }]);
    }
    assert.deepEqual(isFree, [true, true]);
  });

  it("does not where its answer is replayed", async () => {
    const [first, again] = [await send(), await send()];
    assert.deepEqual(again.data, first.data);
    assert.equal(again.headers.get("Idempotency-Replayed"), "true");
    assert.equal(isFree.length, 1);
  });
});
