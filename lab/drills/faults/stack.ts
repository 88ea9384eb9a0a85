import { join } from "node:path";
import type { Child } from "#dev/machine/child.ts";
import type { Settings } from "#dev/machine/environment.ts";
import { waitFor } from "#dev/machine/wait.ts";
import { startPostgres } from "#dev/services/postgres.ts";
import { startRedis } from "#dev/services/redis.ts";
import { s3Settings, startS3 } from "#dev/services/s3.ts";
import { freePort } from "#dev/services/service.ts";
import { startTemporal } from "#dev/services/temporal.ts";
import { startApi, startWorker } from "#testing/processes.ts";
import { COMPLETIONS, obedient, readingModelSettings } from "#testing/reading-model.ts";
import { startSmtpServer } from "#testing/smtp-server.ts";
import { temporalClient } from "#testing/stack.ts";
import { type StartedTestStack, startTestStack } from "#testing/start-stack.ts";
import { startReceiver } from "#testing/webhooks.ts";

/** Ten attempts within three minutes: an outage uses up a few, and none a delivery's last one. */
const RETRY_SCHEDULE = "0s,1s,2s,4s,8s,15s,20s,30s,45s,60s";

export type PartName = "api" | "worker" | "postgres" | "redis" | "temporal" | "s3";

export type DrillStack = Awaited<ReturnType<typeof startDrillStack>>;

/** Starts the whole service with real servers, each a process of its own whose data survive that it is killed. */
export async function startDrillStack() {
  const [receiver, mail] = await Promise.all([startReceiver(), startSmtpServer()]);
  receiver.behave(COMPLETIONS, obedient);
  const s3Port = await freePort();
  const test = await startTestStack({
    durable: true,
    settings: {
      ...s3Settings(s3Port),
      ...readingModelSettings(receiver),
      ...mail.settings,
      WEBHOOK_RETRY_SCHEDULE: RETRY_SCHEDULE,
    },
  });
  const parts = await partsOf(test, s3Port);
  const { client: temporal, close } = await temporalClient();
  return {
    parts,
    receiver,
    mail,
    temporal,
    /** The folders of data, which a backup copies and a restore replaces while the server is away. */
    data: {
      postgres: join(test.parts.postgres.folder, "data"),
      temporal: join(test.stack.dir, "temporal"),
    },
    async stop(failed: boolean): Promise<void> {
      await close();
      for (const name of ["worker", "api", "s3", "temporal", "redis", "postgres"] as const) {
        await parts[name].end(name === "postgres" ? "SIGINT" : "SIGTERM");
      }
      await test.stop({ keepLogs: failed });
      await Promise.all([receiver.close(), mail.close()]);
    },
  };
}

async function partsOf({ stack, parts }: StartedTestStack, s3Port: number): Promise<Record<PartName, Part>> {
  const { dir, register } = stack;
  const ports = { ...parts, s3: { port: s3Port } };
  const place = (name: Exclude<PartName, "worker">) => {
    return { dir: join(dir, name), register, port: ports[name].port, log: () => {}, durable: true };
  };
  const s3 = () => startS3(place("s3"));
  const password = decodeURIComponent(new URL(stack.databaseUrl).password);
  return {
    api: partOf("api", parts.api, (change) => startApi(change, { port: parts.api.port })),
    worker: partOf("worker", parts.worker, (change) => startWorker(change)),
    postgres: partOf("postgres", parts.postgres, () => startPostgres({ ...place("postgres"), password })),
    redis: partOf("redis", parts.redis, () => startRedis(place("redis"))),
    temporal: partOf("temporal", parts.temporal, ({ SEARCH_ATTRIBUTES }) => {
      return startTemporal({ ...place("temporal"), isBare: SEARCH_ATTRIBUTES === "none" });
    }),
    s3: partOf("s3", await s3(), s3),
  };
}

/** How long a part may take to start again, after a crash of Postgres for instance. */
const START_SECONDS = 60;

type Part = ReturnType<typeof partOf>;

/**
 * A process of the stack that the drill ends and starts, as an orchestrator does. It starts again after an end that the drill did not
 * cause as well, but reports that end: nothing else may need a restart.
 * @param startAgain starts it where it was, with settings that differ from the first start's.
 */
function partOf(name: string, first: Child, startAgain: (change: Settings) => Promise<Child>) {
  let running = first;
  let settings: Settings = {};
  let restarting: Promise<void> = Promise.resolve();
  const expected = new Set<Child>();
  /** The ends that the drill did not cause since they were taken. */
  const ends: string[] = [];
  /** Starts it again, and tries until it runs: a server's predecessor may still hold its data. */
  const start = async (change: Settings = {}): Promise<void> => {
    settings = change;
    const options = { seconds: START_SECONDS, everyMs: 250 };
    running = await waitFor(`${name} to start`, () => startAgain(change), options);
    watch(running);
  };
  const watch = (watched: Child) =>
    void watched.exited.then((how) => {
      if (expected.delete(watched)) return;
      ends.push(`${name} ended by itself (${how})`);
      restarting = start(settings);
    });
  watch(first);
  return {
    start,
    /** Ends the process; resolves when it has ended. */
    async end(signal: NodeJS.Signals = "SIGKILL"): Promise<void> {
      await restarting;
      expected.add(running);
      await running.kill(signal);
    },
    /** The ends that the drill did not cause, which are forgotten. */
    takeEnds: (): string[] => ends.splice(0),
    /** Resolves once an end that the drill did not cause is made good. */
    settled: (): Promise<void> => restarting,
  };
}
