import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "#dev/machine/folder.ts";
import { FAULTS } from "#lab/drills/faults/faults.ts";
import { FLOWS, PAGE, sumUp } from "#lab/drills/faults/main.ts";
import type { FlowResult } from "#lab/drills/faults/round.ts";
import { tableOf } from "#testing/documentation-page.ts";

const run = { flow: "mail", fault: "api-kill", seed: 5, commit: "0123456789ab", date: "2026-11-22" };
const round: FlowResult = {
  flow: "mail",
  accepted: 3,
  completed: 3,
  findings: [],
  recovery: 4.26,
  answers: new Map(),
};

describe("docs/faults.md", () => {
  const page = readFileSync(join(ROOT, PAGE), "utf8");

  it("has the columns that a run writes", () => {
    const [titles, rule] = tableOf([sumUp([], run)]).split("\n");
    assert.ok(page.includes(`<!-- table -->\n\n${titles}\n${rule}\n| `));
  });

  it("explains every flow and every fault, and no other", () => {
    const named = (heading: string) => {
      const [, section = ""] = page.split(`\n## ${heading}\n`);
      const [rows = ""] = section.split("\n## ");
      return [...rows.matchAll(/^\| (`.*?`) \|/gm)].flatMap(([, names = ""]) =>
        names.replaceAll("`", "").split(", ")
      );
    };
    assert.deepEqual(named("Flows"), FLOWS.map(({ name }) => name));
    assert.deepEqual(named("Faults"), FAULTS.map(({ name }) => name));
  });

  it("shows sums of the rounds, each finding by its kind, and the slowest recovery", () => {
    const broken: FlowResult = {
      ...round,
      completed: 1,
      recovery: 12,
      findings: [
        ...["lost", "refused", "duplicate", "disagreement", "undocumented", "ended"] as const,
      ].map((kind) => ({ kind, text: "" })),
    };
    assert.equal(
      tableOf([sumUp([round, broken], run)]).split("\n").at(-1),
      "| api-kill | mail | 2 | 6 | 4 | 1 | 2 | 3 | 12.0 s | 5 | 0123456789ab | 2026-11-22 |",
    );
  });
});
