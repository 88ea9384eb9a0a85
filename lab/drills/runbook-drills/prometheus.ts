import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parse, stringify } from "yaml";
import { ROOT } from "#dev/machine/folder.ts";
import { waitFor } from "#dev/machine/wait.ts";
import { DASHBOARD, startPrometheus } from "#testing/monitoring.ts";

/** What the alerts' times are divided by. A day has no hours to wait. */
export const DIVISOR = 30;
/** Shorter ranges than this hold too few of the samples that are taken each second. */
const SHORTEST_RANGE_SECONDS = 30;
const FOLDER = join(ROOT, "deploy/prometheus");
const ALERT_SECONDS = 180;
const SECONDS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600 };

/**
 * The alerts with shorter times: `for`, ranges (30 s at least), and limits on how old the oldest row of a queue may be. Everything else stays as it is, among it
 * the limits on polls and on the age of the figures, which have a pace of their own.
 */
export function shortened(rules: string): string {
  const seconds = (number: string, unit: string) => Number(number) * (SECONDS[unit] ?? 1) / DIVISOR;
  return rules
    .replace(/\bfor: (\d+)([smh])/g, (_, number, unit) => `for: ${Math.ceil(seconds(number, unit))}s`)
    .replace(
      /\[(\d+)([smh])\]/g,
      (_, number, unit) => `[${Math.max(SHORTEST_RANGE_SECONDS, Math.ceil(seconds(number, unit)))}s]`,
    )
    .replace(
      /(_oldest_seconds(?:\{[^}]*\})?\) > )(\d+)/g,
      (_, before, limit) => `${before}${Math.ceil(Number(limit) / DIVISOR)}`,
    );
}

/** A series of an answer, with its newest value. */
export interface Series {
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** A Prometheus with the project's configuration and its alerts, shortened. */
export type Prometheus = Awaited<ReturnType<typeof startMonitoring>>;

export async function startMonitoring(
  { dir, register }: { readonly dir: string; readonly register: string },
) {
  mkdirSync(dir, { recursive: true });
  const targetsOf = (kind: string) => join(dir, `targets.${kind}.json`);
  writeFileSync(join(dir, "alerts.yml"), shortened(readFileSync(join(FOLDER, "alerts.yml"), "utf8")));
  const config = parse(readFileSync(join(FOLDER, "prometheus.yml"), "utf8").replaceAll("15s", "1s"));
  for (const job of config.scrape_configs) {
    delete job.static_configs;
    job.file_sd_configs = [{ files: [targetsOf(job.job_name)] }];
  }
  const { url } = await startPrometheus({ dir, config: stringify(config), register });
  // deno-lint-ignore no-explicit-any -- Prometheus' answer, which each caller knows
  const ask = async (path: string): Promise<any> => {
    const response = await fetch(`${url}/api/v1/${path}`);
    const { status, data, error } = await response.json();
    if (status !== "success") throw new Error(`Prometheus refuses ${path}: ${error}`);
    return data;
  };
  const alertsNamed = async (name: string): Promise<Alert[]> =>
    (await ask("alerts")).alerts.filter(({ labels }: Alert) => labels.alertname === name);
  const query = async (expr: string): Promise<Series[]> => {
    const { result } = await ask(`query?${new URLSearchParams({ query: expr })}`);
    return result.map(({ metric, value }: { metric: Record<string, string>; value: [number, string] }) => ({
      labels: metric,
      value: Number(value[1]),
    }));
  };
  await waitFor("Prometheus to answer", () => query("vector(1)"));
  return {
    /** Has it scrape these addresses of metrics. */
    scrape(kind: "api" | "worker", ports: readonly string[]): void {
      const groups = [{ targets: ports.map((port) => `127.0.0.1:${port}`) }];
      writeFileSync(targetsOf(`simulation-service-${kind}`), JSON.stringify(groups));
    },
    /** Waits until an alert fires. */
    async alert(name: string): Promise<void> {
      await waitFor(
        `the alert ${name}`,
        async () => (await alertsNamed(name)).some(({ state }) => state === "firing") || undefined,
        { seconds: ALERT_SECONDS, everyMs: 500 },
      );
    },
    /** Waits until an alert neither fires nor is about to. */
    async silence(name: string): Promise<void> {
      await waitFor(`no alert ${name}`, async () => (await alertsNamed(name)).length === 0 || undefined, {
        seconds: ALERT_SECONDS,
        everyMs: 500,
      });
    },
    /** Waits until a panel of the dashboard shows a series like this. */
    async panel(title: string, shows: (series: Series) => boolean): Promise<void> {
      const queries = DASHBOARD.panels.filter((panel) => panel.title === title)
        .flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
      await waitFor(`the panel ${title} to show it`, async () => {
        for (const expr of queries) {
          const series = await query(expr.replaceAll("$__rate_interval", `${SHORTEST_RANGE_SECONDS}s`));
          if (series.some(shows)) return true;
        }
        return undefined;
      }, { seconds: 60, everyMs: 500 });
    },
  };
}

interface Alert {
  readonly labels: Readonly<Record<string, string>>;
  readonly state: string;
}
