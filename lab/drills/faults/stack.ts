import { join } from "node:path";
import { CreateBucketCommand, S3Client } from "@aws-sdk/client-s3";
import type { Child } from "#dev/machine/child.ts";
import type { Settings } from "#dev/machine/environment.ts";
import { waitFor } from "#dev/machine/wait.ts";
import { postgresFolders } from "#dev/services/postgres-folders.ts";
import { startPostgres } from "#dev/services/postgres.ts";
import { startRedis } from "#dev/services/redis.ts";
import { type S3Service, startS3 } from "#dev/services/s3.ts";
import { startTemporal } from "#dev/services/temporal.ts";
import { startApi, startWorker } from "#testing/processes.ts";
import { COMPLETIONS, obedient, readingModelSettings } from "#testing/reading-model.ts";
import { startSmtpServer } from "#testing/smtp-server.ts";
import { temporalClient } from "#testing/stack.ts";
import { type StartedTestStack, startTestStack } from "#testing/start-stack.ts";
import { startReceiver } from "#testing/webhooks.ts";

const BUCKET = "calibration";

/** Ten attempts within three minutes: an outage uses up a few, and none a delivery's last one. */
const RETRY_SCHEDULE = "0s,1s,2s,4s,8s,15s,20s,30s,45s,60s";

export type PartName = "api" | "worker" | "postgres" | "redis" | "temporal" | "s3";

export type DrillStack = Awaited<ReturnType<typeof startDrillStack>>;

/** Starts the whole service with real servers, each a process of its own whose data survive that it is killed. */
export async function startDrillStack() {
  const [receiver, mail] = await Promise.all([startReceiver(), startSmtpServer()]);
  receiver.behave(COMPLETIONS, obedient);
  let s3: S3Service | undefined;
  const test = await startTestStack({
    durable: true,
    settings: async ({ dir, register }) => {
      s3 = await startS3({ dir: join(dir, "s3"), register, log: () => {} });
      await createBucket(s3);
      return {
        ...s3Settings(s3),
        ...readingModelSettings(receiver),
        SMTP_URL: mail.url,
        MAIL_FROM: "drill@example.com",
        MAIL_DIR: "",
        WEBHOOK_RETRY_SCHEDULE: RETRY_SCHEDULE,
      };
    },
  });
  if (s3 === undefined) throw new Error("The store of uploads was not started");
  const parts = partsOf(test, s3);
  const { client: temporal, close } = await temporalClient();
  return {
    parts,
    receiver,
    mail,
    temporal,
    /** The folders of data, which a backup copies and a restore replaces while the server is away. */
    data: {
      postgres: postgresFolders(join(test.stack.dir, "postgres"), () => {}).data,
      temporal: join(test.stack.dir, "temporal"),
    },
    /** Settings with which uploads go to a folder instead of S3. */
    diskSettings(folder: string): Settings {
      const none = Object.keys(s3Settings(s3 as S3Service)).map((name) => [name, ""]);
      return { ...Object.fromEntries(none), UPLOADS_DIR: folder };
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

function partsOf({ stack, parts }: StartedTestStack, s3: S3Service): Record<PartName, Part> {
  const { dir, register } = stack;
  const options = (name: string, { port }: { readonly port: number }) => {
    return { dir: join(dir, name), register, port, log: () => {}, durable: true };
  };
  const server = (
    name: "postgres" | "redis" | "temporal",
    start: (place: ReturnType<typeof options>, change: Settings) => Promise<Child>,
  ) => partOf(name, parts[name], (change) => start(options(name, parts[name]), change));
  const password = decodeURIComponent(new URL(stack.databaseUrl).password);
  return {
    api: partOf("api", parts.api, (change) => startApi(change, { port: parts.api.port })),
    worker: partOf("worker", parts.worker, (change) => startWorker(change)),
    postgres: server("postgres", (place) => startPostgres({ ...place, password })),
    redis: server("redis", startRedis),
    temporal: server(
      "temporal",
      (place, { SEARCH_ATTRIBUTES }) => startTemporal({ ...place, isBare: SEARCH_ATTRIBUTES === "none" }),
    ),
    s3: partOf("s3", s3, () => startS3(options("s3", s3))),
  };
}

function s3Settings({ url, region, accessKey, secretKey }: S3Service): Settings {
  return {
    UPLOADS_DIR: "",
    S3_BUCKET: BUCKET,
    S3_ENDPOINT: url,
    S3_REGION: region,
    S3_PATH_STYLE: "1",
    S3_ACCESS_KEY_ID: accessKey,
    S3_SECRET_ACCESS_KEY: secretKey,
  };
}

async function createBucket({ url, region, accessKey, secretKey }: S3Service): Promise<void> {
  const client = new S3Client({
    region,
    endpoint: url,
    forcePathStyle: true,
    credentials: { accessKeyId: accessKey, secretAccessKey: secretKey },
  });
  await client.send(new CreateBucketCommand({ Bucket: BUCKET }));
  client.destroy();
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
