import { createHash } from "node:crypto";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { CommandLineError, messageOf } from "./command.ts";

/** What `listen` keeps between two runs. */
export interface ListenState {
  /** Signs what is forwarded, so that a receiver needs to learn it once. */
  readonly secret: string;
  /** The id of the last event that was forwarded or left out; null before the first. */
  readonly after: string | null;
}

/** The file of an API key at a service, by a hash of both. */
export function stateFile(environment: Readonly<Record<string, string | undefined>>): string {
  const { SIMULATION_SERVICE_URL: url, SIMULATION_SERVICE_API_KEY: key, XDG_STATE_HOME: state } = environment;
  const name = createHash("sha256").update(`${url}\n${key}`).digest("hex").slice(0, 16);
  return join(state || join(homedir(), ".local", "state"), "simulation-service", `listen-${name}.json`);
}

/** The state in a file; null without the file. @throws CommandLineError for a file that holds something else */
export async function readState(file: string): Promise<ListenState | null> {
  let text: string;
  try {
    text = await readFile(file, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw new CommandLineError(`Cannot read ${file}: ${messageOf(error)}`);
  }
  try {
    const { secret, after } = JSON.parse(text);
    if (typeof secret === "string" && (typeof after === "string" || after === null)) return { secret, after };
  } catch {
    // The error below covers it, like JSON of something else.
  }
  throw new CommandLineError(`${file} holds no state of listen: remove it, or give another by --state`);
}

/** Replaces a file in one step; it is readable by its owner alone. @throws CommandLineError where it cannot be written */
export async function writeState(file: string, state: ListenState): Promise<void> {
  try {
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    await writeFile(`${file}.new`, JSON.stringify(state), { mode: 0o600 });
    await rename(`${file}.new`, file);
  } catch (error) {
    throw new CommandLineError(`Cannot write ${file}: ${messageOf(error)}`);
  }
}
