import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "#dev/services/service.ts";
import { anonymousCaller, signIn } from "#testing/accounts.ts";
import { eventually } from "#testing/times.ts";
import {
  type OwnService,
  startOwnService,
  startTcpProxy,
  startWorker,
  type TestProcess,
} from "#testing/processes.ts";
import {
  completedSimulation,
  ended,
  endedReading,
  endedRun,
  HEADER,
  KPI,
  newSimulation,
  startRun,
  uploadedRun,
} from "#testing/simulations.ts";
import { startSmtpServer, type TestSmtpServer } from "#testing/smtp-server.ts";
import { stack } from "#testing/stack.ts";
import { type Receiver, startReceiver } from "#testing/webhooks.ts";

const page = async (port: number, path: string) => {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, { signal: AbortSignal.timeout(6_000) });
  return { status: response.status, text: await response.text() };
};
/** The samples of a page: their names with labels, and their values. */
const samplesOf = (text: string) =>
  new Map(
    text.split("\n").filter((line) => line !== "" && !line.startsWith("#")).map((line) => {
      const end = line.lastIndexOf(" ");
      return [line.slice(0, end), Number(line.slice(end + 1))] as const;
    }),
  );

describe("The metrics of API and worker", function () {
  this.timeout(150_000);
  let service: OwnService;
  const ports = { api: 0, worker: 0 };
  let receiver: Receiver;
  let smtp: TestSmtpServer;
  const samples = async (name: keyof typeof ports) => samplesOf((await page(ports[name], "/metrics")).text);

  before(async () => {
    ports.api = await freePort();
    ports.worker = await freePort();
    receiver = await startReceiver();
    smtp = await startSmtpServer();
    const mail = { SMTP_URL: smtp.url, MAIL_FROM: "us@example.com" };
    service = await startOwnService(
      {
        METRICS_PORT: String(ports.api),
        WEBHOOK_ALLOW_LOOPBACK: "1",
        TRUSTED_PROXIES: "1",
        ...mail,
        AUTH_DEBUG_LINKS: "0",
      },
      { METRICS_PORT: String(ports.worker) },
    );
  });
  after(async () => {
    await service?.stop();
    await receiver.close();
    await smtp?.close();
  });

  it("count requests by their templates, and work by its outcomes", async () => {
    receiver.behave("/broken", 503);
    for (const path of ["/hook", "/broken"]) {
      const id = await newSimulation(service.call, { callback_url: `${receiver.url}${path}` });
      await ended(service.call, id);
    }
    const late = [
      'service_delivery_attempts_total{outcome="5xx"}',
      'service_deliveries_ended_total{status="succeeded"}',
    ];
    const worker = await eventually("both attempts and an ended delivery", async () => {
      const found = await samples("worker");
      return late.every((name) => found.has(name)) ? found : undefined;
    });
    assert.equal(worker.get('service_simulations_ended_total{outcome="completed"}'), 2);
    assert.equal(worker.get('service_delivery_attempts_total{outcome="2xx"}'), 1);
    assert.equal(worker.get('service_deliveries_ended_total{status="succeeded"}'), 1);
    const api = await samples("api");
    const created = '{method="POST",route="/v1/simulations",status="202"}';
    assert.equal(api.get(`service_http_requests_total${created}`), 2);
    assert.equal(
      api.get('service_http_request_duration_seconds_count{method="POST",route="/v1/simulations"}'),
      2,
    );
  });

  it("count Readings and training runs by how they ended, each once", async () => {
    await endedReading(service.call, await completedSimulation(service.call));
    for (const file of [`${HEADER}\noverall,${KPI},40\n`, "this is no calibration file"]) {
      const { id } = await uploadedRun(service.call, file);
      await startRun(service.call, id);
      await endedRun(service.call, id);
    }
    const worker = await samples("worker");
    assert.deepEqual(
      [...worker].filter(([name]) => /^service_(readings|training_runs)_ended_total/.test(name)).sort(),
      [
        ['service_readings_ended_total{outcome="completed"}', 1],
        ['service_training_runs_ended_total{outcome="completed"}', 1],
        ['service_training_runs_ended_total{outcome="failed"}', 1],
      ],
    );
  });

  it("count mails by what the mail server made of them, where they were sent", async () => {
    const { email } = await signIn({ baseUrl: service.api.baseUrl, databaseUrl: service.databaseUrl });
    const call = anonymousCaller(service.api.baseUrl);
    const body = { email, name: "Ada", organization_name: "Ada's" };
    const askForLink = async () => (await call("POST", "/v1/auth/magic-link/request", { body })).status;
    const mailsOf = async (name: keyof typeof ports) =>
      [...await samples(name)].filter(([metric]) => metric.startsWith("service_mails_total")).sort();
    const before = smtp.mails.length;
    assert.equal(await askForLink(), 202);
    assert.deepEqual(await mailsOf("api"), [['service_mails_total{outcome="sent"}', 1]]);
    smtp.mood = "refuses";
    assert.equal(await askForLink(), 503);
    smtp.mood = "defers";
    assert.equal(await askForLink(), 503);
    smtp.mood = "takes";
    assert.deepEqual(await mailsOf("api"), [
      ['service_mails_total{outcome="deferred"}', 1],
      ['service_mails_total{outcome="refused"}', 1],
      ['service_mails_total{outcome="sent"}', 1],
    ]);
    await call("POST", "/v1/auth/password/reset/request", { body: { email } });
    await smtp.mailTo(email, before + 2);
    const worker = await eventually("the worker's mail", async () => {
      const mails = await mailsOf("worker");
      return mails.length > 0 ? mails : undefined;
    });
    assert.deepEqual(worker, [['service_mails_total{outcome="sent"}', 1]]);
  });

  it("have the same figures of Postgres on every process, read once for all", async () => {
    const [api, worker] = await Promise.all([samples("api"), samples("worker")]);
    const taken = "service_figures_taken_timestamp_seconds";
    assert.equal(api.get(taken), worker.get(taken));
    for (const [name, value] of api) {
      if (
        /^service_(outbox_rows|outbox_oldest|deliveries|simulations|readings|training_runs)\b(?!.*_total)/
          .test(name)
      ) {
        assert.equal(worker.get(name), value, name);
      }
    }
  });

  it("are one page for the service's own and the Temporal SDK's, each metric once", async () => {
    const text = await eventually("the SDK's latencies, and some samples of the event loop", async () => {
      const { text } = await page(ports.worker, "/metrics");
      const isComplete = text.includes("temporal_workflow_task_schedule_to_start_latency_seconds") &&
        (samplesOf(text).get("service_event_loop_lag_seconds_count") ?? 0) > 5;
      return isComplete ? text : undefined;
    });
    const names = [...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name);
    assert.deepEqual(names.filter((name, index) => names.indexOf(name) !== index), []);
    assert.ok(names.includes("service_event_loop_lag_seconds"));
    const values = samplesOf(text);
    assert.ok((values.get('service_memory_bytes{kind="resident"}') ?? 0) > 50e6);
    assert.ok((values.get("service_cpu_seconds_total") ?? 0) > 0.1);
  });

  it("have no label that grows with callers, however odd their requests", async () => {
    const before = await samples("api");
    for (let i = 0; i < 200; i++) {
      await fetch(`${service.api.baseUrl}/v1/${crypto.randomUUID()}/${i}`, {
        method: i % 2 ? "PROPFIND" : "GET",
      });
      await service.call("GET", `/v1/simulations/${crypto.randomUUID()}`);
    }
    const after = await samples("api");
    const added = [...after.keys()].filter((name) => !before.has(name) && !name.includes("le="));
    assert.ok(added.length <= 10, added.join("\n"));
    assert.deepEqual([...after.keys()].filter((name) => /[0-9a-f]{8}-[0-9a-f]{4}|"sk_|@/.test(name)), []);
  });

  it("are shown to this machine alone, and to nobody without METRICS_PORT", async () => {
    await assert.rejects(fetch(`http://127.0.0.2:${ports.api}/metrics`));
    assert.equal((await fetch(`${service.api.baseUrl}/metrics`)).status, 404);
    assert.equal((await page(ports.api, "/else")).status, 404);
  });
});

describe("A worker's health", function () {
  this.timeout(150_000);

  it("ends when nobody answers its polls any more, and stays while it is idle", async () => {
    const [, temporalPort = ""] = stack().temporalAddress.split(":");
    const proxy = await startTcpProxy({ port: Number(temporalPort) });
    const ports = { severed: await freePort(), idle: await freePort() };
    const start = (port: number, change: object) =>
      startWorker({ METRICS_PORT: String(port), WORKER_SILENCE_SECONDS: "75", ...change });
    const workers: TestProcess[] = await Promise.all([
      start(ports.severed, { TEMPORAL_ADDRESS: `127.0.0.1:${proxy.port}` }),
      start(ports.idle, {}),
    ]);
    try {
      for (const port of Object.values(ports)) {
        assert.deepEqual(await page(port, "/livez"), { status: 200, text: "ok\n" });
        assert.deepEqual(await page(port, "/readyz"), { status: 200, text: "ready\n" });
      }
      proxy.set("mute");
      assert.deepEqual(await page(ports.severed, "/readyz"), {
        status: 503,
        text: "Temporal does not answer\n",
      });
      assert.equal((await page(ports.severed, "/livez")).status, 200);
      await sleep(76_000);
      const { status, text } = await page(ports.severed, "/livez");
      assert.equal(status, 503);
      assert.match(text, /^no poll was answered for 75 s: .*deliveries/);
      assert.deepEqual(await page(ports.idle, "/livez"), { status: 200, text: "ok\n" });
      assert.deepEqual(await page(ports.idle, "/readyz"), { status: 200, text: "ready\n" });
      await workers[1]?.kill("SIGSTOP");
      await assert.rejects(page(ports.idle, "/livez"), "a process that stands still answers nobody");
    } finally {
      await workers[1]?.kill("SIGKILL");
      await proxy.close();
      await workers[0]?.kill("SIGKILL");
    }
  });
});
