/**
 * The element at an index of a list or typed array whose length the caller has made certain.
 * @throws RangeError where the list has no such element: a bug, which a default would hide.
 */
export function elementAt<T>(list: ArrayLike<T>, index: number): T {
  const element = list[index];
  if (element === undefined) throw new RangeError(`Cannot read element ${index} of ${list.length}`);
  return element;
}
