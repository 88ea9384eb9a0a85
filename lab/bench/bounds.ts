import { readdirSync } from "node:fs";
import { join } from "node:path";
import { Redis } from "ioredis";
import { ask } from "#testing/database.ts";
import { type OwnService, startOwnService } from "#testing/own-service.ts";
import { stack } from "#testing/stack.ts";
import { startReceiver } from "#testing/webhook-receiver.ts";
import { type Measurement, perSecond } from "./measure.ts";
import { residentMegabytes } from "./processor-time.ts";

const RETRIES = 10_000;
const REFUSED_UPLOADS = 10_000;
const ANONYMOUS_REQUESTS = 100_000;
const AT_ONCE = 32;
/** Readings of each load, at equal distances, after a first part that warms the processes up. */
const PARTS = 5;
const UPLOAD = new Uint8Array(64 * 1024);

/** What many requests that achieve nothing leave behind: memory, rows, keys of Redis and files. Prints tables, without a floor. */
export async function measureBounds(): Promise<Measurement[]> {
  const service = await startOwnService({ WEBHOOK_RETRY_SCHEDULE: "0s,1h" });
  const receiver = await startReceiver();
  const redis = new Redis(stack().settings["REDIS_URL"] ?? "");
  try {
    receiver.behave("/down", 500);
    const retry = await retriesByHand(service, `${receiver.url}/down`);
    await measureLoad(service, redis, `${RETRIES} retries by hand of one delivery`, RETRIES, retry);
    const upload = await refusedUploads(service);
    await measureLoad(service, redis, `${REFUSED_UPLOADS} refused uploads`, REFUSED_UPLOADS, upload);
    const anonymous = () => send(`${service.api.baseUrl}/v1/simulations`);
    await measureLoad(
      service,
      redis,
      `${ANONYMOUS_REQUESTS} anonymous requests`,
      ANONYMOUS_REQUESTS,
      anonymous,
    );
  } finally {
    redis.disconnect();
    await receiver.close();
    await service.stop();
  }
  return [];
}

/** A delivery whose endpoint refuses it, and what retries it. */
async function retriesByHand(service: OwnService, url: string): Promise<() => Promise<number>> {
  const webhook = await service.call("POST", "/v1/webhooks", { body: { url, events: ["*"] } });
  const { data } = await service.call("POST", `/v1/webhooks/${webhook.data.id}/test`);
  return async () => (await service.call("POST", `/v1/deliveries/${data.id}/retry`)).status;
}

/** PUTs to a signed URL of what it does not take: another type of content. */
async function refusedUploads(service: OwnService): Promise<() => Promise<number>> {
  const { data } = await service.call("POST", "/v1/training/uploads", { body: { workflow_name: "bounds" } });
  return () =>
    send(data.upload_url, { method: "PUT", body: UPLOAD, headers: { "Content-Type": "text/plain" } });
}

async function send(url: string, init: RequestInit = {}): Promise<number> {
  const response = await fetch(url, init);
  await response.body?.cancel();
  return response.status;
}

async function measureLoad(
  service: OwnService,
  redis: Redis,
  name: string,
  total: number,
  request: () => Promise<number>,
): Promise<void> {
  console.log(`${name}, after each fifth:`);
  const statuses = new Map<number, number>();
  for (let part = 0; part < PARTS; part++) {
    await perSecond(total / PARTS, AT_ONCE, async () => {
      const status = await request();
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    });
    console.log(`  ${await readState(service, redis)}`);
  }
  const counts = [...statuses].sort(([one], [other]) => one - other).map(([status, count]) =>
    `${count} × ${status}`
  );
  console.log(`  responses: ${counts.join(", ")}`);
}

async function readState(service: OwnService, redis: Redis): Promise<string> {
  const [rows] = await ask<Record<string, string>>(
    `SELECT (SELECT count(*) FROM delivery_attempts) AS attempts, (SELECT count(*) FROM outbox) AS outbox,
       (SELECT count(*) FROM idempotency_keys) AS idempotency_keys, (SELECT count(*) FROM training_runs) AS training_runs`,
    [],
    service.databaseUrl,
  );
  const files = ["uploads", "incoming"].reduce(
    (sum, folder) => sum + readdirSync(join(service.uploadsDir, folder)).length,
    0,
  );
  const { length: historyLength } = await longestHistory(service);
  return [
    `API ${residentMegabytes(service.api.pid).toFixed(0)} MB`,
    `worker ${residentMegabytes(service.worker.pid).toFixed(0)} MB`,
    `${rows?.["attempts"]} attempts`,
    `${rows?.["outbox"]} outbox rows`,
    `${rows?.["idempotency_keys"]} stored responses`,
    `${await redis.dbsize()} keys`,
    `${files} files`,
    `${historyLength} events of the longest history`,
  ].join(", ");
}

/** Of the runs that Temporal has. */
async function longestHistory(service: OwnService): Promise<{ length: number }> {
  let length = 0;
  for await (const run of service.operator.client.workflow.list()) {
    length = Math.max(length, run.historyLength ?? 0);
  }
  return { length };
}
