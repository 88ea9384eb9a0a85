import { tableOf, withSection } from "#testing/documentation-page.ts";
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { ROOT } from "#dev/machine/folder.ts";
import { BEFORE, commandsIn, PAGE, recipesOf, type Row } from "#lab/drills/runbook-drills/story.ts";
import { DIVISOR, shortened } from "#lab/drills/runbook-drills/prometheus.ts";
import { STORIES } from "#lab/drills/runbook-drills/main.ts";
import { type AlertRule, ALERTS, DASHBOARD } from "#testing/monitoring.ts";

const page = readFileSync(join(ROOT, PAGE), "utf8");
const ROW: Row = {
  recipe: "Redis is lost",
  trouble: "killed",
  "found by": "RedisLost",
  "alert after": "12 s",
  commands: 2,
  afterwards: "serves",
};

describe("docs/operating.md", () => {
  it("has no recipe that no story carries out, and no story is without its recipe", () => {
    const recipes = [...recipesOf(page).keys()].filter((heading) => heading !== BEFORE);
    assert.deepEqual(recipes.sort(), STORIES.map(({ heading }) => heading).sort());
    assert.ok(recipes.length >= 15);
  });

  it("has a table of every recipe, each of which was cured", () => {
    const table = page.slice(page.indexOf("<!-- table -->"), page.indexOf("<!-- /table -->"));
    for (const { heading, alert } of STORIES) {
      const row = table.split("\n").find((line) => line.startsWith(`| ${heading} |`)) ?? "";
      assert.notEqual(row, "", heading);
      if (alert !== undefined) assert.match(row, new RegExp(`\\| ${alert.name}; .*\\| \\d+ s \\|`));
    }
    assert.doesNotMatch(table, /NOT CURED/);
  });

  it("names only commands of the service that exist", () => {
    const { scripts } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
    const named = [...page.matchAll(/deno task ([\w:-]+)/g)].map(([, task = ""]) => task);
    assert.deepEqual(named.filter((task) => !(task in scripts)), []);
    assert.ok(existsSync(join(ROOT, "deploy/kubernetes/kustomization.yaml")));
  });
});

describe("the stories", () => {
  it("name alerts, panels and queries that exist", () => {
    const runbook = readFileSync(join(ROOT, "docs/runbook.md"), "utf8");
    for (const { heading, alert, query } of STORIES) {
      if (alert !== undefined) {
        assert.ok(ALERTS.some((rule) => rule.alert === alert.name), `${heading}: ${alert.name}`);
        assert.ok(DASHBOARD.panels.some(({ title }) => title === alert.panel), `${heading}: ${alert.panel}`);
      }
      if (query !== undefined) assert.ok(runbook.includes(`\`${query}\``), `${heading}: ${query}`);
    }
  });
});

describe("A recipe", () => {
  it("is every sh block under its heading, in order", () => {
    const text = "# T\n\n## One\n\n```sh\na\n```\n\ntext\n\n```sh\nb\n```\n\n## Two\n\n```sh\nc\n```\n";
    assert.deepEqual([...recipesOf(text)], [["One", "a\nb\n"], ["Two", "c\n"]]);
  });

  it("counts a command once, whatever lines it takes", () => {
    assert.equal(commandsIn("a \\\n  b\nwhile c; do\n  d\ndone\n# no command\nf() {\n  g\n}\n"), 3);
  });
});

describe("The day's table", () => {
  it("has a line for each story, and replaces the former one on the page", () => {
    const table = tableOf([ROW]);
    assert.match(table, /\| Redis is lost \| killed \| RedisLost \| 12 s \| 2 \| serves \|/);
    const once = withSection("a\n<!-- table -->\nold\n<!-- /table -->\nb", "table", table);
    assert.doesNotMatch(once, /old/);
    assert.equal(withSection(once, "table", table), once);
    assert.throws(() => withSection("no marks", "table", table), /no section table/);
  });
});

describe("The day's alerts", () => {
  const rules: AlertRule[] =
    parse(shortened(readFileSync(join(ROOT, "deploy/prometheus/alerts.yml"), "utf8")))
      .groups[0].rules;
  const exprOf = (name: string) => rules.find(({ alert }) => alert === name)?.expr ?? "";

  it("are the project's, with shorter times", () => {
    assert.deepEqual(rules.map(({ alert }) => alert), ALERTS.map(({ alert }) => alert));
    assert.match(exprOf("SimulationStuck"), new RegExp(`\\{status="running"\\}\\) > ${900 / DIVISOR}$`));
    assert.match(exprOf("DeliveriesGivenUp"), /\[120s\]\)\) > 10$/);
    assert.match(exprOf("RequestsFail"), /\[30s\]/);
  });

  it("keep every limit that is no age of a queue", () => {
    for (const name of ["WorkerSilent", "FiguresStale", "MemoryHigh", "ModelSpend"]) {
      const own = ALERTS.find(({ alert }) => alert === name)?.expr.replace(/\[\w+\]/g, "");
      assert.equal(exprOf(name).replace(/\[\w+\]/g, ""), own);
    }
  });
});
