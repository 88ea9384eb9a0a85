import type { EntityManager } from "typeorm";
import type { EntityStatements, Transaction } from "#db/postgres/database.ts";
import assert from "node:assert/strict";

/** `deno task check` compiles this file: what must not compile stands behind a `@ts-expect-error`, which fails where it does. */
describe("A transaction's entity manager", () => {
  it("has no method that begins or commits a transaction of its own", () => {
    const attempts = [
      // @ts-expect-error TypeORM's `save` commits what the transaction has written so far.
      (tx: Transaction) => tx.manager.save({}),
      // @ts-expect-error `remove` does so too,
      (tx: Transaction) => tx.manager.remove({}),
      // @ts-expect-error and `transaction`;
      (tx: Transaction) => tx.manager.transaction(() => Promise.resolve()),
      // @ts-expect-error a repository has them all,
      (tx: Transaction) => tx.manager.getRepository("api_keys"),
      // @ts-expect-error and so has the connection behind it.
      (tx: Transaction) => tx.manager.queryRunner,
    ];
    assert.equal(attempts.length, 5);
    const statements = [
      "insert",
      "update",
      "delete",
      "increment",
      "findOne",
      "findOneBy",
      "findOneByOrFail",
    ] satisfies (
      & keyof EntityManager
      & keyof EntityStatements
    )[];
    const all: Exclude<keyof EntityStatements, (typeof statements)[number]>[] = [];
    assert.deepEqual(all, []);
  });
});
