import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs, type ParseArgsConfig } from "node:util";
import {
  CallError,
  NetworkError,
  ServiceError,
  SimulationService,
  TimeoutError,
  UnexpectedResponseError,
} from "../index.ts";

/** What a command sees of the process that it runs in. */
export interface Terminal {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Results: a line on stdout. */
  readonly print: (line: string) => void;
  /** Everything else: a line on stderr. */
  readonly note: (line: string) => void;
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal;
}

/** A command of the command line. */
export interface Command {
  readonly name: string;
  readonly usage: string;
  readonly summary: string;
  readonly help: string;
  /** @returns the exit code. @throws CommandLineError, CallError */
  run(args: readonly string[], terminal: Terminal): Promise<number>;
}

/** The exit codes. */
export const EXIT = {
  done: 0,
  failed: 1,
  usage: 2,
  noAnswer: 3,
  interrupted: 130,
  /** Of an error that a command threw. */
  of(error: unknown): number {
    return error instanceof NetworkError || error instanceof TimeoutError ||
        error instanceof UnexpectedResponseError
      ? EXIT.noAnswer
      : EXIT.failed;
  },
} as const;

/** The command line is wrong; its message says what it should be. */
export class CommandLineError extends Error {}

const DEFAULT_URL = "http://127.0.0.1:8080";

/** The variables, or where they name no key the service that `deno task dev` runs in the folder, as its `.dev/env.json` says. */
export function environmentIn(folder: string, variables: Terminal["environment"]): Terminal["environment"] {
  const file = join(folder, ".dev/env.json");
  if (variables["SIMULATION_SERVICE_API_KEY"] || !existsSync(file)) return variables;
  const { api_key, base_url } = JSON.parse(readFileSync(file, "utf8"));
  return {
    ...variables,
    SIMULATION_SERVICE_API_KEY: api_key,
    SIMULATION_SERVICE_URL: variables["SIMULATION_SERVICE_URL"] || base_url,
  };
}

/** The service that the environment names. @throws CommandLineError when the key is missing or the URL is none */
export function serviceOf({ environment }: Terminal): SimulationService {
  const apiKey = environment["SIMULATION_SERVICE_API_KEY"];
  if (!apiKey) throw new CommandLineError("Set SIMULATION_SERVICE_API_KEY to your API key (sk_…)");
  try {
    return new SimulationService({
      baseUrl: environment["SIMULATION_SERVICE_URL"] || DEFAULT_URL,
      apiKey,
    });
  } catch (error) {
    throw new CommandLineError(`SIMULATION_SERVICE_URL: ${messageOf(error)}`);
  }
}

/** Reads options and words. @param words how many there must be @throws CommandLineError */
export function readArguments<const Options extends NonNullable<ParseArgsConfig["options"]>>(
  args: readonly string[],
  options: Options,
  words: 0 | 1,
) {
  try {
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
    if (positionals.length === words) return { values, word: positionals[0] ?? "" };
  } catch (error) {
    throw new CommandLineError(messageOf(error));
  }
  throw new CommandLineError(
    words === 0
      ? "This command takes options alone"
      : "Give exactly one argument beside the options; put quotes around it",
  );
}

/** A whole number from an option. @throws CommandLineError for anything else */
export function wholeNumber(option: string, text: string, from: number, to: number): number {
  const number = Number(text);
  if (/^\d+$/.test(text) && number >= from && number <= to) return number;
  throw new CommandLineError(`--${option} takes a whole number from ${from} to ${to}, not ${text}`);
}

/** What went wrong, and what to do. */
export function describeFailure(error: unknown): string {
  if (!(error instanceof CallError)) return messageOf(error);
  const lines = [error.message];
  const advice = adviceFor(error);
  if (advice !== null) lines.push(advice);
  if (error instanceof ServiceError && error.correlationId !== null) {
    lines.push(`The service finds this failure by its correlation id ${error.correlationId}`);
  }
  return lines.join("\n");
}

function adviceFor(error: CallError): string | null {
  if (error instanceof NetworkError) {
    return "Is SIMULATION_SERVICE_URL right, and does the service run there?";
  }
  if (error instanceof UnexpectedResponseError) {
    return `Something before the service answered, or SIMULATION_SERVICE_URL is another server: ${
      error.excerpt.slice(0, 120)
    }`;
  }
  if (!(error instanceof ServiceError)) return null;
  switch (error.code) {
    case "missing_authorization":
    case "invalid_credentials":
      return "SIMULATION_SERVICE_API_KEY is no key of this service, or was revoked";
    case "forbidden_missing_scope":
      return `Use a key with the scope ${error.meta.required_scope}`;
    case "validation_error":
      // The message is the first one already.
      return error.meta.errors.length < 2
        ? null
        : error.meta.errors.map(({ field, message }) => `  ${field} ${message}`).join("\n");
    case "agent_count_exceeds_plan":
      return `Ask with --agents ${error.meta.ceiling} or fewer`;
    case "invalid_workflow":
    case "workflow_not_found":
      return "Leave --workflow out and the service chooses a methodology; GET /v1/workflows lists them";
    case "routing_low_confidence":
      return `Choose one with --workflow: ${
        error.meta.alternatives.map(({ workflow_id }) => workflow_id).join(", ")
      }`;
    case "insufficient_quota":
    case "tier_cap_exceeded":
      return `The plan's quota is used up until ${error.meta.resets_at}`;
    case "rate_limit_exceeded":
    case "maintenance":
      return error.retryAfterMs === null
        ? null
        : `Try again in ${Math.ceil(error.retryAfterMs / 1_000)} seconds`;
    default:
      return null;
  }
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
