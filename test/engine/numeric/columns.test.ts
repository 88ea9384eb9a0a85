import assert from "node:assert/strict";
import { addAt, byteAt, floatAt, integerAt, itemAt, range, singleAt } from "#engine/numeric/columns.ts";

describe("checked access to a column", () => {
  const columns = {
    byteAt: (entry: number) => byteAt(Uint8Array.of(7, 0), entry),
    integerAt: (entry: number) => integerAt(Uint32Array.of(7, 0), entry),
    floatAt: (entry: number) => floatAt(Float64Array.of(7, 0), entry),
    singleAt: (entry: number) => singleAt(Float32Array.of(7, 0), entry),
    itemAt: (entry: number) => itemAt([7, 0], entry),
  };
  for (const [name, read] of Object.entries(columns)) {
    it(`returns the entry, zeros included, and throws outside the column: ${name}`, () => {
      assert.deepEqual([read(0), read(1)], [7, 0]);
      for (const entry of [-1, 2, 0.5, NaN]) {
        assert.throws(() => read(entry), { name: "RangeError", message: `Cannot read entry ${entry} of 2` });
      }
    });
  }

  it("returns an item that is null", () => assert.equal(itemAt([null], 0), null));

  it("adds to an entry, and throws outside the column instead of growing it", () => {
    const sums = new Float64Array(2);
    addAt(sums, 1, 2.5);
    addAt(sums, 1, 0.5);
    assert.deepEqual([...sums], [0, 3]);
    assert.throws(() => addAt(sums, 2, 1), RangeError);
  });

  it("counts from 0 to one below the count", () => assert.deepEqual([range(3), range(0)], [[0, 1, 2], []]));
});
