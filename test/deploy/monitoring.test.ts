import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { ROOT } from "#dev/machine/folder.ts";
import { registry } from "#shared/metrics.ts";
import { TASK_QUEUES } from "#temporal/command.ts";
import { ALERTS, DASHBOARD, QUERIES } from "#testing/monitoring.ts";

const read = (path: string) => readFileSync(join(ROOT, path), "utf8");

/** The metrics that a query names, without the suffixes of a histogram's parts. */
function metricsIn(expr: string): string[] {
  const names = expr.matchAll(/\b(?:service|temporal)_\w+|\bup\b/g);
  return [...names].map(([name]) => name.replace(/_(bucket|sum|count)$/, ""));
}

/** The labels that a query demands of its metrics: `metric{label=…}`. */
function labelsIn(expr: string): (readonly [metric: string, label: string])[] {
  return [...expr.matchAll(/\b((?:service|temporal)_\w+)\{([^}]*)\}/g)].flatMap((
    [, metric = "", labels = ""],
  ) =>
    [...labels.matchAll(/(\w+)[=!]/g)].map(([, label = ""]) =>
      [metric.replace(/_(bucket|sum|count)$/, ""), label] as const
    )
  );
}

interface Exported {
  readonly name: string;
  readonly help: string;
  readonly labelNames: readonly string[];
  readonly type: string;
}
const own = new Map<string, Exported>(
  registry.getMetricsAsArray().map((metric) => {
    // prom-client knows the labels, and its types do not.
    const { name, help, labelNames } = metric as unknown as Exported;
    return [name, { name, help, labelNames, type: metric.constructor.name.toLowerCase() }];
  }),
);

const fromWorker = createRequire(import.meta.resolve("@temporalio/worker"));
/** The Temporal SDK shows most metrics only once they have a value; its native core holds the names of all. */
const core = readFileSync(
  join(
    dirname(fromWorker.resolve("@temporalio/core-bridge/package.json")),
    `releases/${process.arch === "x64" ? "x86_64" : "aarch64"}-unknown-linux-gnu/index.node`,
  ),
  "latin1",
);
const isExported = (metric: string) =>
  metric === "up" || own.has(metric) ||
  (metric.startsWith("temporal_") &&
    core.includes(metric.slice("temporal_".length).replace(/_(total|seconds)$/, "")));

describe("The alerts and the dashboard", () => {
  it("use metrics alone that are exported, with labels that these have", () => {
    assert.ok(QUERIES.length > 60);
    const unknown = QUERIES.flatMap(([where, expr]) =>
      metricsIn(expr).filter((metric) => !isExported(metric)).map((metric) => `${where}: ${metric}`)
    );
    assert.deepEqual(unknown, []);
    const added = ["job", "instance", "le"];
    const labels = QUERIES.flatMap(([where, expr]) =>
      labelsIn(expr).filter(([metric, label]) =>
        own.has(metric) && !added.includes(label) && own.get(metric)?.labelNames.includes(label) !== true
      ).map(([metric, label]) => `${where}: ${metric}{${label}}`)
    );
    assert.deepEqual(labels, []);
  });

  it("name no metric that a query does not show, so that a check of names means something", () => {
    assert.deepEqual(metricsIn("service_nothing_total"), ["service_nothing_total"]);
    assert.equal(isExported("service_nothing_total"), false);
    assert.equal(isExported("temporal_nothing_total"), false);
  });

  it("are one for each metric at least: nothing is measured that nobody looks at", () => {
    const shown = new Set(QUERIES.flatMap(([, expr]) => metricsIn(expr)));
    assert.deepEqual([...own.keys()].filter((name) => !shown.has(name)), []);
  });

  it("have an entry each in the runbook, which has no other, and a link to it", () => {
    const headings = [...read("docs/runbook.md").matchAll(/^## (.+)$/gm)].map(([, heading]) => heading);
    assert.deepEqual(headings, ALERTS.map(({ alert }) => alert));
    for (const { alert, annotations, labels } of ALERTS) {
      assert.equal(annotations.runbook, `docs/runbook.md#${alert.toLowerCase()}`);
      assert.ok(["page", "ticket"].includes(labels.severity ?? ""), alert);
      const [, entry = ""] =
        new RegExp(`^## ${alert}\n\n(.*?)(?=^## |(?![^]))`, "ms").exec(read("docs/runbook.md")) ?? [];
      assert.ok(entry.startsWith(labels.severity === "page" ? "*Page.*" : "*Ticket.*"), alert);
      assert.match(entry, /\*\*Look\*\*.*\*\*Do\*\*/s, alert);
    }
  });

  it("have queries in the runbook whose types of workflows there are", () => {
    const workflows = new Set(
      [...read("workflows/all-workflows.ts").matchAll(/export \{ ([\w, ]+) \}/g)].flatMap(([, names = ""]) =>
        names.split(", ")
      ),
    );
    const named = ["runbook", "operating", "webhooks", "restoring", "observability"].flatMap((page) =>
      [...read(`docs/${page}.md`).matchAll(/WorkflowType ?= ?"(\w+)"/g)].map(([, type = ""]) => type)
    );
    assert.ok(named.length > 5);
    assert.deepEqual(named.filter((type) => !workflows.has(type)), []);
  });

  it("know how many task queues there are", () => {
    const rule = ALERTS.find(({ alert }) => alert === "TaskQueueWithoutWorker");
    assert.match(rule?.expr ?? "", new RegExp(`^\\(${TASK_QUEUES.length} - count`));
  });

  it("are tested, each for when it fires and for when it is silent", () => {
    const names = [...read("deploy/prometheus/alerts.test.yml").matchAll(/^ {2}- name: (.+)$/gm)].map((
      [, name],
    ) => name);
    assert.deepEqual(names, ALERTS.flatMap(({ alert }) => [`${alert} fires`, `${alert} is silent`]));
  });

  it("are rows of the dashboard that the runbook names", () => {
    const rows = DASHBOARD.panels.filter(({ type }) => type === "row").map(({ title }) => title);
    const named = new Set(
      [...read("docs/runbook.md").matchAll(/\*([A-Z][\w ]+)\*/g)].map(([, name = ""]) => name),
    );
    for (const row of rows) assert.ok(named.has(row) || row === "Requests", row);
  });
});

describe("docs/observability.md", () => {
  it("has a row for each of the service's metrics: name, type, labels and meaning", () => {
    const rows = [
      ...read("docs/observability.md").matchAll(/^\| `(service_\w+)` \| (\w+) \| (.*?) \| (.*?) \|$/gm),
    ];
    assert.deepEqual(
      rows.map(([, name, type, labels, help]) => ({ name, type, labels, help })),
      [...own.values()].map(({ name, type, labelNames, help }) => ({
        name,
        type,
        labels: labelNames.map((label) => `\`${label}\``).join(", "),
        help,
      })),
    );
  });

  it("links to files that exist", () => {
    for (const page of ["docs/observability.md", "docs/runbook.md"]) {
      const links = [...read(page).matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map(([, path = ""]) => path);
      assert.deepEqual(links.filter((path) => !existsSync(join(ROOT, "docs", path))), [], page);
    }
  });
});
