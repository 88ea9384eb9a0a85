export function nothing(): Promise<void> {
  return Promise.resolve();
}
