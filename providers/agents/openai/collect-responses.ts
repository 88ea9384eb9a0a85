import type { StoredResponse } from "../answer-store.ts";
import type { AnswerIo } from "../engine.ts";
import { NO_TOKENS } from "../../openai/usage.ts";
import { ask } from "./call-model.ts";
import type { Asking, Question } from "./call-model.ts";
import { elicited } from "./elicited.ts";
import type { Elicited } from "./elicited.ts";
import type { RunLedger } from "./run-ledger.ts";

export interface Collecting {
  readonly io: AnswerIo;
  readonly ledger: RunLedger;
  readonly asking: Omit<Asking, "budget" | "signals">;
}

export interface Got {
  readonly response: StoredResponse;
  /** Of the call that was made, or null where the response was stored. */
  readonly latencyMs: number | null;
}

export interface Collected extends Got {
  readonly reading: Elicited;
}

/**
 * One response for every question: the stored one where there is one, else the model's, stored before anything is made of it.
 * When one fails, calls that have not begun are given up and those under way are finished and stored; then the first error is thrown.
 * @param answered called as responses come in; what it throws ends the collecting too.
 */
export async function collect(
  collecting: Collecting,
  questions: readonly Question[],
  answered: (place: number, reading: Elicited) => void,
): Promise<readonly Collected[]> {
  const { io, ledger } = collecting;
  const known = await storedResponses(io, questions.map(({ key }) => key));
  const halt = new AbortController();
  const wait = AbortSignal.any([io.signal, halt.signal]);
  const one = async (question: Question, place: number): Promise<Collected> => {
    try {
      const stored = known.get(question.key);
      const got = stored !== undefined
        ? { response: stored, latencyMs: null }
        : await ledger.calls.once(question.key, wait, () => pay(collecting, question, wait));
      const reading = elicited(got.response);
      answered(place, reading);
      return { ...got, reading };
    } catch (error) {
      halt.abort(error);
      throw error;
    }
  };
  const all = await Promise.allSettled(questions.map(one));
  io.signal.throwIfAborted();
  return all.map((result) => {
    if (result.status === "rejected") throw halt.signal.reason;
    return result.value;
  });
}

/** This run's responses, and unless everything is to be asked anew, copies of earlier runs' that from now on are this run's. */
export async function storedResponses(
  io: AnswerIo,
  keys: readonly string[],
): Promise<ReadonlyMap<string, StoredResponse>> {
  const own = await io.store.getMany(keys, false);
  if (io.fresh) return own;
  const missing = keys.filter((key) => !own.has(key));
  const earlier = missing.length === 0 ? [] : [...(await io.store.getMany(missing, true)).values()];
  const all = new Map(own);
  for (const response of earlier) {
    // A failure is worth another try.
    if (elicited(response).kind === "failed") continue;
    // Without the copy a resumed run would depend on another's rows, which its organization may delete in between.
    all.set(response.key, await io.store.put({ ...response, usage: NO_TOKENS, calls: 0, reused: true }));
  }
  return all;
}

/** Asks unless another worker has stored the answer since the chunk began, and stores what comes. */
async function pay({ io, ledger, asking }: Collecting, question: Question, wait: AbortSignal): Promise<Got> {
  return await asking.client.inPlace(wait, async () => {
    const stored = (await io.store.getMany([question.key], false)).get(question.key);
    if (stored !== undefined) return { response: stored, latencyMs: null };
    const { budget } = ledger;
    await budget.refresh(io.store);
    const paid = await ask({ ...asking, budget, signals: { call: io.signal, wait } }, question);
    const response = await io.store.put(paid.response);
    budget.kept(paid.response.usage);
    return { response, latencyMs: paid.latencyMs };
  });
}
