import assert from "node:assert/strict";
import type { PostHoc } from "#engine/reading/schema.ts";
import { themeOf } from "#engine/reading/themes.ts";
import { numbersIn } from "#engine/reading/numbers.ts";
import { writeAgentsJson } from "#engine/results.ts";
import { engineRun, published } from "./engine-run.ts";
import { readingOf } from "./reading-of.ts";
import { syntheticRun } from "./synthetic-run.ts";

interface AgentRow {
  index: number;
  segments: Record<string, string>;
  weight: number;
  answer: "yes" | "maybe" | "no" | "n_a";
  intensity: number | null;
  reason: string;
  quote: string | null;
}

/** From here on nothing is known but the results' `agents` array, as a customer downloads it. */
const runs = {
  "an engine run": engineRun({
    methodology: published("technology-adoption"),
    tier: 1,
    agents: 1_000,
    seed: 17,
  }),
  "a run with unequal weights": syntheticRun({
    agents: 1_000,
    weightSpread: 0.5,
    planted: { dimension: "age", segment: "65+", points: -25 },
  }),
};

const LEVELS = ["1", "2", "3", "4", "5"] as const;
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
const weigh = (rows: readonly AgentRow[]) => sum(rows.map(({ weight }) => weight));
const share = (part: readonly AgentRow[], whole: readonly AgentRow[]) => 100 * weigh(part) / weigh(whole);
const near = (actual: number, expected: number, tolerance = 0.0051) =>
  assert.ok(Math.abs(actual - expected) <= tolerance, `${actual} is not ${expected}`);

function levels(rows: readonly AgentRow[]) {
  return Object.fromEntries(
    LEVELS.map((level) => [level, rows.filter((row) => row.intensity === Number(level)).length]),
  );
}

function median(rows: readonly AgentRow[]): number {
  const sorted = rows.flatMap(({ intensity }) => intensity === null ? [] : [intensity]).sort((a, b) => a - b);
  return (sorted[Math.floor((sorted.length - 1) / 2)]! + sorted[Math.floor(sorted.length / 2)]!) / 2;
}

function mode<T>(values: readonly T[]): T {
  const distinct = [...new Set(values)];
  const times = (wanted: T) => values.filter((value) => value === wanted).length;
  return distinct.reduce((best, value) => times(value) > times(best) ? value : best);
}

for (const [name, input] of Object.entries(runs)) {
  describe(`every figure of a Reading of ${name} can be recomputed from its 1,000 agents`, () => {
    const pieces = writeAgentsJson({
      dimensions: input.dimensions,
      chunks: input.chunks,
      weight: Float64Array.from(input.weights),
    });
    const agents: AgentRow[] = JSON.parse(pieces.join(""));
    const reading = readingOf(input);
    const block = <Name extends keyof PostHoc>(key: Name): NonNullable<PostHoc[Name]> =>
      reading.post_hoc[key]!;
    const answered = agents.filter(({ answer }) => answer !== "n_a");
    const who = (...answers: string[]) => agents.filter(({ answer }) => answers.includes(answer));

    it("intensity", () => {
      assert.deepEqual(block("intensity").distribution, levels(answered));
      assert.equal(block("intensity").median, median(answered));
      assert.equal(sum(Object.values(block("intensity").distribution)), answered.length);
      assert.ok(block("intensity").note.includes(`${answered.length} agents`));
    });

    it("segment intensity", () => {
      const rows = block("segment_intensity").by_segment;
      const present = new Set(
        agents.flatMap(({ segments }) => Object.entries(segments).map((pair) => pair.join("="))),
      );
      assert.deepEqual(new Set(rows.map(({ dimension, segment }) => `${dimension}=${segment}`)), present);
      for (const { dimension, segment, ...row } of rows) {
        const inside = answered.filter(({ segments }) => segments[dimension] === segment);
        assert.deepEqual(row.distribution, levels(inside));
        assert.equal(row.total, inside.length);
        assert.equal(row.median, inside.length === 0 ? null : median(inside));
        if (row.mean !== null) near(row.mean, sum(inside.map(({ intensity }) => intensity!)) / inside.length);
      }
    });

    it("reservations and attractions", () => {
      const { reservations } = block("reservations");
      const { attractions } = block("attractions");
      assert.ok(reservations.length > 2 && attractions.length > 2);
      for (
        const [items, group, label] of [
          [reservations, who("no", "maybe"), "reservation"],
          [attractions, who("yes"), "attraction"],
        ] as const
      ) {
        for (const item of items) {
          const theme = (row: AgentRow) => themeOf(row.reason)[label].toLowerCase();
          const members = group.filter((row) => theme(row) === item.theme.toLowerCase());
          near(item.share_pct, share(members, group));
          assert.equal(item.support, members.length);
          assert.ok(item.example_quote === null || members.some(({ quote }) => quote === item.example_quote));
          assert.ok(item.description.includes(`${Math.round(item.share_pct)}% of those`));
        }
      }
    });

    it("quotes", () => {
      for (const answer of ["yes", "no"] as const) {
        const group = who(answer);
        const theme = mode(group.map(({ reason }) => themeOf(reason).id));
        const usual = median(group);
        const modal = Object.keys(agents[0]!.segments).map((d) =>
          [d, mode(group.map(({ segments }) => segments[d]))] as const
        );
        const rank = (row: AgentRow) => [
          Number(themeOf(row.reason).id !== theme),
          Math.abs(row.intensity! - usual),
          modal.filter(([d, segment]) => row.segments[d] !== segment).length,
          row.index,
        ];
        const best = group.filter(({ quote }) =>
          quote !== null
        ).map((row) => ({ row, rank: rank(row) })).sort((a, b) => {
          const at = a.rank.findIndex((value, i) => value !== b.rank[i]);
          return at === -1 ? 0 : a.rank[at]! - b.rank[at]!;
        })[0]!.row;
        assert.deepEqual(block("quotes")[answer], {
          text: best.quote,
          agent_index: best.index,
          segments: best.segments,
        });
      }
    });

    it("patterns", () => {
      assert.ok(block("patterns").patterns.length > 0);
      for (const pattern of block("patterns").patterns) {
        const [dimension = "", segment = ""] = pattern.segments[0]!.split("=");
        const inside = agents.filter(({ segments }) => segments[dimension] === segment);
        const rest = agents.filter(({ segments }) => segments[dimension] !== segment);
        const yes = (rows: AgentRow[]) => share(rows.filter(({ answer }) => answer === "yes"), rows);
        const [p, q] = [yes(inside), yes(rest)];
        const h = Math.abs(2 * Math.asin(Math.sqrt(p / 100)) - 2 * Math.asin(Math.sqrt(q / 100)));
        near(pattern.strength, Math.min(1, h / 0.8), 0.0006);
        assert.equal(pattern.support, pattern.segments.length === 1 ? inside.length : agents.length);
        const written =
          /^(\d+)% of .* against (\d+)% of .* a difference of ([\d.]+) points, plus or minus ([\d.]+)/.exec(
            pattern.description,
          )!.slice(1).map(Number);
        near(written[0]!, p, 0.5001);
        near(written[1]!, q, 0.5001);
        near(written[2]!, Math.abs(p - q), 0.0501);
        const effective = (rows: AgentRow[]) => weigh(rows) ** 2 / sum(rows.map(({ weight }) => weight ** 2));
        const sampling = p * (100 - p) / effective(inside) + q * (100 - q) / effective(rest);
        assert.ok(
          written[3]! + 0.06 >= 1.96 * Math.sqrt(sampling),
          "the margin holds at least sampling error",
        );
      }
    });

    it("synthesis", () => {
      const { total, yes_pct, margin_of_error_pct } = input.verdict;
      assert.equal(total, agents.length);
      near(yes_pct, share(who("yes"), agents), 0.011);
      const values = numbersIn(block("synthesis").text).map(({ value }) => value);
      assert.ok(values.includes(1_000) && values.includes(Math.round(yes_pct)));
      assert.ok(values.includes(Math.round(margin_of_error_pct * 10) / 10));
      for (const fact of reading.facts.facts) {
        const [answer, kind] = fact.id.split(/_(?=share$|count$)/);
        if (!["yes", "maybe", "no", "n_a"].includes(answer!) || kind === undefined) continue;
        const group = who(answer!);
        near(fact.value, kind === "count" ? group.length : share(group, agents), 0.011);
      }
    });
  });
}
