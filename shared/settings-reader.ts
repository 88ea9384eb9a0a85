import process from "node:process";
import { Keyring } from "./crypto.ts";
import { isUuid } from "./ids.ts";

/** A value that prints as `[secret]` wherever it is logged or serialised. */
export class Secret {
  readonly #value: string;
  constructor(value: string) {
    this.#value = value;
  }
  reveal(): string {
    return this.#value;
  }
  toString(): string {
    return "[secret]";
  }
  toJSON(): string {
    return "[secret]";
  }
}

/** One error for every setting that is missing or wrong; no message contains a secret. */
export class ConfigError extends Error {
  readonly faults: readonly string[];
  constructor(faults: readonly string[]) {
    super(`Cannot start, the configuration is wrong:\n${faults.map((fault) => `  ${fault}`).join("\n")}`);
    this.name = "ConfigError";
    this.faults = faults;
  }
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads settings one by one and gathers their faults, so that one error names them all. An empty variable counts as absent. After a
 * fault a method returns a placeholder, which no caller uses: {@link readSettings} throws.
 */
export class SettingsReader {
  readonly #env: Environment;
  readonly faults: string[] = [];
  constructor(env: Environment) {
    this.#env = env;
  }

  /** The setting's text, or the fallback; a missing setting without a fallback is a fault. */
  text(name: string, fallback?: string): string {
    const value = this.optional(name) ?? fallback;
    if (value !== undefined) return value;
    this.faults.push(`${name} is missing`);
    return "";
  }

  optional(name: string): string | null {
    const value = this.#env[name];
    return value === undefined || value === "" ? null : value;
  }

  secret(name: string): Secret | null {
    const text = this.optional(name);
    return text === null ? null : new Secret(text);
  }

  /** Every setting that is present although the one that gives it a meaning is absent is a fault. */
  orphans(required: string, dependents: readonly string[]): void {
    for (const name of dependents) {
      if (this.optional(name) !== null) this.faults.push(`${name} is set, but ${required} is missing`);
    }
  }

  /** A URL without trailing slashes. @param protocols with their colon, such as `https:`. */
  url(name: string, protocols: readonly string[], fallback?: string): string {
    const value = this.text(name, fallback);
    const parsed = URL.canParse(value) ? new URL(value) : null;
    if (value !== "" && (parsed === null || !protocols.includes(parsed.protocol))) {
      this.faults.push(
        `${name} must be a URL that begins with ${protocols.map((p) => `${p}//`).join(" or ")}`,
      );
    }
    return value.replace(/\/+$/, "");
  }

  /** @param range both ends included; `integer` is true by default. */
  number(name: string, range: { min: number; max: number; integer?: boolean }, fallback: number): number {
    const text = this.optional(name);
    if (text === null) return fallback;
    const value = Number(text);
    const { min, max, integer = true } = range;
    if (!Number.isFinite(value) || (integer && !Number.isInteger(value)) || value < min || value > max) {
      this.faults.push(
        `${name} must be ${integer ? "a whole number" : "a number"} from ${min} to ${max}, it is "${text}"`,
      );
      return fallback;
    }
    return value;
  }

  /** `1` is true; `0` and absent are false. */
  flag(name: string): boolean {
    const text = this.optional(name);
    if (text !== null && text !== "0" && text !== "1") {
      this.faults.push(`${name} must be 0 or 1, it is "${text}"`);
    }
    return text === "1";
  }

  oneOf<T extends string>(name: string, choices: readonly T[], fallback: T): T {
    const text = this.optional(name) ?? fallback;
    const choice = choices.find((candidate) => candidate === text);
    if (choice !== undefined) return choice;
    this.faults.push(`${name} must be one of ${choices.join(", ")}, it is "${text}"`);
    return fallback;
  }

  /** A host's name or address and a port. */
  address(name: string, fallback: string): string {
    const text = this.text(name, fallback);
    if (!/^([\w.-]+|\[[0-9A-Fa-f:.]+\]):\d{1,5}$/.test(text)) {
      this.faults.push(`${name} must be a host and a port, such as ${fallback}`);
    }
    return text;
  }

  /** Comma-separated UUIDs. A fault gives the position, not the text: an operator may have put a key where its id belongs. */
  ids(name: string): ReadonlySet<string> {
    const ids = (this.optional(name) ?? "").split(",").map((id) => id.trim()).filter((id) => id !== "");
    for (const [i, id] of ids.entries()) {
      if (isUuid(id)) continue;
      this.faults.push(`${name} must be ids of keys, comma-separated: number ${i + 1} is none`);
    }
    return new Set(ids);
  }

  /** @param parse throws an Error whose message names the fault in the text. */
  parsed<T>(name: string, parse: (text: string) => T, fallback: T): T {
    const text = this.optional(name);
    if (text === null) return fallback;
    try {
      return parse(text);
    } catch (error) {
      this.faults.push(`${name}: ${messageOf(error)}`);
      return fallback;
    }
  }

  keyring(name: string): Keyring {
    const text = this.text(name);
    try {
      return new Keyring(text);
    } catch (error) {
      if (text !== "") this.faults.push(`${name}: ${messageOf(error)}`);
      return new Keyring(`unset=${"A".repeat(43)}=`);
    }
  }
}

/**
 * Reads all settings of a process.
 * @throws ConfigError naming every setting that is missing or wrong.
 */
export function readSettings<T>(readAll: (read: SettingsReader) => T, env: Environment = process.env): T {
  const read = new SettingsReader(env);
  const settings = readAll(read);
  // Two parts that read the same setting report the same fault.
  if (read.faults.length > 0) throw new ConfigError([...new Set(read.faults)]);
  return settings;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
