import assert from "node:assert/strict";
import { rotateApiKey } from "#db/organizations/api-keys.ts";
import type { Database } from "#db/postgres/database.ts";
import { connectAs } from "#testing/stack.ts";
import { newKey, newOrganization } from "#testing/organizations.ts";

describe("A person's rotation of a key", () => {
  let database: Database;
  before(async () => {
    database = await connectAs("app_api");
  });
  after(() => database?.close());

  it("is superseded by one that was made while it was on its way, and by no earlier one", async () => {
    const { id: organizationId } = await newOrganization();
    const { id: keyId } = await newKey(organizationId, ["simulations:read"]);
    const rotate = async (receivedAt: Date) => {
      const rotation = { keyId, presentedHash: null, receivedAt, graceSeconds: 0 };
      return (await database.withOrganization(organizationId, (tx) => rotateApiKey(tx, rotation))).kind;
    };
    const first = new Date();
    assert.equal(await rotate(first), "rotated");
    assert.equal(await rotate(first), "superseded");
    assert.equal(await rotate(new Date(Date.now() + 1)), "rotated");
  });
});
