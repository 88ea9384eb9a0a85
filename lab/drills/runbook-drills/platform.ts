import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import process from "node:process";
import { installFrom, unpackedPackages } from "#dev/services/debian-packages.ts";
import { temporalProgram } from "#dev/services/temporal.ts";
import { logFor } from "#dev/machine/terminal.ts";
import { startReceiver } from "#testing/webhooks.ts";
import { type Day, PARTS } from "./day.ts";

const POSTGRES_PROGRAMS = ["psql", "createdb", "pg_dump", "pg_dumpall", "pg_restore"]
  .map((name) => `usr/lib/postgresql/18/bin/${name}`);

type Words = readonly string[];

/** What the recipes call `platform`: the part that an orchestrator has in production, a command each. */
const COMMANDS: Readonly<Record<string, (day: Day, ...words: Words) => Promise<string | void>>> = {
  start: (day, part) => day.startPart(partNamed(part)),
  stop: (day, part) => day.endPart(partNamed(part)),
  async restart(day, part) {
    await day.endPart(partNamed(part));
    await day.startPart(partNamed(part));
  },
  async deploy(day, release = "") {
    await day.stopWorkers();
    day.release = release;
    await day.startWorkers(release);
  },
  add: (day, release = "") => day.startWorkers(release, release),
  remove: (day, release) => day.stopWorkers(release),
  set(day, name = "", value) {
    day.settings[name] = value;
    return Promise.resolve();
  },
  settings: (day) => Promise.resolve(settingsOf(day).map((line) => `${line}\n`).join("")),
  logs: (day, part) => Promise.resolve(day.logOf(part === "api" ? "api" : "worker")),
};

function partNamed(part?: string): typeof PARTS[number] {
  const name = PARTS.find((known) => known === part);
  if (name === undefined) throw new Error(`No part is called ${part}`);
  return name;
}

/** What the processes get beyond the environment of this one. */
function settingsOf({ settings }: Day): string[] {
  return Object.entries(settings).filter(([name, value]) =>
    value !== undefined && process.env[name] !== value
  )
    .map(([name, value]) => `${name}=${value}`);
}

/** Settings of the processes that recipes use too. */
const PASSED_ON = [
  ...["API_DATABASE_URL", "WORKER_DATABASE_URL", "SECRETS_KEYS", "REDIS_URL", "UPLOADS_DIR"],
  ...["TEMPORAL_ADDRESS", "TEMPORAL_NAMESPACE"],
];

export type Platform = Awaited<ReturnType<typeof startPlatform>>;

/** Serves `platform`, and puts it and the other programs of the recipes into a folder for PATH. */
export async function startPlatform(day: Day) {
  const { url } = await startReceiver(async ({ body }) => {
    const [command = "", ...words] = body.split("\n");
    try {
      const run = COMMANDS[command];
      if (run === undefined) throw new Error(`platform has no command ${command}`);
      return { status: 200, body: await run(day, ...words) ?? "" };
    } catch (error) {
      return { status: 500, body: `${(error as Error).message}\n` };
    }
  });
  const bin = await programs(day, url);
  const backups = join(day.dir, "backups");
  mkdirSync(backups);
  return {
    /** The environment of the recipes' shells, as the page describes it. */
    environment: (): Record<string, string> => ({
      PATH: [bin, dirname(process.execPath), process.env.PATH].join(delimiter),
      BASE_URL: day.baseUrl,
      OPERATOR_KEY: day.demo.operator_key,
      DATABASE_URL: day.ownerUrl,
      POSTGRES_URL: day.databaseUrl("postgres"),
      ...Object.fromEntries(PASSED_ON.map((name) => [name, day.settings[name] ?? ""])),
      BACKUPS: backups,
    }),
  };
}

async function programs(day: Day, url: string): Promise<string> {
  const bin = join(day.dir, "bin");
  const log = logFor("platform");
  installFrom(await unpackedPackages("postgres-client", log), POSTGRES_PROGRAMS, bin);
  symlinkSync(await temporalProgram(log), join(bin, "temporal"));
  const platform = join(bin, "platform");
  const call = `curl --silent --show-error --fail-with-body --data-binary "$(printf '%s\\n' "$@")" ${url}`;
  writeFileSync(platform, `#!/bin/sh\nexec ${call}\n`);
  chmodSync(platform, 0o755);
  return bin;
}
