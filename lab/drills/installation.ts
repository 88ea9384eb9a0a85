import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { createLogin } from "#commands/create-logins.ts";
import { prepareDatabase } from "#dev/database.ts";
import { withDatabase } from "#dev/machine/connect-database.ts";
import { type DemoKeys, readKeys, type Settings, stackSettings } from "#dev/machine/environment.ts";
import type { Log } from "#dev/machine/terminal.ts";
import type { Place } from "#dev/stack.ts";
import { devFolder, tryLock } from "#dev/machine/folder.ts";
import { endLeftovers } from "#dev/machine/processes.ts";
import { newOrganization, type TestOrganization } from "#testing/organizations.ts";
import { removeRun } from "#testing/start-stack.ts";
import { type Receiver, startReceiver } from "#testing/webhooks.ts";

export const DATABASE = "simulation_service";
/** The deployment whose versions are rolled out. */
export const DEPLOYMENT = "simulation-service";
const LOGINS = { app_api: "service_api", app_worker: "service_worker" } as const;

/** Outages are what the drills make; their warnings stay in the logs. */
export const quiet: Log = () => {};

/** The service as it runs in production, on one machine: API and worker have a login each, and none has the owner's URL. */
export abstract class Installation implements Place {
  readonly dir: string;
  readonly register: string;
  /** Of all logins. */
  protected readonly password: string;
  /** What API and workers get at their next start. */
  settings: Record<string, string | undefined> = {};
  demo!: DemoKeys;
  /** Where webhooks arrive. */
  receiver!: Receiver;
  #number = 0;

  constructor({ dir, register }: Place) {
    this.dir = dir;
    this.register = register;
    this.password = readKeys(join(dir, "keys.json")).postgres_password;
  }

  /** The owner's URL of the service's database. */
  abstract get ownerUrl(): string;
  abstract get baseUrl(): string;
  abstract start(): Promise<void>;

  /** Options of a further process, whose folder is new. */
  options(kind: string, log = quiet) {
    return { dir: join(this.dir, `${kind}-${++this.#number}`), register: this.register, log };
  }

  /** Creates an organization without a rate limit. */
  newOrganization(): Promise<TestOrganization> {
    const { baseUrl, demo } = this;
    return newOrganization({ baseUrl, operatorKey: demo.operator_key, plan_tier: "enterprise" });
  }

  protected loginUrl(role: keyof typeof LOGINS): string {
    return Object.assign(new URL(this.ownerUrl), { username: LOGINS[role] }).href;
  }

  /** Migrates the new database, and creates the logins and the demo organization, which has no rate limit. */
  protected async prepare(url: string): Promise<void> {
    this.demo = (await prepareDatabase(url, null)).demo;
    await withDatabase({ url, role: "owner", command: "drill" }, async ({ database }) => {
      for (const role of ["app_api", "app_worker"] as const) {
        await createLogin(database, { name: LOGINS[role], password: this.password, role });
      }
      await database.query("UPDATE organizations SET requests_per_minute = 1000000");
    });
  }

  /** Sets what API and workers get. @param own what a drill has otherwise */
  protected configure(ports: { readonly redis: number; readonly temporal: number }, own: Settings): void {
    const address = `127.0.0.1:${ports.temporal}`;
    const addresses = {
      databaseUrl: "",
      redisUrl: `redis://127.0.0.1:${ports.redis}`,
      temporal: { address, namespace: "default", uiUrl: null },
    };
    const keys = { ...readKeys(join(this.dir, "keys.json")), demo: this.demo };
    this.settings = {
      ...stackSettings(this.dir, addresses, keys),
      DATABASE_URL: undefined,
      API_DATABASE_URL: this.loginUrl("app_api"),
      WORKER_DATABASE_URL: this.loginUrl("app_worker"),
      BASE_URL: this.baseUrl,
      ANONYMOUS_REQUESTS_PER_MINUTE: "1000000",
      ...own,
    };
    for (const folder of [this.settings.MAIL_DIR, this.settings.UPLOADS_DIR]) {
      if (folder !== undefined) mkdirSync(folder, { recursive: true });
    }
  }
}

/**
 * Starts an installation for a drill, in a new folder of `.dev`, whose processes end with the drill, or at its next start.
 * @throws Error where another process has that folder
 */
export async function withInstallation<Installed extends Installation, T>(
  name: string,
  installed: (place: Place) => Installed,
  work: (installed: Installed) => Promise<T>,
): Promise<T> {
  const dir = join(devFolder(), name);
  const lock = tryLock(`${dir}.lock`);
  if (lock === undefined) throw new Error(`Another ${name} runs in ${dir}`);
  const register = `${dir}-children`;
  try {
    await endLeftovers(register);
    removeRun(dir);
    const installation = installed({ dir, register });
    installation.receiver = await startReceiver();
    await installation.start();
    return await work(installation);
  } finally {
    await endLeftovers(register);
    lock.release();
  }
}
