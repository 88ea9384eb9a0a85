import type { AnswerStore, Capabilities } from "../answer-store.ts";
import type { ModelClient } from "../../openai/client.ts";
import { probe } from "./probe-capabilities.ts";
import { SharedCalls } from "./shared-calls.ts";

/** A server can be changed under a running process, so what it understands is asked again after this long. */
const PROBE_LASTS_MS = 600_000;

/** What the server understands: as recorded when the run began, so that its keys stay the same, else by a probe. */
export class KnownCapabilities {
  readonly #probe: (signal: AbortSignal) => Promise<Capabilities>;
  readonly #calls = new SharedCalls<Capabilities>();
  #found: { readonly capabilities: Capabilities; readonly at: number } | null = null;

  constructor(client: ModelClient, model: string, temperature: number) {
    this.#probe = (signal) => client.inPlace(signal, () => probe(client, model, temperature, signal));
  }

  async of(store: AnswerStore, signal: AbortSignal): Promise<Capabilities> {
    const recorded = await store.capabilities();
    return recorded ?? await store.saveCapabilities(await this.#current(signal));
  }

  async #current(signal: AbortSignal): Promise<Capabilities> {
    if (this.#found !== null && performance.now() - this.#found.at < PROBE_LASTS_MS) {
      return this.#found.capabilities;
    }
    return await this.#calls.once("probe", signal, async () => {
      const capabilities = await this.#probe(signal);
      this.#found = { capabilities, at: performance.now() };
      return capabilities;
    });
  }
}
