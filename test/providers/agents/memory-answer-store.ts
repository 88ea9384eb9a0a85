import type { AnswerStore, Capabilities, StoredResponse } from "#providers/agents/answer-store.ts";
import { addUsage, NO_TOKENS } from "#providers/openai/usage.ts";

/** An answer store in memory, with an earlier run's responses beside its own. */
export class MemoryAnswerStore implements AnswerStore {
  readonly responses = new Map<string, StoredResponse>();
  readonly earlier: ReadonlyMap<string, StoredResponse>;
  known: Capabilities | null = null;

  constructor(earlier: ReadonlyMap<string, StoredResponse> = new Map()) {
    this.earlier = earlier;
  }

  getMany(keys: readonly string[], reuse: boolean): Promise<ReadonlyMap<string, StoredResponse>> {
    const found = new Map<string, StoredResponse>();
    for (const key of keys) {
      const response = this.responses.get(key) ?? (reuse ? this.earlier.get(key) : undefined);
      if (response !== undefined) found.set(key, response);
    }
    return Promise.resolve(found);
  }

  put(response: StoredResponse): Promise<StoredResponse> {
    const stored = this.responses.get(response.key) ?? response;
    this.responses.set(response.key, stored);
    return Promise.resolve(stored);
  }

  spent() {
    let usage = NO_TOKENS;
    for (const response of this.responses.values()) {
      if (!response.reused) usage = addUsage(usage, response.usage);
    }
    return Promise.resolve(usage);
  }

  capabilities(): Promise<Capabilities | null> {
    return Promise.resolve(this.known);
  }

  saveCapabilities(found: Capabilities): Promise<Capabilities> {
    this.known ??= found;
    return Promise.resolve(this.known);
  }
}
