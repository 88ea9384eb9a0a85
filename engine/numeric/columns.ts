/**
 * Checked access to columns and lists by entry number. A missing entry is a programming error, so every function here throws
 * a RangeError instead of returning a default that would pass for data.
 *
 * Each type of column has a function of its own: V8 compiles a function that meets one array type to a bounds check and a
 * load, and the inner loops have about 2 µs an agent.
 */

/** The byte at an entry. @throws RangeError outside the column. */
export function byteAt(column: Uint8Array, entry: number): number {
  return column[entry] ?? outside(column.length, entry);
}

/** The integer at an entry. @throws RangeError outside the column. */
export function integerAt(column: Uint16Array | Uint32Array | Int32Array, entry: number): number {
  return column[entry] ?? outside(column.length, entry);
}

/** The number at an entry. @throws RangeError outside the column. */
export function floatAt(column: Float64Array, entry: number): number {
  return column[entry] ?? outside(column.length, entry);
}

/** The single-precision number at an entry. @throws RangeError outside the column. */
export function singleAt(column: Float32Array, entry: number): number {
  return column[entry] ?? outside(column.length, entry);
}

/** The item at an entry of a list, which holds no `undefined`. @throws RangeError outside the list. */
export function itemAt<Item>(list: readonly Item[], entry: number): Item {
  const item = list[entry];
  return item === undefined ? outside(list.length, entry) : item;
}

/** Adds an amount to the number at an entry. @throws RangeError outside the column. */
export function addAt(sums: Float64Array, entry: number, amount: number): void {
  sums[entry] = floatAt(sums, entry) + amount;
}

/** The numbers from 0 to `count` − 1, for loops over entries. */
export function range(count: number): number[] {
  return Array.from({ length: count }, (_, entry) => entry);
}

/** Numbers as base64 of little-endian float32, and back. */
export const toBase64 = (numbers: ArrayLike<number>): string =>
  Buffer.from(Float32Array.from(numbers).buffer).toString("base64");

export function fromBase64(text: string): Float32Array {
  const bytes = Buffer.from(text, "base64");
  return new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
}

function outside(length: number, entry: number): never {
  throw new RangeError(`Cannot read entry ${entry} of ${length}`);
}

/** The items by their keys, in order: `Map.groupBy`, which Node 20 has not. */
export function groupedBy<Item, Key>(list: readonly Item[], keyOf: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of list) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}
