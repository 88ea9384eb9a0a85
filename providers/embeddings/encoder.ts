import type { SentenceEncoder } from "#engine/question/vectors.ts";
import { unlessAborted } from "#shared/in-time.ts";
import { once } from "node:events";
import process from "node:process";
import { Worker } from "node:worker_threads";
import { LRUCache } from "lru-cache";
import { AdaptiveConcurrency } from "../openai/traffic-control.ts";
import { EmbeddingError } from "./embedder.ts";
import type { EncoderReply } from "./encoder-thread.ts";

/** The id of the encoder that comes with the service. */
export const ENCODER_ID = "bge-small-en-v1.5-q8";

/** Vectors that stay in memory, 1.5 KB each. */
const CACHED_VECTORS = 4_000;
/** A longer text is encoded anew each time, so that the texts of the cached vectors stay below 8 MB. */
const MAX_CACHED_TEXT = 1_000;
/** Calls that may wait at a time. Each has one text in the queue, so a long batch keeps no question waiting. */
const MAX_CALLS = 1_000;

/**
 * The sentence encoder that comes with the service: `bge-small-en-v1.5` in eight bits, 384 numbers a vector, in a thread of its own, so
 * that the event loop never waits for it. Some 5 ms a question. The thread starts with the first text, which waits a third of a second for it; it takes 160 MB of memory.
 */
export class Encoder implements SentenceEncoder {
  readonly id = ENCODER_ID;
  readonly #module: URL;
  readonly #vectors = new LRUCache<string, Float32Array>({ max: CACHED_VECTORS });
  /** One text at a time, the eldest first; a call that ends early leaves the thread nothing to do. */
  readonly #slot = new AdaptiveConcurrency(1, 1);
  #thread: EncoderThread | undefined;
  #calls = 0;

  /** @param module of the thread; another one in specs. */
  constructor(module = new URL("./encoder-thread.ts", import.meta.url)) {
    this.#module = module;
  }

  /**
   * The vectors of texts, in order: of each its first 512 tokens, some 2,300 characters. A text has the same vector in any batch.
   * @throws EmbeddingError when the thread ended (it may be called again), when too many calls wait, or when the model's files are damaged;
   *   the signal's reason.
   */
  async embed(texts: readonly string[], signal = new AbortController().signal): Promise<Float32Array[]> {
    if (this.#calls >= MAX_CALLS) throw fault(`${MAX_CALLS} calls wait already`, true);
    this.#calls++;
    try {
      const vectors: Float32Array[] = [];
      for (const text of texts) {
        signal.throwIfAborted();
        vectors.push(await this.#vectorOf(text, signal));
      }
      return vectors;
    } finally {
      this.#calls--;
    }
  }

  /** Ends the thread; texts that wait for it are not encoded. The next call starts another. */
  async close(): Promise<void> {
    await this.#thread?.close("the encoder was closed", true);
  }

  async #vectorOf(text: string, signal: AbortSignal): Promise<Float32Array> {
    const known = this.#vectors.get(text);
    if (known !== undefined) return known.slice();
    if (this.#thread === undefined || this.#thread.hasEnded) this.#thread = new EncoderThread(this.#module);
    const thread = this.#thread;
    const encoded = this.#slot.run(ENCODER_ID, signal, () => thread.encode(text));
    const vector = await unlessAborted(encoded, signal);
    if (text.length <= MAX_CACHED_TEXT) this.#vectors.set(text, vector.slice());
    return vector;
  }
}

/** A thread that encodes one text at a time. What waits for it fails when it ends. */
class EncoderThread {
  readonly #worker: Worker;
  readonly #end = new AbortController();

  constructor(module: URL) {
    this.#worker = startThread(module);
    this.#worker.on("error", (error: Error) => this.#endBy(`its thread failed: ${error.message}`, true));
    this.#worker.on("exit", (code) => this.#endBy(`its thread ended with code ${code}`, true));
  }

  get hasEnded(): boolean {
    return this.#end.signal.aborted;
  }

  /** @throws EmbeddingError */
  async encode(text: string): Promise<Float32Array> {
    const { signal } = this.#end;
    signal.throwIfAborted();
    // A process waits for the answers that it asked for, and ends when it has asked for none.
    this.#worker.ref();
    this.#worker.postMessage(text);
    const [reply] = await once(this.#worker, "message", { signal }).catch(() => {
      throw signal.reason;
    }) as [EncoderReply];
    this.#worker.unref();
    if ("vector" in reply) return reply.vector;
    // A model that could not be loaded is loaded anew by the next call's thread.
    if (!reply.ready) void this.close(reply.fault, false);
    throw fault(reply.fault, false);
  }

  async close(reason: string, retryable: boolean): Promise<void> {
    this.#endBy(reason, retryable);
    await this.#worker.terminate();
  }

  #endBy(reason: string, retryable: boolean): void {
    this.#end.abort(fault(reason, retryable));
  }
}

/** Node's threads do not take over the loader of TypeScript that their process has. */
function startThread({ href }: URL): Worker {
  if (process.versions.deno !== undefined) return new Worker(new URL(href));
  const code = `import("tsx/esm/api").then(({ register }) => { register(); return import("${href}"); })`;
  return new Worker(code, { eval: true });
}

function fault(reason: string, retryable: boolean): EmbeddingError {
  return new EmbeddingError(`Cannot embed with ${ENCODER_ID}: ${reason}`, retryable);
}
