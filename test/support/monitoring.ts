import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { ROOT } from "#dev/folder.ts";

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

/** The metrics that a query names, without the suffixes of a histogram's parts. */
export function metricsIn(expr: string): string[] {
  const names = expr.matchAll(/\b(?:service|temporal)_\w+|\bup\b/g);
  return [...names].map(([name]) => name.replace(/_(bucket|sum|count)$/, ""));
}

/** The labels that a query demands of its metrics: `metric{label=…}`. */
export function labelsIn(expr: string): (readonly [metric: string, label: string])[] {
  return [...expr.matchAll(/\b((?:service|temporal)_\w+)\{([^}]*)\}/g)].flatMap((
    [, metric = "", labels = ""],
  ) =>
    [...labels.matchAll(/(\w+)[=!]/g)].map(([, label = ""]) =>
      [metric.replace(/_(bucket|sum|count)$/, ""), label] as const
    )
  );
}
