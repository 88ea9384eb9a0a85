import type { AnswerStore, Capabilities, StoredResponse } from "#shared/answer-store.ts";
import { addUsage, NO_TOKENS } from "../openai/completion.ts";

/** An answer store in memory: for a run that no other process resumes, and that reuses no earlier one's responses. */
export class MemoryAnswerStore implements AnswerStore {
  readonly responses = new Map<string, StoredResponse>();
  known: Capabilities | null = null;

  getMany(keys: readonly string[]): Promise<ReadonlyMap<string, StoredResponse>> {
    const found = keys.flatMap((key) => this.responses.get(key) ?? []);
    return Promise.resolve(new Map(found.map((response) => [response.key, response])));
  }

  put(response: StoredResponse): Promise<StoredResponse> {
    const stored = this.responses.get(response.key) ?? response;
    this.responses.set(response.key, stored);
    return Promise.resolve(stored);
  }

  spent() {
    const own = [...this.responses.values()].filter(({ reused }) => !reused);
    return Promise.resolve(own.reduce((sum, { usage }) => addUsage(sum, usage), NO_TOKENS));
  }

  capabilities(): Promise<Capabilities | null> {
    return Promise.resolve(this.known);
  }

  saveCapabilities(found: Capabilities): Promise<Capabilities> {
    this.known ??= found;
    return Promise.resolve(this.known);
  }
}
