import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { inspect } from "node:util";
import { readApiDatabases, readConfig } from "#shared/config.ts";
import { ConfigError, readSettings, Secret } from "#shared/settings-reader.ts";

const NEEDED = {
  DATABASE_URL: "postgres://app:hunter2@db.internal/service",
  REDIS_URL: "redis://:hunter3@cache.internal:6379",
  SECRETS_KEYS: `2026=${randomBytes(32).toString("base64")}`,
};
const OPERATOR = "0198c0de-0000-7000-8000-0123456789ab";

function faultsOf(env: Readonly<Record<string, string | undefined>>): readonly string[] {
  try {
    readSettings(readConfig, env);
  } catch (error) {
    assert.ok(error instanceof ConfigError);
    return error.faults;
  }
  return [];
}

describe("the configuration", () => {
  it("has a default for everything but Postgres, Redis and the keys", () => {
    const config = readSettings(readConfig, NEEDED);
    assert.equal(config.workerDatabase.url.reveal(), NEEDED.DATABASE_URL);
    assert.equal(config.redisUrl.reveal(), NEEDED.REDIS_URL);
    assert.equal(config.keyring.currentKeyId, "2026");
    assert.deepEqual([config.host, config.port, config.baseUrl], [
      "127.0.0.1",
      8080,
      "http://127.0.0.1:8080",
    ]);
    assert.deepEqual(config.temporal, {
      address: "127.0.0.1:7233",
      namespace: "default",
      apiKey: null,
      tls: false,
      uiUrl: "http://127.0.0.1:8233",
    });
    assert.equal(config.drainSeconds, 5);
    assert.equal(config.trustedProxies, 0);
    assert.equal(config.anonymousRequestsPerMinute, 6_000);
    assert.equal(config.operatorKeyIds.size, 0);
    assert.equal(config.webhookAllowLoopback, false);
    assert.equal(config.webhookRetrySchedule.length, 10);
    assert.equal(config.logLevel, "info");
  });

  it("takes the owner's database for every role, unless a role has a login of its own", () => {
    const urls = (env: Readonly<Record<string, string>>) => {
      const { config, api } = readSettings(
        (read) => ({ config: readConfig(read), api: readApiDatabases(read) }),
        {
          ...NEEDED,
          ...env,
        },
      );
      const { tenants, listenUrl } = api;
      return [tenants, config.workerDatabase].map(({ url, ownLogin }) => [url.reveal(), ownLogin])
        .concat([[listenUrl.reveal()]]);
    };
    const owner = NEEDED.DATABASE_URL;
    const [api, worker, direct] = ["api", "worker", "direct"].map((name) => `postgres://${name}@db/service`);
    assert.ok(api !== undefined && worker !== undefined && direct !== undefined);
    assert.deepEqual(urls({}), [[owner, false], [owner, false], [owner]]);
    const logins = { API_DATABASE_URL: api, WORKER_DATABASE_URL: worker, DATABASE_URL: "" };
    assert.deepEqual(urls(logins), [[api, true], [worker, true], [api]]);
    assert.deepEqual(urls({ ...logins, LISTEN_DATABASE_URL: direct }), [[api, true], [worker, true], [
      direct,
    ]]);
  });

  it("takes an empty setting for none", () => {
    const empty = Object.fromEntries(
      ["HOST", "PORT", "BASE_URL", "TEMPORAL_API_KEY", "LOG_LEVEL"].map((name) => [name, ""]),
    );
    assert.deepEqual(readSettings(readConfig, { ...NEEDED, ...empty }).port, 8080);
    assert.deepEqual(faultsOf({ ...NEEDED, DATABASE_URL: "" }), ["DATABASE_URL is missing"]);
  });

  it("reads what is set", () => {
    const config = readSettings(readConfig, {
      ...NEEDED,
      HOST: "0.0.0.0",
      PORT: "3000",
      BASE_URL: "https://api.example.com/",
      TEMPORAL_ADDRESS: "space.a1b2c.tmprl.cloud:7233",
      TEMPORAL_TLS: "1",
      TEMPORAL_API_KEY: "temporal-secret",
      OPERATOR_KEY_IDS: ` ${OPERATOR} ,`,
      WEBHOOK_RETRY_SCHEDULE: "0s,1m",
      LOG_LEVEL: "warn",
    });
    assert.equal(config.baseUrl, "https://api.example.com");
    assert.equal(config.temporal.address, "space.a1b2c.tmprl.cloud:7233");
    assert.equal(config.temporal.tls, true);
    assert.equal(config.temporal.apiKey?.reveal(), "temporal-secret");
    assert.deepEqual([...config.operatorKeyIds], [OPERATOR]);
    assert.deepEqual(config.webhookRetrySchedule, [0, 60_000]);
    assert.equal(config.logLevel, "warn");
  });

  it("names everything that is missing at once", () => {
    assert.deepEqual(faultsOf({}), [
      "DATABASE_URL is missing",
      "REDIS_URL is missing",
      "SECRETS_KEYS is missing",
    ]);
  });

  it("names everything that is wrong at once, in one message", () => {
    const wrong = {
      PORT: "70000",
      BASE_URL: "api.example.com",
      DATABASE_URL: "mysql://db/service",
      DATABASE_POOL: "3",
      REDIS_URL: "localhost:6379",
      TEMPORAL_ADDRESS: "https://temporal.example.com",
      TEMPORAL_TLS: "yes",
      TEMPORAL_UI_URL: "temporal",
      SECRETS_KEYS: "2026=c2hvcnQ=",
      OPERATOR_KEY_IDS: `${OPERATOR},me`,
      TRUSTED_PROXIES: "-1",
      ANONYMOUS_REQUESTS_PER_MINUTE: "none",
      DRAIN_SECONDS: "0.5",
      ROUTING_FLOOR: "1.5",
      WEBHOOK_ALLOW_LOOPBACK: "true",
      WEBHOOK_RETRY_SCHEDULE: "0s,soon",
      LOG_LEVEL: "loud",
    };
    const faults = faultsOf(wrong);
    for (const name of Object.keys(wrong)) {
      assert.equal(
        faults.filter((fault) => fault.startsWith(name)).length,
        1,
        `${name} in ${faults.join("; ")}`,
      );
    }
    assert.equal(faults.length, Object.keys(wrong).length);
    const { message } = new ConfigError(faults);
    for (const fault of faults) assert.ok(message.includes(fault));
  });

  it("never repeats a fault that two parts of a process find", () => {
    assert.throws(
      () =>
        readSettings((read) => [read.flag("TEMPORAL_TLS"), read.flag("TEMPORAL_TLS")], {
          TEMPORAL_TLS: "on",
        }),
      (error: ConfigError) => error.faults.length === 1,
    );
  });

  it("never says what a secret is, not even a wrong one", () => {
    const key = "sk_0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghij";
    const faults = faultsOf({
      DATABASE_URL: "//app:hunter2@db/service",
      REDIS_URL: "hunter3",
      SECRETS_KEYS: "hunter4hunter4hunter4",
      OPERATOR_KEY_IDS: key,
    });
    assert.equal(faults.length, 4);
    assert.doesNotMatch(faults.join(), /hunter|sk_/);
  });

  it("prints as [secret] where it is logged, serialised or put into a text", () => {
    const config = readSettings(readConfig, { ...NEEDED, TEMPORAL_API_KEY: "hunter5" });
    const keyBytes = NEEDED.SECRETS_KEYS.slice(5, 20);
    for (
      const text of [
        JSON.stringify(config),
        inspect(config, { depth: 9, showHidden: true }),
        `${config.workerDatabase.url}`,
      ]
    ) {
      assert.doesNotMatch(text, /hunter/);
      assert.ok(!text.includes(keyBytes));
    }
    assert.equal(JSON.stringify({ url: new Secret("x") }), '{"url":"[secret]"}');
    assert.equal(String(new Secret("x")), "[secret]");
  });
});
