import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { designErrors, studentQuantile975 } from "#engine/bank/design.ts";
import { CalibrationFault, type SurveyMapping } from "#engine/bank/mapping.ts";
import { encodeRespondents, type Respondents } from "#engine/bank/respondents.ts";
import { tabulate } from "#engine/bank/tables.ts";
import {
  CITY_TRUTH,
  DISTRICT_COLUMNS,
  DISTRICT_MAPPING,
  type DistrictRow,
  districtSample,
} from "./district-survey.ts";
import { fewestOf } from "../binomial.ts";

/** What R's survey printed for the same rows: `design.R` beside it. */
const FIGURES: Readonly<Record<string, { readonly shares: number[]; readonly errors: number[] }>> = JSON
  .parse(
    readFileSync(new URL("./design-figures.json", import.meta.url), "utf8"),
  );

const { clusters: _, strata: __, ...UNDESIGNED } = DISTRICT_MAPPING;
const MAPPINGS: Readonly<Record<string, SurveyMapping>> = {
  "clusters and strata": DISTRICT_MAPPING,
  clusters: { ...UNDESIGNED, clusters: "block" },
  strata: { ...UNDESIGNED, strata: "district" },
  weights: UNDESIGNED,
};

const encode = (rows: readonly DistrictRow[], mapping: SurveyMapping = DISTRICT_MAPPING): Respondents =>
  encodeRespondents(
    mapping,
    DISTRICT_COLUMNS,
    rows.map((row) => Object.fromEntries(DISTRICT_COLUMNS.map((name) => [name, String(row[name])]))),
  );

const near = (actual: readonly number[], expected: readonly number[] = []) =>
  actual.forEach((value, k) =>
    assert.ok(Math.abs(value - (expected[k] ?? NaN)) < 1e-7, `${actual} ${expected}`)
  );

describe("Errors of a survey's shares", () => {
  for (const [name, mapping] of Object.entries(MAPPINGS)) {
    it(`by ${name} are those of R's survey, of everybody and of segments`, () => {
      const rows = districtSample(0);
      const respondents = encode(rows, mapping);
      const domains = {
        overall: () => true,
        "sex=female": (i: number) => rows[i]?.sex === "F",
        "race=black": (i: number) => rows[i]?.race === "black",
      };
      const [table] = tabulate(mapping, respondents);
      for (const [row, isIn] of Object.entries(domains)) {
        const expected = FIGURES[`${name}, ${row}`];
        const { yes, maybe, no } = row === "overall" ? table!.overall : {
          ...table!.segments.find(({ dimension, segment }) => `${dimension}=${segment}` === row)!,
        };
        near([yes, maybe, no], expected?.shares);
        const [answers, weights] = [respondents.answers[0]!, respondents.weights[0]!];
        const errors = designErrors(respondents.design, { answers, weights, isIn }, { yes, maybe, no });
        near([errors.yes, errors.maybe, errors.no], expected?.errors);
      }
    });
  }

  it("hold the truth in the interval of their effective number, where Kish's holds it too seldom", () => {
    const samples = 300;
    const inside = (mapping: SurveyMapping) =>
      Array.from({ length: samples }, (_, sample) => {
        const [{ overall }] = tabulate(mapping, encode(districtSample(sample), mapping)) as [
          ReturnType<typeof tabulate>[number],
        ];
        const half = 1.96 * Math.sqrt(overall.yes * (1 - overall.yes) / overall.effective_n);
        return Math.abs(overall.yes - CITY_TRUTH.yes) <= half;
      }).filter(Boolean).length;
    const [designed, kish] = [inside(DISTRICT_MAPPING), inside(UNDESIGNED)];
    assert.ok(designed >= fewestOf(samples, 0.95, 0.01), `${designed} of ${samples}`);
    assert.ok(kish < fewestOf(samples, 0.95, 0.01), `${kish} of ${samples}`);
  });

  it("are worth one person where a segment is in one cluster, and never more than Kish's number", () => {
    const rows = districtSample(0).map((row, i) => ({ ...row, race: i < 6 ? "black" : "white" } as const));
    const [table] = tabulate(DISTRICT_MAPPING, encode(rows));
    assert.equal(table!.segments.find(({ segment }) => segment === "black")?.effective_n, 1);
    const [kish] = tabulate(UNDESIGNED, encode(rows, UNDESIGNED));
    assert.ok(table!.overall.effective_n < kish!.overall.effective_n);
    table!.segments.forEach(({ effective_n }, k) => {
      assert.ok(effective_n >= 1 && effective_n <= kish!.segments[k]!.effective_n);
    });
  });

  it("take the quantile of Student's t for few clusters", () => {
    const known = [[1, 12.706], [2, 4.3027], [3, 3.1824], [5, 2.5706], [10, 2.2281], [30, 2.0423]] as const;
    for (const [df, t] of known) assert.ok(Math.abs(studentQuantile975(df) / t - 1) < 0.01, String(df));
  });
});

describe("A survey whose errors cannot be known", () => {
  const refusal = (rows: readonly DistrictRow[], mapping: SurveyMapping = DISTRICT_MAPPING) => {
    try {
      tabulate(mapping, encode(rows, mapping));
    } catch (error) {
      if (error instanceof CalibrationFault) return `${error.code}: ${error.message}`;
      throw error;
    }
    return "accepted";
  };
  const rows = districtSample(0);

  it("is refused where one weight outweighs the others, however many rows it has", () => {
    const heavy = rows.slice(0, 120).map((row, i) => ({ ...row, w: i === 0 ? 1e6 : 1 }));
    assert.match(
      refusal(heavy, UNDESIGNED),
      /^too_few_respondents: .* the 120 people who answered it are worth 1\.0 .*effective n.*at least 100/,
    );
  });

  it("is refused where people of a cluster all answer alike, so that clusters count and not people", () => {
    const alike = rows.map((row) => ({ ...row, park: row.block % 2 === 0 ? 1 : 3 } as const));
    assert.match(refusal(alike), /^too_few_respondents: .*after weights and clusters/);
    assert.equal(refusal(alike, UNDESIGNED), "accepted");
  });

  it("is refused where a stratum has one cluster, or a row none", () => {
    const lone = rows.map((row) => row.district === 3 ? { ...row, block: 1 } : row);
    assert.match(refusal(lone), /^stratum_alone: .*stratum "3" of column district has one cluster alone/);
    const one = { ...UNDESIGNED, clusters: "w" };
    assert.match(
      refusal(rows.map((row) => ({ ...row, w: 1 })), one),
      /^stratum_alone: .* all its people are of one cluster/,
    );
    const lost = rows.map((row, i) => i === 4 ? { ...row, block: "" as unknown as number } : row);
    assert.match(
      refusal(lost),
      /^design_missing: Cannot place line 6 in the sample: its column block is empty/,
    );
    assert.match(
      refusal(rows, { ...DISTRICT_MAPPING, strata: "ward" }),
      /^column_missing: Cannot read column ward/,
    );
  });
});
