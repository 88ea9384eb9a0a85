import process from "node:process";
import { Keyring } from "./crypto.ts";
import { isUuid } from "./ids.ts";
import { DEFAULT_RETRY_SCHEDULE, parseRetrySchedule, type RetrySchedule } from "./webhooks/retry-schedule.ts";

/**
 * Every setting of the service, read from the environment once, at boot. All faults are reported together.
 * Secrets are wrapped, so that they can't be logged by accident.
 */
export interface Config {
  readonly host: string;
  readonly port: number;
  /** Where customers reach the API, without a trailing slash; links and `poll_url`s start with it. */
  readonly baseUrl: string;
  readonly databaseUrl: Secret;
  /** Connections of one process to Postgres. */
  readonly databasePool: number;
  readonly redisUrl: Secret;
  readonly temporal: TemporalConfig;
  readonly keyring: Keyring;
  /** Ids of the keys that may use `/v1/admin/*`. */
  readonly operatorKeyIds: ReadonlySet<string>;
  /** How many proxies in front append to X-Forwarded-For; 0 takes the peer's address. */
  readonly trustedProxies: number;
  /** Requests a minute per IP before authentication. */
  readonly anonymousRequestsPerMinute: number;
  /** Seconds between SIGTERM and closing, so that load balancers see `/readyz` fail first. */
  readonly drainSeconds: number;
  readonly routingFloor: number;
  readonly webhookAllowLoopback: boolean;
  /** Waits before the attempts of a webhook delivery. */
  readonly webhookRetrySchedule: RetrySchedule;
  readonly logLevel: LogLevel;
}

const LOG_LEVELS = ["trace", "debug", "info", "warn", "error", "fatal", "silent"] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

export interface TemporalConfig {
  readonly address: string;
  readonly namespace: string;
  readonly apiKey: Secret | null;
  readonly tls: boolean;
  /** Where operators see the Temporal UI, without a trailing slash. */
  readonly uiUrl: string;
}

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

export class ConfigError extends Error {
  readonly faults: readonly string[];
  constructor(faults: readonly string[]) {
    super(`Cannot start, the configuration is wrong:\n${faults.map((fault) => `  ${fault}`).join("\n")}`);
    this.name = "ConfigError";
    this.faults = faults;
  }
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Reads settings one by one and gathers what is wrong with them, so that a single error names every fault. */
export class SettingsReader {
  readonly #env: Environment;
  readonly faults: string[] = [];
  constructor(env: Environment) {
    this.#env = env;
  }

  text(name: string, fallback?: string): string {
    const value = this.#env[name];
    if (value !== undefined && value !== "") return value;
    if (fallback === undefined) this.faults.push(`${name} is missing`);
    return fallback ?? "";
  }

  optional(name: string): string | null {
    const value = this.#env[name];
    return value === undefined || value === "" ? null : value;
  }

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

  number(name: string, range: { min: number; max: number; integer?: boolean }, fallback: number): number {
    const text = this.#env[name];
    if (text === undefined || text === "") return fallback;
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

  flag(name: string): boolean {
    const text = this.#env[name];
    if (text !== undefined && !["", "0", "1"].includes(text)) {
      this.faults.push(`${name} must be 0 or 1, it is "${text}"`);
    }
    return text === "1";
  }

  oneOf<T extends string>(name: string, choices: readonly T[], fallback: T): T {
    const text = this.optional(name) ?? fallback;
    const choice = choices.find((each) => each === text);
    if (choice === undefined) {
      this.faults.push(`${name} must be one of ${choices.join(", ")}, it is "${text}"`);
    }
    return choice ?? fallback;
  }

  /** A host's name or address and a port. */
  address(name: string, fallback: string): string {
    const text = this.text(name, fallback);
    if (!/^([\w.-]+|\[[0-9A-Fa-f:.]+\]):\d{1,5}$/.test(text)) {
      this.faults.push(`${name} must be a host and a port, such as ${fallback}`);
    }
    return text;
  }

  /** Comma-separated UUIDs. A fault names the place, not the text: it may be a key that was put where its id belongs. */
  ids(name: string): ReadonlySet<string> {
    const ids = (this.optional(name) ?? "").split(",").map((id) => id.trim()).filter(Boolean);
    ids.forEach((id, i) => {
      if (!isUuid(id)) {
        this.faults.push(`${name} must be ids of keys, comma-separated: number ${i + 1} is none`);
      }
    });
    return new Set(ids);
  }

  /** @param parse throws an Error that says what is wrong with the text. */
  parsed<T>(name: string, parse: (text: string) => T, fallback: T): T {
    const text = this.optional(name);
    if (text === null) return fallback;
    try {
      return parse(text);
    } catch (error) {
      this.faults.push(`${name}: ${(error as Error).message}`);
      return fallback;
    }
  }

  keyring(name: string): Keyring {
    try {
      return new Keyring(this.text(name));
    } catch (error) {
      if (this.optional(name) !== null) this.faults.push(`${name}: ${(error as Error).message}`);
      return new Keyring(`unset=${"A".repeat(43)}=`);
    }
  }
}

/** Reads all that a process needs. @throws ConfigError naming every setting that is missing or wrong. */
export function readSettings<T>(readAll: (read: SettingsReader) => T, env: Environment = process.env): T {
  const read = new SettingsReader(env);
  const settings = readAll(read);
  // Two parts that read the same setting find the same fault.
  if (read.faults.length > 0) throw new ConfigError([...new Set(read.faults)]);
  return settings;
}

/** What every process needs. */
export function readConfig(read: SettingsReader): Config {
  const port = read.number("PORT", { min: 0, max: 65_535 }, 8080);
  return {
    host: read.text("HOST", "127.0.0.1"),
    port,
    baseUrl: read.url("BASE_URL", ["http:", "https:"], `http://127.0.0.1:${port}`),
    databaseUrl: new Secret(read.url("DATABASE_URL", ["postgres:", "postgresql:"])),
    databasePool: read.number("DATABASE_POOL", { min: 4, max: 500 }, 24),
    redisUrl: new Secret(read.url("REDIS_URL", ["redis:", "rediss:"])),
    temporal: {
      address: read.address("TEMPORAL_ADDRESS", "127.0.0.1:7233"),
      namespace: read.text("TEMPORAL_NAMESPACE", "default"),
      apiKey: wrap(read.optional("TEMPORAL_API_KEY")),
      tls: read.flag("TEMPORAL_TLS"),
      uiUrl: read.url("TEMPORAL_UI_URL", ["http:", "https:"], "http://127.0.0.1:8233"),
    },
    keyring: read.keyring("SECRETS_KEYS"),
    operatorKeyIds: read.ids("OPERATOR_KEY_IDS"),
    trustedProxies: read.number("TRUSTED_PROXIES", { min: 0, max: 10 }, 0),
    anonymousRequestsPerMinute: read.number(
      "ANONYMOUS_REQUESTS_PER_MINUTE",
      { min: 1, max: 10_000_000 },
      6_000,
    ),
    drainSeconds: read.number("DRAIN_SECONDS", { min: 0, max: 10 }, 5),
    routingFloor: read.number("ROUTING_FLOOR", { min: 0, max: 1, integer: false }, 0.65),
    webhookAllowLoopback: read.flag("WEBHOOK_ALLOW_LOOPBACK"),
    webhookRetrySchedule: read.parsed("WEBHOOK_RETRY_SCHEDULE", parseRetrySchedule, DEFAULT_RETRY_SCHEDULE),
    logLevel: read.oneOf("LOG_LEVEL", LOG_LEVELS, "info"),
  };
}

function wrap(value: string | null): Secret | null {
  return value === null ? null : new Secret(value);
}
