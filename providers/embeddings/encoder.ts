import process from "node:process";
import { Worker } from "node:worker_threads";
import { LRUCache } from "lru-cache";
import { type Embedder, EmbeddingError } from "./embedder.ts";
import type { EncoderReply, EncoderRequest } from "./encoder-thread.ts";

/** The id of the encoder that comes with the service. */
export const ENCODER_ID = "bge-small-en-v1.5-q8";

/** Vectors that stay in memory, 1.5 KB each. */
const CACHED_VECTORS = 4_000;
/** A longer text is encoded anew each time, so that the texts of the cached vectors stay below 8 MB. */
const MAX_CACHED_TEXT = 1_000;
/** Calls that may wait at a time. Each has one text in the queue, so a long batch keeps no question waiting. */
const MAX_CALLS = 1_000;

interface Waiting {
  readonly text: string;
  resolve(vector: Float32Array): void;
  reject(error: EmbeddingError): void;
}

/**
 * The sentence encoder that comes with the service: `bge-small-en-v1.5` in eight bits, 384 numbers a vector, in a thread of its own, so
 * that the event loop never waits for it. Some 5 ms a question. The thread starts with the first text, which waits a third of a second for it; it takes 160 MB of memory.
 */
export class Encoder implements Embedder {
  readonly id = ENCODER_ID;
  readonly #thread: URL;
  readonly #vectors = new LRUCache<string, Float32Array>({ max: CACHED_VECTORS });
  /** Texts that have no vector yet, the eldest first. The thread has one of them at most, so that a call that ends early leaves it nothing to do. */
  readonly #waiting = new Map<number, Waiting>();
  #isBusy = false;
  #worker: Worker | undefined;
  #calls = 0;
  #number = 0;

  /** @param thread the module that encodes; another one in specs. */
  constructor(thread = new URL("./encoder-thread.ts", import.meta.url)) {
    this.#thread = thread;
  }

  /**
   * The vectors of texts, in order: of each its first 512 tokens, some 2,300 characters. A text has the same vector in any batch.
   * @throws EmbeddingError when the thread ended (it may be called again), when too many calls wait, or when the model's files are damaged;
   *   the signal's reason.
   */
  async embed(texts: readonly string[], signal?: AbortSignal): Promise<Float32Array[]> {
    signal?.throwIfAborted();
    if (this.#calls >= MAX_CALLS) throw fault(`${MAX_CALLS} calls wait already`, true);
    this.#calls++;
    try {
      const vectors: Float32Array[] = [];
      for (const text of texts) vectors.push(await this.#vectorOf(text, signal));
      return vectors;
    } finally {
      this.#calls--;
    }
  }

  /** Ends the thread; texts that wait for it are not encoded. The next call starts another. */
  async close(): Promise<void> {
    const worker = this.#worker;
    this.#end("the encoder was closed");
    await worker?.terminate();
  }

  async #vectorOf(text: string, signal: AbortSignal | undefined): Promise<Float32Array> {
    const known = this.#vectors.get(text);
    if (known !== undefined) return known.slice();
    const vector = await this.#encode(text, signal);
    if (text.length <= MAX_CACHED_TEXT) this.#vectors.set(text, vector.slice());
    return vector;
  }

  async #encode(text: string, signal: AbortSignal | undefined): Promise<Float32Array> {
    signal?.throwIfAborted();
    const number = this.#number++;
    const answer = new Promise<Float32Array>((resolve, reject) => {
      this.#waiting.set(number, { text, resolve, reject });
    });
    const abort = () => this.#settle(number, (waiting) => waiting.reject(signal?.reason));
    signal?.addEventListener("abort", abort, { once: true });
    this.#send();
    try {
      return await answer;
    } finally {
      signal?.removeEventListener("abort", abort);
    }
  }

  /** Gives the thread the text that has waited longest, if it has none. */
  #send(): void {
    const [next] = this.#waiting;
    if (this.#isBusy || next === undefined) return;
    const [number, { text }] = next;
    this.#isBusy = true;
    const worker = this.#worker ??= this.#start();
    // A process waits for the answers that it asked for, and ends when it has asked for none.
    worker.ref();
    worker.postMessage({ number, text } satisfies EncoderRequest);
  }

  #start(): Worker {
    const worker = startThread(this.#thread);
    const ended = (reason: string) => {
      if (this.#worker === worker) this.#end(reason);
    };
    worker.on("message", (reply: EncoderReply) => {
      if (this.#worker === worker) this.#take(reply);
    });
    worker.on("error", (error: Error) => ended(`its thread failed: ${error.message}`));
    worker.on("exit", (code) => ended(`its thread ended with code ${code}`));
    return worker;
  }

  #take(reply: EncoderReply): void {
    this.#isBusy = false;
    const isReady = "vector" in reply || reply.ready;
    if (!isReady) {
      // A model that could not be loaded is loaded anew by the next call's thread.
      const worker = this.#worker;
      this.#end(reply.fault, false);
      void worker?.terminate();
      return;
    }
    this.#settle(reply.number, (waiting) => {
      if ("vector" in reply) waiting.resolve(reply.vector);
      else waiting.reject(fault(reply.fault, false));
    });
    this.#send();
    if (!this.#isBusy) this.#worker?.unref();
  }

  #settle(number: number, settle: (waiting: Waiting) => void): void {
    const waiting = this.#waiting.get(number);
    this.#waiting.delete(number);
    if (waiting !== undefined) settle(waiting);
  }

  /** Fails what waits for the thread, which is used no more. */
  #end(reason: string, retryable = true): void {
    this.#worker = undefined;
    this.#isBusy = false;
    const failed = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const waiting of failed) waiting.reject(fault(reason, retryable));
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
