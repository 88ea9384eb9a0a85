import assert from "node:assert/strict";
import { eventId, isUuid, newId, parseId } from "#shared/ids.ts";

const ID = "0198c0de-0000-7000-8000-0123456789ab";

describe("ids", () => {
  it("are lower-case UUIDs of version 7, each one new, in the order they were made", () => {
    const ids = Array.from({ length: 1_000 }, newId);
    for (const id of ids) {
      assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    }
    assert.equal(new Set(ids).size, ids.length);
    assert.deepEqual([...ids].sort(), ids);
  });

  it("carry the moment they were made", () => {
    const before = Date.now();
    const moment = Number.parseInt(newId().replaceAll("-", "").slice(0, 12), 16);
    assert.ok(moment >= before && moment <= Date.now() + 1);
  });

  it("are read from a path in either case, and come out in lower case", () => {
    assert.equal(parseId(ID), ID);
    assert.equal(parseId(ID.toUpperCase()), ID);
    assert.equal(parseId(`sim_${ID}`, "sim"), ID);
    assert.equal(parseId(ID, "sim"), ID);
  });

  it("are nothing else: no other prefix, no prefix twice, nothing before or after", () => {
    for (
      const text of [
        "",
        "1",
        `sim_${ID}`,
        `${ID} `,
        `${ID}\n`,
        ` ${ID}`,
        ID.replaceAll("-", ""),
        `{${ID}}`,
        ID.replace("0", "g"),
      ]
    ) {
      assert.equal(parseId(text), null, JSON.stringify(text));
      assert.equal(isUuid(text), false, JSON.stringify(text));
    }
    for (const text of [`evt_${ID}`, `sim_sim_${ID}`, `SIM_${ID}`, `sim${ID}`, "sim_"]) {
      assert.equal(parseId(text, "sim"), null, text);
    }
  });

  it("are UUIDs in lower case alone", () => {
    assert.equal(isUuid(ID), true);
    assert.equal(isUuid(ID.toUpperCase()), false);
  });

  it("of events begin with evt_", () => {
    assert.equal(eventId(ID), `evt_${ID}`);
  });
});
