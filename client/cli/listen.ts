import { setTimeout as sleep } from "node:timers/promises";
import { CallError, ServiceError, type ServiceEvent, type SimulationService } from "../index.ts";
import {
  type Command,
  CommandLineError,
  describeFailure,
  EXIT,
  readArguments,
  serviceOf,
  type Terminal,
} from "./command.ts";
import { forward, newSecret } from "./forward.ts";
import { type ListenState, readState, stateFile, writeState } from "./listen-state.ts";

/** Between two tries to reach the service. */
const RECONNECT_MS = 5_000;

/** Forwards the organization's events to a local URL until Ctrl-C. */
export const listen: Command = {
  name: "listen",
  usage:
    "listen --forward <url> [--type <event type>,…] [--after <event id>] [--secret <whsec_…>] [--state <file>]",
  summary: "forwards the organization's events to a local URL, signed as webhooks are",
  help: `  --forward <url>      gets each event by POST, such as http://localhost:3000/hooks
  --type <event type>  forwards events of this type alone, such as simulation.completed; several, joined by commas
  --after <event id>   begins with what came after this event
  --secret <whsec_…>   signs what is forwarded; one of its own unless given
  --state <file>       where secret and position are kept, readable by you alone;
                       below $XDG_STATE_HOME/simulation-service unless given

It begins where it ended the last time, or with new events. Each event is tried 5 times.`,
  run: async (args, terminal) => {
    const { values } = readArguments(args, {
      forward: { type: "string" },
      type: { type: "string" },
      after: { type: "string" },
      secret: { type: "string" },
      state: { type: "string" },
    }, 0);
    const target = targetOf(values.forward);
    const service = serviceOf(terminal);
    const file = values.state ?? stateFile(terminal.environment);
    const known = await readState(file);
    const state: ListenState = {
      secret: values.secret ?? known?.secret ?? newSecret(),
      after: await beginning(service, values.after, known?.after ?? null, terminal),
    };
    await writeState(file, state);
    terminal.print(`forwarding events to ${target}, signed with ${state.secret}`);
    const types = values.type?.split(",") as ServiceEvent["type"][] | undefined;
    await followAndForward({ service, terminal, target, file, types }, state);
    return EXIT.interrupted;
  },
};

interface Listening {
  readonly service: SimulationService;
  readonly terminal: Terminal;
  readonly target: string;
  readonly file: string;
  readonly types: readonly ServiceEvent["type"][] | undefined;
}

/** Returns when the terminal's signal is aborted. @throws CallError that trying again cannot help */
async function followAndForward({ service, terminal, target, file, types }: Listening, state: ListenState) {
  const { signal, note, print } = terminal;
  let { after } = state;
  while (!signal.aborted) {
    try {
      for await (const event of service.events.follow({ type: types, after: after ?? undefined, signal })) {
        print(await forward(event, { target, secret: state.secret, signal, note }));
        after = event.id;
        await writeState(file, { ...state, after });
      }
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof CallError) || error instanceof ServiceError && error.status < 500) throw error;
      note(`${describeFailure(error)}\ntrying again in ${RECONNECT_MS / 1_000} seconds`);
      await sleep(RECONNECT_MS, undefined, { signal }).catch(() => {});
    }
  }
}

/**
 * Where to begin: after the event of `--after`, else where it ended, if the service still has that event, else after the newest one; null before
 * the first. @throws CommandLineError for an `--after` that is none of the service's events, before it is kept
 */
async function beginning(
  { events }: SimulationService,
  given: string | undefined,
  kept: string | null,
  { signal, note }: Terminal,
): Promise<string | null> {
  const after = given ?? kept;
  if (after !== null) {
    try {
      return (await events.get(after, { signal })).id;
    } catch (error) {
      const code = error instanceof ServiceError ? error.code : null;
      if (given !== undefined && (code === "not_found" || code === "validation_error")) {
        throw new CommandLineError(
          `--after takes the id of one of your events of the last 90 days, not ${after}`,
        );
      }
      if (code !== "not_found") throw error;
      note(`The service no longer has the event ${after}; beginning with new events`);
    }
  }
  const newest = await events.list({ limit: 1 }, { signal }).page();
  return newest.items[0]?.id ?? null;
}

function targetOf(text: string | undefined): string {
  if (text !== undefined && URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return text;
  throw new CommandLineError(
    "Give the URL that gets the events, such as --forward http://localhost:3000/hooks",
  );
}
