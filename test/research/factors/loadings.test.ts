import assert from "node:assert/strict";
import type { SurveyMapping } from "#engine/bank/mapping.ts";
import type { Respondents } from "#engine/bank/respondents.ts";
import { normalQuantile } from "#engine/random/normal.ts";
import { streamKey, uniformPair } from "#engine/random/philox.ts";
import { DIMENSION_NAMES } from "#engine/population/dimensions.ts";
import { fitLoadings, LOADINGS } from "#research/factors/loadings.ts";
import { type Pair, pairsOf, phiOf } from "#research/factors/pairs.ts";
import { residualsOf } from "#research/factors/residuals.ts";

const PEOPLE = 6_000;
const pair = new Float64Array(2);
const normal = (name: string, index: number): number => {
  uniformPair(pair, streamKey(1, name), index, 0);
  return normalQuantile(pair[0]!);
};

/**
 * A survey whose people share two factors: question q has these loadings, a party difference, and a middle answer. The first segment of each
 * other dimension is everybody's.
 */
function survey(loadings: readonly (readonly [number, number])[]): [SurveyMapping, Respondents] {
  const party = Uint8Array.from({ length: PEOPLE }, (_, i) => 1 << (i % 2 === 0 ? 0 : 4));
  const answers = loadings.map(([a, b], q) =>
    Uint8Array.from({ length: PEOPLE }, (_, i) => {
      const own = Math.sqrt(1 - a * a - b * b) * normal(`own ${q}`, i);
      const latent = a * normal("first", i) + b * normal("other", i) + own;
      const cut = 0.3 + (i % 2 === 0 ? 0.5 : -0.5);
      return latent > cut ? 0 : latent > cut - 0.6 ? 1 : 2;
    })
  );
  const mapping = {
    survey: "planted",
    questions: loadings.map((_, q) => ({ variable: `q${q}` })),
  } as unknown as SurveyMapping;
  const everybody = new Uint8Array(PEOPLE).fill(1);
  return [mapping, {
    count: PEOPLE,
    weights: loadings.map(() => new Float64Array(PEOPLE).fill(1)),
    segments: DIMENSION_NAMES.map((name) => name === "party" ? party : everybody),
    answers,
  } as unknown as Respondents];
}

const PLANTED = [[0.7, 0], [0.6, 0.3], [0, 0.6], [-0.5, 0.4], [0.3, -0.6], [0.5, 0.5], [0, 0], [
  -0.7,
  0.1,
]] as const;
const product = (a: number, b: number) => PLANTED[a]![0] * PLANTED[b]![0] + PLANTED[a]![1] * PLANTED[b]![1];

describe("the correlation of two questions beyond their segments", () => {
  it("is that of the people's latents, though party makes all yeses agree", () => {
    const pairs = pairsOf(residualsOf(...survey(PLANTED)));
    assert.equal(pairs.length, 28);
    for (const { a, b, correlation, variance, phi } of pairs) {
      assert.ok(
        Math.abs(correlation - product(a, b)) < 4 * Math.sqrt(variance) + 0.02,
        `${a} ${b}: ${correlation}`,
      );
      assert.ok(phi > 0.5 * product(a, b), `${a} ${b}: ${phi}`);
    }
    assert.ok(pairs.find(({ a, b }) => a === 2 && b === 6)!.phi > 0.1, "party alone makes them agree");
  });

  it("leaves pairs out that fewer than two hundred people answered", () => {
    const [mapping, people] = survey(PLANTED.slice(0, 2));
    const few = people.answers.map((each, q) =>
      q === 0 ? each : each.map((answer, i) => i < 150 ? answer : 3)
    );
    assert.deepEqual(pairsOf(residualsOf(mapping, { ...people, answers: few })), []);
  });
});

describe("the fit of loadings", () => {
  const pairs = (kept: (a: number, b: number) => boolean): Pair[] =>
    PLANTED.flatMap((_, a) =>
      PLANTED.flatMap((__, b) =>
        b > a && kept(a, b)
          ? [{ a, b, effective_n: 3_000, correlation: product(a, b), variance: 1e-4, phi: 0 }]
          : []
      )
    );
  const options = { ...LOADINGS, factors: 2, misfit: 1e-4, precision: 1, sweeps: 200 };
  const dot = (a: Float64Array, b: Float64Array) => a.reduce((sum, x, k) => sum + x * b[k]!, 0);

  it("gives back the correlations, also of pairs that were left out", () => {
    const profiles = PLANTED.map(() => new Float64Array(3).fill(0.1));
    const { questions } = fitLoadings(profiles, pairs((a, b) => (a + b) % 5 !== 0), options);
    for (const { a, b, correlation } of pairs(() => true)) {
      assert.ok(Math.abs(dot(questions[a]!, questions[b]!) - correlation) < 0.06, `${a} ${b}`);
    }
  });

  it("links questions that nobody answered together by their profiles, and opposite profiles oppositely", () => {
    // Five surveys of the same questions without a pair between them, and a last question without any; profiles say the loadings.
    const size = PLANTED.length;
    const within = [0, 1, 2, 3, 4].flatMap((survey) =>
      pairs(() => true).map((each) => ({ ...each, a: each.a + survey * size, b: each.b + survey * size }))
    );
    const profiles = Array.from({ length: 5 * size }, (_, q) => Float64Array.from(PLANTED[q % size]!));
    const { questions } = fitLoadings([...profiles, Float64Array.of(-0.7, 0)], within, {
      ...options,
      precision: 100,
    });
    for (const { a, b, correlation } of pairs(() => true)) {
      const found = dot(questions[a]!, questions[b + 3 * size]!);
      assert.ok(Math.abs(found - correlation) < 0.1, `${a} ${b}: ${found}, planted ${correlation}`);
    }
    const opposite = dot(questions[0]!, questions[5 * size]!);
    assert.ok(opposite < -0.3 && opposite > -0.6, `${opposite}`);
  });
});

describe("phi", () => {
  it("is the correlation of two columns", () => {
    const column = (...values: number[]) => Uint8Array.from(values);
    assert.equal(phiOf(column(1, 1, 0, 0), column(1, 1, 0, 0)), 1);
    assert.equal(phiOf(column(1, 1, 0, 0), column(0, 0, 1, 1)), -1);
    assert.equal(phiOf(column(1, 0, 1, 0), column(1, 1, 0, 0)), 0);
    assert.ok(Math.abs(phiOf(column(1, 1, 1, 0), column(1, 1, 0, 0)) - 1 / Math.sqrt(3)) < 1e-12);
  });
});
