/** Answers slower than this, in milliseconds, make a target slow. */
const FAST_MS = 500;
/** Targets remembered at once; the one heard of longest ago is forgotten first. */
const REMEMBERED = 20_000;

/**
 * Which targets have been answering fast, as far as this process knows. One that it has not heard of counts as slow, and one bad attempt
 * makes it slow: what is held up by a wrong guess is other targets' deliveries, what is lost by caution is a few milliseconds.
 */
export class FastEndpoints {
  readonly #fast = new Set<string>();

  isFast(target: string): boolean {
    return this.#fast.has(target);
  }

  /** @param latencyMs until a 2xx came; null when the attempt failed or is still under way after a second. */
  note(target: string, latencyMs: number | null): void {
    this.#fast.delete(target);
    if (latencyMs === null || latencyMs > FAST_MS) return;
    this.#fast.add(target);
    const [oldest] = this.#fast;
    if (this.#fast.size > REMEMBERED && oldest !== undefined) this.#fast.delete(oldest);
  }
}
