import assert from "node:assert/strict";
import fc from "fast-check";
import { noBlockCompleted } from "#engine/readings/blocks.ts";
import { assertPostHoc, BLOCKS } from "#engine/readings/schema.ts";
import { readingTexts } from "#engine/readings/texts.ts";
import type { TextKey } from "#engine/readings/fact-sheet.ts";
import { type ComputedReading, readingOf } from "#testing/simulations.ts";
import { figuresIn } from "./figures.ts";
import { syntheticRun } from "./synthetic-run.ts";

/** What every Reading keeps to, whatever the run. */
function assertSound({ block_status, post_hoc, facts }: ComputedReading): void {
  assertPostHoc(post_hoc);
  for (const name of BLOCKS) assert.equal(post_hoc[name] === null, block_status[name] !== "completed", name);
  for (const [key, text] of Object.entries(readingTexts(post_hoc)) as [TextKey, string][]) {
    const known = facts.facts.filter(({ about }) =>
      key === "synthesis" || about === "verdict" || about === key
    )
      .map(({ written }) => written);
    // The closing's accuracy is no fact, nor are the ends of the sampling, and a lead of nothing is written "less than 0.1 points".
    const figures = new Set(
      [...known, facts.closing, "less than 0.1 points"].flatMap(figuresIn).map(({ value }) => value),
    );
    for (const { value, written } of figuresIn(text)) {
      assert.ok(figures.has(value), `${written} in “${text}”`);
    }
    assert.doesNotMatch(
      text,
      /NaN|Infinity|undefined|null| {2}|\.\.|\s[.,;]|(?<![\d.,])1 (agents|respondents|points)\b/,
    );
  }
}

describe("a Reading of an odd run", function () {
  this.timeout(30_000);

  it("of a single agent says that this is no population", () => {
    const reading = readingOf(syntheticRun({ agents: 1 }));
    assertSound(reading);
    assert.match(
      reading.post_hoc.synthesis!.text,
      /^Only a single simulated respondent was asked, and said (yes|maybe|no);/,
    );
    assert.equal(reading.post_hoc.synthesis!.confidence, "low");
    assert.deepEqual(reading.post_hoc.patterns!.patterns, []);
  });

  it("of agents whom the question does not fit has no intensity to show", () => {
    for (const agents of [1, 400]) {
      const reading = readingOf(syntheticRun({ agents, shares: { yes: 0, maybe: 0, no: 0, n_a: 1 } }));
      assertSound(reading);
      assert.match(
        reading.post_hoc.synthesis!.text,
        /^The question did not apply to (the only|any of the 400) simulated/,
      );
      assert.equal(reading.block_status.intensity, "not_applicable");
      assert.equal(reading.block_status.segment_intensity, "not_applicable");
      assert.deepEqual(reading.post_hoc.quotes, { yes: null, no: null });
      assert.deepEqual(reading.post_hoc.reservations, { reservations: [] });
    }
  });

  it("of a single agent has a row for every segment, with zeros and nulls where nobody is", () => {
    const input = syntheticRun({ agents: 1, shares: { yes: 1, maybe: 0, no: 0, n_a: 0 } });
    const rows = readingOf(input).post_hoc.segment_intensity!.by_segment;
    assert.equal(rows.length, input.dimensions.flatMap(({ segments }) => segments).length);
    const empty = rows.filter(({ total }) => total === 0);
    assert.equal(empty.length, rows.length - input.dimensions.length);
    for (const { median, mean, distribution } of empty) {
      assert.deepEqual([median, mean, Object.values(distribution)], [null, null, [0, 0, 0, 0, 0]]);
    }
  });

  it("of silent agents quotes their reasons", () => {
    const input = syntheticRun({ agents: 600, quoteShare: 0 });
    const reading = readingOf(input);
    assertSound(reading);
    const reasons = input.chunks.flatMap(({ reasons }) => reasons);
    for (const answer of ["yes", "no"] as const) {
      assert.ok(reasons.includes(reading.post_hoc.quotes![answer]!.text), answer);
    }
    assert.ok(
      reading.post_hoc.reservations!.reservations.every(({ example_quote }) => example_quote === null),
    );
  });

  it("of agents who all agree says so and quotes the one side", () => {
    for (const [answer, other] of [["yes", "no"], ["no", "yes"]] as const) {
      const shares = { yes: 0, maybe: 0, no: 0, n_a: 0, [answer]: 1 };
      const reading = readingOf(syntheticRun({ agents: 800, shares }));
      assertSound(reading);
      assert.match(
        reading.post_hoc.synthesis!.text,
        new RegExp(`^All 800 simulated respondents said ${answer}\\.`),
      );
      assert.notEqual(reading.post_hoc.quotes![answer], null);
      assert.equal(reading.post_hoc.quotes![other], null);
      assert.deepEqual(reading.post_hoc.patterns!.patterns, []);
    }
  });

  it("of a row from before the fourth answer gives no share that did not apply", () => {
    const input = syntheticRun({ agents: 500, shares: { yes: 0.6, maybe: 0.2, no: 0.2, n_a: 0 } });
    const reading = readingOf({ ...input, verdict: { ...input.verdict, n_a: null, n_a_pct: null } });
    assertSound(reading);
    assert.doesNotMatch(reading.post_hoc.synthesis!.text, /did not apply/);
  });

  it("of any size, split and weights conforms to the schema, and its texts hold only figures of the fact sheet", () => {
    const part = () => fc.integer({ min: 0, max: 20 });
    const parts = fc.tuple(part(), part(), part(), part());
    fc.assert(
      fc.property(
        fc.oneof(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 61, max: 1_500 })),
        parts.filter((all) => all.some((part) => part > 0)),
        fc.nat(10_000),
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.double({ min: 0, max: 0.06, noNaN: true }),
        fc.constantFrom(1, 2, 3),
        (agents, [yes, maybe, no, n_a], seed, weightSpread, sRun, tier) => {
          const all = yes + maybe + no + n_a;
          const shares = { yes: yes / all, maybe: maybe / all, no: no / all, n_a: n_a / all };
          const earlier = {
            ...syntheticRun({ agents: 50, seed: seed + 1 }).verdict,
            agent_count: 50,
            seed: seed + 1,
          };
          assertSound(readingOf(syntheticRun({
            agents,
            seed,
            shares,
            weightSpread,
            sRun,
            changes: {
              boundary: {
                tier: tier as 1 | 2 | 3,
                people: "U.S. adults",
                basis: tier === 1 ? "by a survey of 2014" : "predicted from surveys of 2006 to 2020",
                answers: null,
                polarity: seed % 4 === 0 ? "opposite" : null,
                evidence: seed % 5 === 0 ? "demo" : "predicted",
              },
              textSource: seed % 2 === 0 ? "templates" : "model",
              earlier_runs: seed % 3 === 0
                ? [{ simulation_id: "earlier", completed_at: "2026-10-01T00:00:00.000Z", ...earlier }]
                : [],
            },
          })));
        },
      ),
      { numRuns: 300, seed: 6 },
    );
  });

  it("leaves the findings of failed blocks out of its text", () => {
    const input = syntheticRun({ agents: 900, planted: { dimension: "age", segment: "65+", points: -30 } });
    const failed = { state: "failed" } as const;
    const reading = readingOf(input, {
      patterns: failed,
      reservations: failed,
      attractions: failed,
      intensity: failed,
    });
    assertSound(reading);
    assert.doesNotMatch(
      reading.post_hoc.synthesis!.text,
      /difference|segment|reservation|attraction|intensity/,
    );
    assert.equal(reading.block_status.patterns, "failed");
    assert.equal(reading.post_hoc.patterns, null);
    assert.equal(noBlockCompleted(reading.block_status), false);
  });

  it("whose chunks, weights or intensities contradict each other is refused", () => {
    const input = syntheticRun({ agents: 900, chunk: 300 });
    const [first, second, third] = input.chunks;
    assert.throws(() => readingOf({ ...input, chunks: [first!, third!] }), RangeError);
    assert.throws(() => readingOf({ ...input, chunks: [first!, second!] }), RangeError);
    assert.throws(() => readingOf({ ...input, weights: [1] }), RangeError);
    const wrong = { ...first!, intensity: first!.intensity.map(() => 6) };
    assert.throws(() => readingOf({ ...input, chunks: [wrong, second!, third!] }), RangeError);
  });

  it("is the same however the agents were chunked", () => {
    const whole = readingOf(syntheticRun({ agents: 1_000, chunk: 1_000 }));
    const pieces = syntheticRun({ agents: 1_000, chunk: 77 });
    assert.deepEqual(readingOf({ ...pieces, chunks: pieces.chunks.toReversed() }), whole);
  });
});

describe("the payload's schema", () => {
  it("refuses what the contract does not have, and names the place", () => {
    const { post_hoc } = readingOf(syntheticRun({ agents: 300 }));
    const wrong: [unknown, RegExp][] = [
      [{ ...post_hoc, extra: 1 }, /additional|extra/],
      [{ ...post_hoc, synthesis: { text: "", confidence: "high" } }, /synthesis/],
      [{ ...post_hoc, synthesis: { text: "Fine.", confidence: "certain" } }, /synthesis/],
      [{ ...post_hoc, intensity: { ...post_hoc.intensity, median: 6 } }, /intensity/],
      [{ ...post_hoc, patterns: { patterns: Array(7).fill(0), method_note: "x" } }, /patterns/],
      [{ ...post_hoc, quotes: undefined }, /quotes/],
    ];
    for (const [payload, message] of wrong) assert.throws(() => assertPostHoc(payload), message);
    assertPostHoc(post_hoc);
  });
});
