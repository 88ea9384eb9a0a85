import fc from "fast-check";
import { webhooks } from "./webhook-commands.ts";
import type { Model, Real } from "./webhook-state.ts";

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

/** Runs the model's commands against the stack of `testing`: each predicts the service's answer. */
export async function runModel({ runs, seed, maxCommands = 20 }: ModelRun): Promise<ModelResult> {
  const begin = performance.now();
  let commands = 0;
  const counted = webhooks.commands().map((arbitrary) =>
    arbitrary.map((command): fc.AsyncCommand<Model, Real> => ({
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
      const { model, real } = await webhooks.start();
      await fc.asyncModelRun(() => ({ model, real }), sequence);
      await webhooks.finish(model, real);
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
    await webhooks.end();
  }
}
