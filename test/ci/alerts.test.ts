import assert from "node:assert/strict";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parse, parseAllDocuments, stringify } from "yaml";
import type { Child } from "#dev/machine/child.ts";
import { ROOT } from "#dev/machine/folder.ts";
import { output } from "#dev/machine/programs.ts";
import { freePort } from "#dev/services/service.ts";
import { eventually } from "#testing/times.ts";
import { ALERTS, QUERIES, startPrometheus } from "#testing/monitoring.ts";
import { newFolder, type OwnService, startOwnService } from "#testing/processes.ts";
import { ended, newSimulation } from "#testing/simulations.ts";
import { stack } from "#testing/stack.ts";

const FOLDER = join(ROOT, "deploy/prometheus");
const COMPONENT = "__meta_kubernetes_pod_label_app_kubernetes_io_component";
const promtool = (...args: string[]) => output("promtool", args);

interface ScrapeConfig {
  readonly job_name: string;
  readonly relabel_configs: readonly { readonly source_labels: readonly string[]; readonly regex?: string }[];
}

/** Debian's package `prometheus` has promtool and the server. */
describe("deploy/prometheus", () => {
  it("has rules and a configuration that Prometheus reads", async () => {
    const rules = await promtool("check", "rules", join(FOLDER, "alerts.yml"));
    assert.match(rules, new RegExp(`SUCCESS: ${ALERTS.length} rules`));
    assert.match(await promtool("check", "config", join(FOLDER, "prometheus.yml")), /SUCCESS/);
  });

  it("has the same for Kubernetes, whose pods the two jobs divide", async () => {
    const config = parse(readFileSync(join(FOLDER, "kubernetes.yml"), "utf8"), { merge: true });
    const parts = ["api", "workers"].flatMap((name) =>
      parseAllDocuments(readFileSync(join(ROOT, `deploy/kubernetes/${name}.yaml`), "utf8"))
        .map((document) => document.toJS()).filter(({ kind }) => kind === "Deployment")
        .map(({ spec }) => spec.template.metadata.labels["app.kubernetes.io/component"])
    );
    const jobs = config.scrape_configs.map(({ job_name, relabel_configs }: ScrapeConfig) => {
      const { regex = "" } = relabel_configs.find(({ source_labels: [label] }) => label === COMPONENT) ?? {};
      return [job_name, parts.filter((part) => new RegExp(`^(?:${regex})$`).test(part))];
    });
    assert.deepEqual(jobs, [
      ["simulation-service-api", ["api"]],
      ["simulation-service-worker", ["worker-simulations", "worker-deliveries", "worker-others"]],
    ]);
    // Debian builds Prometheus without this discovery: the rest is checked with another one in its place.
    for (const job of config.scrape_configs) {
      assert.equal(job.kubernetes_sd_configs[0].role, "pod");
      delete job.kubernetes_sd_configs;
      job.static_configs = [{ targets: ["127.0.0.1:9464"] }];
    }
    const folder = newFolder("kubernetes-scrape");
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "alerts.yml"), readFileSync(join(FOLDER, "alerts.yml")));
    writeFileSync(join(folder, "kubernetes.yml"), stringify(config));
    assert.match(await promtool("check", "config", join(folder, "kubernetes.yml")), /SUCCESS/);
  });

  it("has alerts that fire when they should, and not when they should not", async () => {
    assert.match(await promtool("test", "rules", join(FOLDER, "alerts.test.yml")), /SUCCESS/);
  });
});

describe("A Prometheus with that configuration", function () {
  this.timeout(120_000);
  let service: OwnService;
  let prometheus: Child;
  let url: string;
  const ports = { api: "", worker: "" };

  /** Asks Prometheus' own API. */
  async function ask(path: string, query: Record<string, string> = {}) {
    const response = await fetch(`${url}/api/v1/${path}?${new URLSearchParams(query)}`);
    const { status, data, error } = await response.json();
    assert.equal(status, "success", `${JSON.stringify(query)}: ${error}`);
    return data;
  }

  before(async () => {
    for (const name of ["api", "worker"] as const) ports[name] = String(await freePort());
    service = await startOwnService({ METRICS_PORT: ports.api }, { METRICS_PORT: ports.worker });
    const config = readFileSync(join(FOLDER, "prometheus.yml"), "utf8")
      .replace("9464", ports.api).replace("9465", ports.worker)
      .replace("[alerts.yml]", `[${join(FOLDER, "alerts.yml")}]`).replaceAll("15s", "1s");
    const { register } = stack();
    ({ child: prometheus, url } = await startPrometheus({ dir: newFolder("prometheus"), config, register }));
  });
  after(async () => {
    await prometheus?.stop();
    await service?.stop();
  });

  it("scrapes API and worker, and has what they did", async () => {
    await ended(service.call, await newSimulation(service.call));
    const up = await eventually("both targets", async () => {
      const { result } = await ask("query", { query: "sum(up) == 2" }).catch(() => ({ result: [] }));
      return result.length > 0 ? result : undefined;
    }, 30);
    assert.equal(up.length, 1);
    await eventually("the simulation", async () => {
      const query =
        'sum(service_simulations_ended_total{job="simulation-service-worker",outcome="completed"}) >= 1';
      return (await ask("query", { query })).result[0];
    });
  });

  it("answers every query of the alerts and of the dashboard", async () => {
    for (const [, expr] of QUERIES) {
      const data = await ask("query", { query: expr.replaceAll("$__rate_interval", "1m") });
      assert.ok(Array.isArray(data.result), expr);
    }
  });

  it("has no alert about a service that is well", async () => {
    await eventually("the rules to be evaluated", async () => {
      const { groups: [group] } = await ask("rules");
      assert.equal(group.rules.length, ALERTS.length);
      return group.rules.every(({ health }: { health: string }) => health === "ok") || undefined;
    });
    // The first evaluations came before the first scrape: what they found missing is there since.
    await eventually("the alerts of the start to end", async () => {
      const { alerts } = await ask("alerts");
      return alerts.length === 0 || undefined;
    });
  });

  it("has one about a worker that is gone", async () => {
    await service.worker.kill();
    const pending = await eventually("the alert", async () => {
      const { alerts } = await ask("alerts");
      return alerts.find(({ labels }: { labels: { alertname: string } }) =>
        labels.alertname === "TargetDown"
      );
    });
    assert.equal(pending.labels.job, "simulation-service-worker");
  });
});
