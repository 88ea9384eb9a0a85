import assert from "node:assert/strict";
import { wholePercentages } from "#engine/numeric/rounding.ts";
import type { ReadingVerdict } from "#engine/readings/input.ts";
import type { PostHoc } from "#engine/readings/schema.ts";
import { segmentPhrase } from "#engine/readings/phrases.ts";
import { themeOf } from "#engine/readings/reasons.ts";

/** An agent as the results show it. */
export interface AgentRow {
  readonly index: number;
  readonly segments: Readonly<Record<string, string>>;
  readonly weight: number;
  readonly answer: "yes" | "maybe" | "no" | "n_a";
  readonly intensity: number | null;
  readonly reason: string;
  readonly quote: string | null;
}

/** What a customer has in hand: nothing else is known here. */
export interface ReadResults {
  readonly agents: readonly AgentRow[];
  readonly verdict: ReadingVerdict;
  readonly post_hoc: PostHoc;
  /** What the verdict rests on, with its years. */
  readonly basis: string;
}

interface Ranked {
  readonly share: number;
  readonly ends: readonly [number, number] | undefined;
}

const LEVELS = ["1", "2", "3", "4", "5"] as const;
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
const weigh = (rows: readonly AgentRow[]) => sum(rows.map(({ weight }) => weight));
export const share = (part: readonly AgentRow[], whole: readonly AgentRow[]) =>
  100 * weigh(part) / weigh(whole);
/** The figures of a text in digits: "1,204", "3.5". */
export const figuresIn = (text: string) =>
  Array.from(text.matchAll(/\d[\d,]*(?:\.\d+)?/g), ([written]) => {
    const digits = written.replace(/,/g, "");
    return { written, value: Number(digits), decimals: digits.split(".")[1]?.length ?? 0 };
  });
export const near = (actual: number, expected: number, tolerance = 0.0051) =>
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

/** Specs that recompute every figure of a Reading from its results, block by block. */
export function itRecomputes(results: () => ReadResults): void {
  const block = <Name extends keyof PostHoc>(key: Name): NonNullable<PostHoc[Name]> =>
    results().post_hoc[key]!;
  const who = (...answers: string[]) => results().agents.filter(({ answer }) => answers.includes(answer));

  it("the distribution and median of intensity", () => {
    const answered = who("yes", "maybe", "no");
    assert.deepEqual(block("intensity").distribution, levels(answered));
    assert.equal(block("intensity").median, median(answered));
    assert.equal(sum(Object.values(block("intensity").distribution)), answered.length);
    assert.ok(block("intensity").note.includes(`${answered.length.toLocaleString("en-US")} agents`));
  });

  it("the distribution, median and mean of every segment", () => {
    const { agents } = results();
    const answered = who("yes", "maybe", "no");
    const rows = block("segment_intensity").by_segment;
    const present = new Set(
      agents.flatMap(({ segments }) => Object.entries(segments).map((pair) => pair.join("="))),
    );
    const named = rows.map(({ dimension, segment }) => `${dimension}=${segment}`);
    assert.deepEqual(new Set(named).size, rows.length);
    assert.deepEqual([...present].filter((segment) => !named.includes(segment)), []);
    for (const { dimension, segment, ...row } of rows) {
      const inside = answered.filter(({ segments }) => segments[dimension] === segment);
      assert.deepEqual(row.distribution, levels(inside));
      assert.equal(row.total, inside.length);
      assert.equal(row.median, inside.length === 0 ? null : median(inside));
      if (row.mean !== null) near(row.mean, sum(inside.map(({ intensity }) => intensity!)) / inside.length);
    }
  });

  it("reservations and attractions: of templates the themes alone, else shares and supports", () => {
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
        assert.ok(members.length > 0, item.theme);
        if (item.generated) {
          assert.deepEqual([item.share_pct, item.support, item.example_quote], [null, null, null]);
          assert.doesNotMatch(item.description, /\d/);
          continue;
        }
        near(item.share_pct!, share(members, group));
        assert.equal(item.support, members.length);
        assert.ok(item.example_quote === null || members.some(({ quote }) => quote === item.example_quote));
        assert.ok(item.description.includes(`${Math.round(item.share_pct!)}% of those`));
      }
    }
  });

  it("the most typical quotes", () => {
    const { agents } = results();
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

  it("shares, differences and margins of patterns", () => {
    const { agents } = results();
    for (const pattern of block("patterns").patterns) {
      const [dimension = "", segment = ""] = pattern.segments[0]!.split("=");
      const inside = agents.filter(({ segments }) => segments[dimension] === segment);
      const rest = agents.filter(({ segments }) => segments[dimension] !== segment);
      const yes = (rows: AgentRow[]) => share(rows.filter(({ answer }) => answer === "yes"), rows);
      const [p, q] = [yes(inside), yes(rest)];
      const h = Math.abs(2 * Math.asin(Math.sqrt(p / 100)) - 2 * Math.asin(Math.sqrt(q / 100)));
      near(pattern.strength, Math.min(1, h / 0.8), 0.0006);
      assert.equal(pattern.support, pattern.segments.length === 1 ? inside.length : agents.length);
      const written = /^(\d+)% of .* against (\d+)% of .* a difference of (?:up|(\d+)) to (\d+) points/.exec(
        pattern.description,
      )!.slice(1).map((figure) => Number(figure ?? 0));
      near(written[0]!, p, 0.5001);
      near(written[1]!, q, 0.5001);
      const effective = (rows: AgentRow[]) => weigh(rows) ** 2 / sum(rows.map(({ weight }) => weight ** 2));
      const sampling = p * (100 - p) / effective(inside) + q * (100 - q) / effective(rest);
      const least = 1.96 * Math.sqrt(sampling);
      const size = Math.abs(p - q);
      const [low, high] = [written[2]!, written[3]!];
      assert.ok(
        low <= size - least + 0.06 && high + 0.06 >= Math.min(100, size + least),
        "the interval holds at least sampling error",
      );
      // Both ends are rounded outwards from the same distance to the difference.
      assert.ok(low === 0 || high === 100 || Math.abs(low + high - 2 * size) <= 1.1, pattern.description);
    }
  });

  it("no comparison, where there is no earlier run", () => {
    assert.equal(results().post_hoc.across_runs, null);
  });

  it("every number of the synthesis", () => {
    const { agents, verdict, post_hoc, basis } = results();
    const total = agents.length;
    const shares = {
      yes: share(who("yes"), agents),
      maybe: share(who("maybe"), agents),
      no: share(who("no"), agents),
      n_a: share(who("n_a"), agents),
    };
    const effective = weigh(agents) ** 2 / sum(agents.map(({ weight }) => weight ** 2));
    const margin = verdict.margin_of_error_pct;
    const [first, second] = (["yes", "maybe", "no"] as const).map((answer) => ({
      share: shares[answer] / 100,
      ends: verdict.interval_pct?.[answer],
    })).sort((a, b) => b.share - a.share) as [Ranked, Ranked];
    const spread = (first.share + second.share - (first.share - second.share) ** 2) / effective;
    const answered = who("yes", "maybe", "no");
    const [main] = post_hoc.patterns?.patterns ?? [];
    const known = [
      ...[
        total,
        95,
        1,
        5,
        margin ?? verdict.sampling_margin_pct,
        Math.floor(verdict.interval_pct?.yes[0] ?? verdict.yes_pct - verdict.sampling_margin_pct),
        Math.ceil(verdict.interval_pct?.yes[1] ?? verdict.yes_pct + verdict.sampling_margin_pct),
        100 * (first.share - second.share),
        first.ends === undefined || second.ends === undefined
          ? 196 * Math.sqrt(spread)
          : 100 * (first.share - second.share) - first.ends[0] + second.ends[1],
        median(answered),
      ],
      ...Object.values(shares),
      ...wholePercentages(Object.values(shares)),
      100 * shares.yes / (100 - shares.n_a),
      ...[...post_hoc.reservations!.reservations, ...post_hoc.attractions!.attractions].map(({ share_pct }) =>
        share_pct ?? NaN
      ),
      ...figuresIn(basis).map(({ value }) => value),
      // What a pattern's own spec recomputes.
      ...(main === undefined ? [] : figuresIn(main.description).map(({ value }) => value)),
      ...(main?.segments ?? []).flatMap((path) => {
        const [dimension = "", segment = ""] = path.split("=");
        return figuresIn(segmentPhrase(dimension, segment)).map(({ value }) => value);
      }),
      Number(/(\d+) passed/.exec(post_hoc.patterns?.method_note ?? "")?.[1] ?? 1) - 1,
    ];
    const text = post_hoc.synthesis!.text;
    const written = figuresIn(text);
    assert.ok(written.some(({ value }) => value === total) && written.length > 5, text);
    for (const { value, decimals, written: as } of written) {
      const tolerance = 0.5001 / 10 ** decimals + 0.02;
      assert.ok(known.some((one) => Math.abs(one - value) <= tolerance), `${as} in “${text}”`);
    }
  });
}
