import { normalizeEmail } from "./accounts.ts";
import { parsePricePlans } from "./plans.ts";
import { Secret, type SettingsReader } from "./settings-reader.ts";
import { DEFAULT_RETRY_SCHEDULE, parseRetrySchedule } from "./retry-schedule.ts";

/** Where `deno task build-console` writes. */
const BUILT_CONSOLE = new URL("../console/dist", import.meta.url).pathname;
const LOG_LEVELS = ["trace", "debug", "info", "warn", "error", "fatal", "silent"] as const;
const HTTP = ["http:", "https:"];
const POSTGRES = ["postgres:", "postgresql:"];

/** The settings that every process reads, once, at boot. Secrets are wrapped, so that no log line shows them. */
export type Config = Readonly<ReturnType<typeof readConfig>>;

/** Reads the settings that every process needs; the reader gathers the faults. */
export function readConfig(read: SettingsReader) {
  const port = read.number("PORT", { min: 0, max: 65_535 }, 8080);
  const baseUrl = read.url("BASE_URL", HTTP, `http://127.0.0.1:${port}`);
  return {
    host: read.text("HOST", "127.0.0.1"),
    port,
    /** Where customers reach the API, without a trailing slash; links and `poll_url`s start with it. */
    baseUrl,
    /** Sees every organization. */
    workerDatabase: readDatabaseAccess(read, "WORKER_DATABASE_URL"),
    /** Connections of one process to Postgres. */
    databasePool: read.number("DATABASE_POOL", { min: 4, max: 500 }, 24),
    redisUrl: new Secret(read.url("REDIS_URL", ["redis:", "rediss:"])),
    temporal: readTemporalConfig(read),
    keyring: read.keyring("SECRETS_KEYS"),
    /** Ids of the keys that may use `/v1/admin/*`. */
    operatorKeyIds: read.ids("OPERATOR_KEY_IDS"),
    /** Normalised addresses of the people who may use them, once they have proved to read that mail. */
    operatorEmails: read.parsed("OPERATOR_EMAILS", parseEmails, new Set()),
    /** Whether the API returns the links that it mails: in development only. */
    authDebugLinks: readDebugLinks(read, baseUrl),
    /** How many proxies in front append to X-Forwarded-For; 0 takes the peer's address. */
    trustedProxies: read.number("TRUSTED_PROXIES", { min: 0, max: 10 }, 0),
    /** Whether requests continue the trace that their `traceparent` names; else they begin one that links to it. */
    trustTraceparent: read.flag("TRUST_TRACEPARENT"),
    /** Where the process shows its metrics and its health to operators; null shows them nowhere. */
    metrics: readMetricsAddress(read),
    /** Requests a minute per IP before authentication. */
    anonymousRequestsPerMinute: read.number(
      "ANONYMOUS_REQUESTS_PER_MINUTE",
      { min: 1, max: 10_000_000 },
      6_000,
    ),
    /** Seconds between SIGTERM and closing, so that load balancers see `/readyz` fail first. */
    drainSeconds: read.number("DRAIN_SECONDS", { min: 0, max: 10 }, 5),
    /** Whether the API prepares its routing at the first question, which then waits a second, instead of before it is ready. */
    lazyStart: read.flag("LAZY_START"),
    /** The least confidence, 0 to 1, at which a question is routed (specification, "Limits"). */
    routingFloor: read.number("ROUTING_FLOOR", { min: 0, max: 1, integer: false }, 0.65),
    webhookAllowLoopback: read.flag("WEBHOOK_ALLOW_LOOPBACK"),
    /** Waits before the attempts of a webhook delivery. */
    webhookRetrySchedule: read.parsed("WEBHOOK_RETRY_SCHEDULE", parseRetrySchedule, DEFAULT_RETRY_SCHEDULE),
    payments: readPaymentsConfig(read),
    /** The status pages of the billing and the email provider, for `/v1/status`. */
    statusLinks: {
      billing: read.url("BILLING_STATUS_URL", ["https:"], "https://status.stripe.com"),
      email: read.url("EMAIL_STATUS_URL", ["https:"], "https://status.sendgrid.com"),
    },
    logLevel: read.oneOf("LOG_LEVEL", LOG_LEVELS, "info"),
    /** The folder of the built web console, which the API serves. */
    consoleDir: read.text("CONSOLE_DIR", BUILT_CONSOLE),
  };
}

/** Without a port nothing listens; without a host only this machine reaches it: the page names routes, task queues and volumes. */
function readMetricsAddress(read: SettingsReader) {
  const port = read.number("METRICS_PORT", { min: 0, max: 65_535 }, 0);
  const host = read.text("METRICS_HOST", "127.0.0.1");
  return port === 0 ? null : { host, port };
}

/** The API's own ways to Postgres. */
export type ApiDatabases = ReturnType<typeof readApiDatabases>;

/** The API's databases, beside the workers', which every process reads. */
export function readApiDatabases(read: SettingsReader) {
  const tenants = readDatabaseAccess(read, "API_DATABASE_URL");
  const listenUrl = new Secret(read.url("LISTEN_DATABASE_URL", POSTGRES, tenants.url.reveal()));
  return {
    /** Row-level security restricts it to one organization. */
    tenants,
    /** Of a connection that listens, so without a pooler between that shares connections by transaction. */
    listenUrl,
  };
}

/** How a process reaches Postgres in one of its roles. */
export type DatabaseAccess = ReturnType<typeof readDatabaseAccess>;

/** The role's own login where its setting has one, otherwise the owner's. */
function readDatabaseAccess(read: SettingsReader, name: string) {
  const ownLogin = read.optional(name) !== null;
  return {
    url: new Secret(read.url(ownLogin ? name : "DATABASE_URL", POSTGRES)),
    /**
     * Whether the URL's user is a login that takes role and time limits by itself (`deno task create-logins`). Otherwise each connection
     * asks for them as it starts, which a pooler refuses or drops.
     */
    ownLogin,
  };
}

/** Where operators see a workflow's run in the Temporal UI. */
export function temporalUiUrl(
  { temporal: { uiUrl, namespace } }: Pick<Config, "temporal">,
  workflowId: string,
): string {
  return `${uiUrl}/namespaces/${namespace}/workflows/${encodeURIComponent(workflowId)}`;
}

/** Whether the service runs for somebody at this machine alone: plain HTTP on loopback. */
export function isDevelopment(baseUrl: string): boolean {
  if (!URL.canParse(baseUrl)) return false;
  const { protocol, hostname } = new URL(baseUrl);
  return protocol === "http:" && ["127.0.0.1", "localhost", "[::1]"].includes(hostname);
}

/** Elsewhere than on loopback the links would sign anybody in as anybody. */
function readDebugLinks(read: SettingsReader, baseUrl: string): boolean {
  const wanted = read.flag("AUTH_DEBUG_LINKS");
  if (wanted && !isDevelopment(baseUrl)) {
    read.faults.push("AUTH_DEBUG_LINKS=1 is for development: BASE_URL must be plain HTTP on loopback");
  }
  return wanted;
}

/** @throws Error that gives a wrong entry's position */
function parseEmails(text: string): ReadonlySet<string> {
  const entries = text.split(",").map((entry) => entry.trim()).filter((entry) => entry !== "");
  return new Set(entries.map((entry, i) => {
    const email = normalizeEmail(entry);
    if (email === null) throw new Error(`number ${i + 1} is no address; separate them by commas`);
    return email;
  }));
}

/** The billing provider, whose API and events have Stripe's shapes. */
export type PaymentsConfig = ReturnType<typeof readPaymentsConfig>;

function readPaymentsConfig(read: SettingsReader) {
  return {
    /** Signs its events; null refuses them all. */
    webhookSecret: read.secret("PAYMENTS_WEBHOOK_SECRET"),
    /** The plan that each price pays for. */
    pricePlans: read.parsed("BILLING_PRICE_PLANS", parsePricePlans, new Map()),
    apiUrl: read.url("BILLING_API_URL", HTTP, "https://api.stripe.com"),
    /** Null opens no billing portal. */
    apiKey: read.secret("BILLING_API_KEY"),
  };
}

export type TemporalConfig = ReturnType<typeof readTemporalConfig>;

function readTemporalConfig(read: SettingsReader) {
  return {
    address: read.address("TEMPORAL_ADDRESS", "127.0.0.1:7233"),
    namespace: read.text("TEMPORAL_NAMESPACE", "default"),
    apiKey: read.secret("TEMPORAL_API_KEY"),
    tls: read.flag("TEMPORAL_TLS"),
    /** Where operators open the Temporal UI, without a trailing slash. */
    uiUrl: read.url("TEMPORAL_UI_URL", HTTP, "http://127.0.0.1:8233"),
  };
}
