import { setTimeout as sleep } from "node:timers/promises";
import { CallError, ServiceError, type ServiceEvent, type SimulationService } from "../index.ts";
import {
  type Command,
  CommandLineError,
  describeFailure,
  EXIT,
  messageOf,
  readArguments,
  serviceOf,
  type Terminal,
} from "./command.ts";
import { createHash, createHmac, randomBytes } from "node:crypto";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { Buffer } from "node:buffer";

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
      secret: values.secret ?? known?.secret ?? `whsec_${randomBytes(32).toString("base64")}`,
      after: await beginning(service, values.after, known?.after ?? null, terminal),
    };
    await writeState(file, state);
    terminal.print(`forwarding events to ${target}, signed with ${state.secret}`);
    const type = values.type?.split(",") as ServiceEvent["type"][] | undefined;
    const { signal, note, print } = terminal;
    let { after } = state;
    while (!signal.aborted) {
      try {
        for await (const event of service.events.follow({ type, after: after ?? undefined, signal })) {
          print(await forward(event, target, state.secret, terminal));
          after = event.id;
          await writeState(file, { ...state, after });
        }
      } catch (error) {
        if (signal.aborted) break;
        if (!(error instanceof CallError) || error instanceof ServiceError && error.status < 500) throw error;
        note(`${describeFailure(error)}\ntrying again in ${RECONNECT_MS / 1_000} seconds`);
        await sleep(RECONNECT_MS, undefined, { signal }).catch(() => {});
      }
    }
    return EXIT.interrupted;
  },
};

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

/** What `listen` keeps between two runs. */
interface ListenState {
  /** Signs what is forwarded, so that a receiver needs to learn it once. */
  readonly secret: string;
  /** The id of the last event that was forwarded or left out; null before the first. */
  readonly after: string | null;
}

/** The file of an API key at a service, by a hash of both. */
function stateFile(environment: Readonly<Record<string, string | undefined>>): string {
  const { SIMULATION_SERVICE_URL: url, SIMULATION_SERVICE_API_KEY: key, XDG_STATE_HOME: state } = environment;
  const name = createHash("sha256").update(`${url}\n${key}`).digest("hex").slice(0, 16);
  return join(state || join(homedir(), ".local", "state"), "simulation-service", `listen-${name}.json`);
}

/** The state in a file; null without the file. @throws CommandLineError for a file that holds something else */
async function readState(file: string): Promise<ListenState | null> {
  const text = await readFile(file, "utf8").catch((error) => {
    if (error.code === "ENOENT") return null;
    throw new CommandLineError(`Cannot read ${file}: ${messageOf(error)}`);
  });
  if (text === null) return null;
  try {
    const { secret, after } = JSON.parse(text);
    if (typeof secret === "string" && (typeof after === "string" || after === null)) return { secret, after };
  } catch {
    // The error below covers it, like JSON of something else.
  }
  throw new CommandLineError(`${file} holds no state of listen: remove it, or give another by --state`);
}

/** Replaces a file in one step; it is readable by its owner alone. @throws CommandLineError where it cannot be written */
async function writeState(file: string, state: ListenState): Promise<void> {
  try {
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    await writeFile(`${file}.new`, JSON.stringify(state), { mode: 0o600 });
    await rename(`${file}.new`, file);
  } catch (error) {
    throw new CommandLineError(`Cannot write ${file}: ${messageOf(error)}`);
  }
}

const ATTEMPTS = 5;
const FIRST_WAIT_MS = 1_000;
/** Of one attempt; the service's own deliveries get as long. */
const TIMEOUT_MS = 20_000;

/**
 * POSTs an event to the target as the service delivers it, up to 5 times with waits of 1, 2, 4 and 8 seconds until the answer is 2xx.
 * @returns a line that says what happened. @throws the signal's reason when it is aborted
 */
async function forward(
  event: ServiceEvent,
  target: string,
  secret: string,
  { signal, note }: Terminal,
): Promise<string> {
  const body = JSON.stringify(event);
  const post = async () => {
    try {
      const response = await fetch(target, {
        method: "POST",
        redirect: "manual",
        headers: {
          "Content-Type": "application/json",
          "User-Agent": "simulation-service-listen/1.0",
          ...signatureHeaders(secret, event.id, body),
        },
        body,
        signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
      });
      // The status decides; the body is of no use, and may have no end.
      await response.body?.cancel();
      return { ok: response.ok, text: String(response.status) };
    } catch (error) {
      const cause = error instanceof Error && error.cause !== undefined ? `: ${messageOf(error.cause)}` : "";
      return { ok: false, text: `${messageOf(error)}${cause}` };
    }
  };
  let outcome = "";
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const begin = performance.now();
    const { ok, text } = await post();
    signal.throwIfAborted();
    const took = `${Math.round(performance.now() - begin)} ms`;
    const tries = attempt === 1 ? "" : `, attempt ${attempt}`;
    outcome = `${event.id}  ${event.type}  ${text} in ${took}${tries}`;
    if (ok) return outcome;
    // The others take their time.
    if (attempt === 1) note(`${outcome}: trying again`);
    if (attempt < ATTEMPTS) await sleep(FIRST_WAIT_MS * 2 ** (attempt - 1), undefined, { signal });
  }
  return `${outcome}: left out`;
}

/** The headers of the service's deliveries: `X-Service-Signature`, and those of Standard Webhooks. */
function signatureHeaders(secret: string, eventId: string, body: string): Record<string, string> {
  const timestamp = Math.floor(Date.now() / 1_000);
  const decoded = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
  const own = createHmac("sha256", secret).update(`${timestamp}.${body}`);
  const standard = createHmac("sha256", decoded).update(`${eventId}.${timestamp}.${body}`);
  return {
    "X-Service-Signature": `t=${timestamp},v1=${own.digest("hex")}`,
    "webhook-id": eventId,
    "webhook-timestamp": String(timestamp),
    "webhook-signature": `v1,${standard.digest("base64")}`,
  };
}
