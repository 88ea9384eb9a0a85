/** A text or bytes as a stream of chunks. */
export async function* bytesOf(content: string | Uint8Array, chunk = 65_536): AsyncGenerator<Uint8Array> {
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
  for (let at = 0; at < bytes.length; at += chunk) {
    yield await Promise.resolve(bytes.subarray(at, at + chunk));
  }
}

export async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all = [];
  for await (const item of items) all.push(item);
  return all;
}
