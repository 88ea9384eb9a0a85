/** Creates a part at its first use: a process that needs none saves its time and memory. */
export function lazily<Part>(create: () => Part): () => Part {
  let part: Part | undefined;
  return () => part ??= create();
}
