import fc from "fast-check";
import { apiKeys } from "./api-keys.ts";
import { simulations } from "./simulations.ts";
import { webhooks } from "./webhooks.ts";

/** A resource as the model sees it: commands, each of which predicts the service's answer, and where a run begins. */
export interface ServiceModel<Model extends object = object, Real = unknown> {
  readonly name: string;
  commands(): fc.Arbitrary<fc.AsyncCommand<Model, Real>>[];
  start(): Promise<{ model: Model; real: Real }>;
  /** Checks what must hold after the last command of a run. */
  finish?(model: Model, real: Real): Promise<void>;
  /** Frees what all runs shared. */
  end?(): Promise<void>;
}

// Each keeps its own types to itself: a run passes its state from its start to its commands alone.
export const MODELS = [
  apiKeys,
  webhooks,
  simulations,
] as unknown as readonly ServiceModel[];

export interface ModelRun {
  /** Sequences of commands. */
  readonly runs: number;
  readonly seed: number;
  /** Of a sequence. */
  readonly maxCommands?: number;
}

export interface ModelResult {
  /** That were carried out. */
  readonly commands: number;
  readonly seconds: number;
  /** The shortest sequence that was found to break the model's word, with the seed; null where none did. */
  readonly failure: string | null;
}

/** Runs a model's commands against the stack of `testing`. */
export async function runModel(
  model: ServiceModel,
  { runs, seed, maxCommands = 20 }: ModelRun,
): Promise<ModelResult> {
  const begin = performance.now();
  let commands = 0;
  const counted = model.commands().map((arbitrary) =>
    arbitrary.map((command): fc.AsyncCommand<object, unknown> => ({
      check: (state) => command.check(state),
      run: async (state, real) => {
        commands++;
        await command.run(state, real);
      },
      toString: () => command.toString(),
    }))
  );
  const property = fc.asyncProperty(
    fc.commands(counted, { maxCommands, size: "max" }),
    async (sequence) => {
      const state = await model.start();
      await fc.asyncModelRun(() => state, sequence);
      await model.finish?.(state.model, state.real);
    },
  );
  try {
    // A sequence takes seconds: the search for a shorter one ends with the time.
    const details = await fc.check(property, {
      numRuns: runs,
      seed,
      // The bias towards short sequences leaves few commands in the first twenty: too few for one to meet another.
      unbiased: true,
      interruptAfterTimeLimit: 60_000 + runs * 20_000,
    });
    const { errorInstance: error } = details;
    const why = error instanceof Error ? error.stack ?? error.message : String(error);
    return {
      commands,
      seconds: Math.round((performance.now() - begin) / 1000),
      failure: details.failed ? `${fc.defaultReportMessage(details)}\n${why}` : null,
    };
  } finally {
    await model.end?.();
  }
}
