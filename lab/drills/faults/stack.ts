import { join } from "node:path";
import type { Child } from "#dev/machine/child.ts";
import { supervise, type Supervised } from "#dev/machine/supervise.ts";
import { waitFor } from "#dev/machine/wait.ts";
import { s3Settings, startS3 } from "#dev/services/s3.ts";
import { freePort } from "#dev/services/service.ts";
import { COMPLETIONS, obedient, readingModelSettings } from "#testing/stub-server.ts";
import { startSmtpServer } from "#testing/smtp-server.ts";
import { temporalClient } from "#testing/stack.ts";
import { startTestStack } from "#testing/start-stack.ts";
import { startReceiver } from "#testing/webhooks.ts";

/** Ten attempts within three minutes: an outage uses up a few, and none a delivery's last one. */
const RETRY_SCHEDULE = "0s,1s,2s,4s,8s,15s,20s,30s,45s,60s";
/** How long a part may take to start again, after a crash of Postgres for instance. */
const START = { seconds: 60, everyMs: 250 };

export type PartName = keyof DrillStack["parts"];

export type DrillStack = Awaited<ReturnType<typeof startDrillStack>>;

/**
 * Starts the whole service with real servers, each a process of its own whose data survive that it is killed. The drill ends and starts them, as an
 * orchestrator does. They start again after an end that the drill did not cause as well, but nothing may need that: the ends are found.
 */
export async function startDrillStack() {
  const [receiver, mail] = await Promise.all([startReceiver(), startSmtpServer()]);
  receiver.behave(COMPLETIONS, obedient);
  const port = await freePort();
  const ends: string[] = [];
  const onEnd = (name: string, how: string) => void ends.push(`${name} ended by itself (${how})`);
  const test = await startTestStack({
    durable: true,
    settings: {
      ...s3Settings(port),
      ...readingModelSettings(receiver),
      ...mail.settings,
      WEBHOOK_RETRY_SCHEDULE: RETRY_SCHEDULE,
    },
    onEnd,
  });
  const { dir, register } = test.stack;
  const quiet = () => {};
  const s3 = await supervise({
    start: (signal) => startS3({ dir: join(dir, "s3"), register, port, log: quiet, signal }),
    log: quiet,
    onEnd: (how) => onEnd("s3", how),
    signal: new AbortController().signal,
  });
  const { api, worker, postgres, redis, temporal: temporalServer } = test.parts;
  const parts = {
    api: persistent("api", api),
    worker: persistent("worker", worker),
    postgres: persistent("postgres", postgres),
    redis: persistent("redis", redis),
    temporal: persistent("temporal", temporalServer),
    s3: persistent("s3", s3),
  };
  const { client: temporal, close } = await temporalClient();
  return {
    parts,
    receiver,
    mail,
    temporal,
    /** The folders of data, which a backup copies and a restore replaces while the server is away. */
    data: {
      postgres: join(postgres.current().folder, "data"),
      temporal: join(dir, "temporal"),
    },
    /** The ends that the drill did not cause, which are forgotten, once all parts run again. */
    async takeEnds(): Promise<string[]> {
      const haveReturned = () => Object.values(parts).every(({ current }) => current().alive()) || undefined;
      await waitFor("all parts to run again", haveReturned, START);
      return ends.splice(0);
    },
    async stop(failed: boolean): Promise<void> {
      await close();
      await Promise.all([parts.worker.stop(), parts.api.stop()]);
      await parts.s3.stop();
      await test.stop({ keepLogs: failed });
      await Promise.all([receiver.close(), mail.close()]);
    },
  };
}

/** A part that tries to start until it runs: a server's predecessor may still hold its data. */
function persistent<T extends Child, Change>(
  name: string,
  part: Supervised<T, Change>,
): Supervised<T, Change> {
  const start = (change?: Change) =>
    waitFor(`${name} to start`, () => part.start(change).then(() => true), START).then(() => {});
  return { ...part, start };
}
