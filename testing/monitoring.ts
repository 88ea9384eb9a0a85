import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { type Child, startChild } from "#dev/machine/child.ts";
import { ROOT } from "#dev/machine/folder.ts";
import { freePort } from "#dev/services/service.ts";

const read = (path: string) => readFileSync(join(ROOT, path), "utf8");

export interface AlertRule {
  readonly alert: string;
  readonly expr: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
}

export const ALERTS: readonly AlertRule[] = parse(read("deploy/prometheus/alerts.yml")).groups
  .flatMap(({ rules }: { rules: AlertRule[] }) => rules);

interface Panel {
  readonly title: string;
  readonly type: string;
  readonly targets?: readonly { readonly expr: string }[];
}

export const DASHBOARD: { readonly uid: string; readonly panels: readonly Panel[] } = JSON.parse(
  read("deploy/grafana/simulation-service.json"),
);

/** Every query of the alerts and of the dashboard, by what it belongs to. */
export const QUERIES: readonly (readonly [where: string, expr: string])[] = [
  ...ALERTS.map(({ alert, expr }) => [alert, expr] as const),
  ...DASHBOARD.panels.flatMap(({ title, targets = [] }) => targets.map(({ expr }) => [title, expr] as const)),
];

/** Starts Debian's Prometheus in a folder of its own. @param config the text of its configuration. */
export async function startPrometheus(
  { dir, config, register }: { readonly dir: string; readonly config: string; readonly register: string },
): Promise<{ child: Child; url: string }> {
  mkdirSync(dir, { recursive: true });
  writeFileSync(join(dir, "prometheus.yml"), config);
  const address = `127.0.0.1:${await freePort()}`;
  const child = await startChild({
    name: "prometheus",
    command: "prometheus",
    args: [
      `--config.file=${join(dir, "prometheus.yml")}`,
      `--storage.tsdb.path=${join(dir, "data")}`,
      `--web.listen-address=${address}`,
    ],
    cwd: dir,
    logFile: join(dir, "prometheus.log"),
    register,
  });
  return { child, url: `http://${address}` };
}
