import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { calibratedBank } from "#engine/bank/calibrated-survey.ts";
import { newestMethodology, PUBLISHED } from "#engine/bank/catalogue.ts";
import { isTierOne, type Match } from "#engine/bank/matcher.ts";
import type { Forecast } from "#engine/forecast/forecast.ts";
import { readPredictorAsset } from "#engine/forecast/forecaster.ts";
import { intervalAround } from "#engine/forecast/uncertainty.ts";
import { logit } from "#engine/random/normal.ts";
import { answerAgents } from "#engine/sampling/answer-agents.ts";
import { prepareSimulation } from "#engine/sampling/prepared-simulation.ts";
import type { Verdict } from "#engine/verdict/schema.ts";
import { rakeWeights, verdict } from "#engine/verdict/verdict.ts";
import { forecaster, forecastOf } from "#testing/engine-run.ts";

async function verdictOf(question: string, slug: string, scenario = {}): Promise<Verdict> {
  const run = prepareSimulation({
    seed: 31,
    methodology: newestMethodology(slug)!,
    forecast: await forecastOf(question, slug, scenario),
  });
  const chunks = [answerAgents(run, 0, 1_000)];
  return verdict(run, chunks, rakeWeights(run, chunks));
}

describe("a forecast", () => {
  it("is the same with and without a question mark, in capitals and with other spacing", async () => {
    for (
      const [slug, question] of [
        ["policy-support", "Do you support raising the minimum wage?"],
        ["confidence-in-institutions", "Do you have trust in police officers?"],
        ["subscription-pricing", "Would you pay $9 a month for this podcast app?"],
      ] as const
    ) {
      const plain = await verdictOf(question, slug);
      for (
        const spelt of [
          question.slice(0, -1),
          question.toUpperCase(),
          `  ${question.replaceAll(" ", "   ")} `,
        ]
      ) {
        assert.deepEqual(await verdictOf(spelt, slug), plain, spelt);
      }
    }
  });

  it("mirrors that of the opposite question, agents included", async () => {
    for (
      const [slug, one, other] of [
        [
          "policy-support",
          "Do you support raising the minimum wage?",
          "Do you oppose raising the minimum wage?",
        ],
        [
          "public-spending",
          "Should the country spend more on education and schools?",
          "Should the country spend less on education and schools?",
        ],
        ["product-purchase-intent", "Would you buy this oat milk?", "Would you refuse to buy this oat milk?"],
        ["brand-trust", "Do you trust this bank?", "Do you distrust this bank?"],
      ] as const
    ) {
      const [a, b] = [await verdictOf(one, slug), await verdictOf(other, slug)];
      assert.deepEqual([a.yes, a.maybe, a.no, a.yes_pct, a.no_pct], [
        b.no,
        b.maybe,
        b.yes,
        b.no_pct,
        b.yes_pct,
      ], one);
      if (a.interval_pct === null || b.interval_pct === null) {
        assert.deepEqual([a.interval_pct, b.interval_pct], [null, null], one);
        continue;
      }
      const [[low, high], [turnedLow, turnedHigh]] = [a.interval_pct.yes, b.interval_pct.no];
      // Most say yes, so the share of a misread turn lies below: the other end stays.
      assert.ok(turnedLow <= low && Math.abs(turnedHigh - high) <= 0.21, one);
      assert.deepEqual(a.interval_pct.maybe, b.interval_pct.maybe, one);
    }
  });

  it("is less sure of a calibrated question that it turns round, by the rate at which turns are misread", async () => {
    const slug = "public-spending";
    const straight = await verdictOf("Should the country spend more on education and schools?", slug);
    const turned = await verdictOf("Should the country spend less on education and schools?", slug);
    const [a, b] = [straight.interval_pct!.yes, turned.interval_pct!.no];
    // Seven in ten say yes, so a misread turn lies below.
    assert.ok(a[0] - b[0] > 3, `${a} and ${b}`);
    const { uncertainty } = await forecastOf("Should the country spend less on education and schools?", slug);
    const { misread } = readPredictorAsset().errors;
    assert.ok(misread > 0.005 && misread < 0.1, `${misread}`);
    assert.ok(
      uncertainty!.overall.yes.some(({ weight, offset }) => Math.abs(weight - misread) < 0.002 && offset > 1),
    );
  });

  it("holds in a table's interval what was measured to change in the years since", async () => {
    const { drift } = readPredictorAsset().errors;
    const sdOf = async (slug: string, question: string) => {
      const { uncertainty, matched, tier } = await forecastOf(question, slug);
      assert.equal(tier, 1, question);
      return { sd: Math.max(...uncertainty!.overall.yes.map(({ sd }) => sd)), year: matched!.year };
    };
    const old = calibratedBank().find(({ asked, effective_n }) => asked.year === 2006 && effective_n > 600)!;
    const owner = PUBLISHED.find(({ calibrated_questions = [] }) =>
      calibrated_questions.some(({ id }) => id === old.id)
    )!;
    const { sd, year } = await sdOf(owner.slug, old.wordings[0]!);
    assert.equal(year, "2006");
    assert.ok(drift > 0.004 && drift < 0.02, `${drift}`);
    assert.ok(sd > Math.sqrt(18 * drift + 0.18 ** 2), `${sd}`);
  });

  it("has no fewer people trust at all than trust a great deal", async () => {
    const slug = "confidence-in-institutions";
    const [great, any] = [
      await forecastOf("Do you trust banks a great deal?", slug),
      await forecastOf("Do you trust banks at all?", slug),
    ];
    assert.equal(any.tier, 2);
    assert.ok(any.overall.yes >= great.overall.yes, `${any.overall.yes} and ${great.overall.yes}`);
    const { yes, maybe, no } = any.overall;
    assert.ok(Math.abs(yes + maybe + no - 1) < 1e-9 && Math.min(maybe, no) >= 0);
  });

  it("of what people cannot answer by yes or no says nothing of them, and draws from one mean, whatever table is at hand", async () => {
    const unanswerable = await Promise.all(
      [
        "Asdf qwer zxcv uiop hjkl?",
        "Soll die Regierung mehr Geld für Schulen und Parks ausgeben?",
        "What should the country spend more on?",
        "Should taxes be cut and spending on schools be raised?",
        "Should the country raise taxes and cut spending on schools?",
        // Much like a calibrated question, which would be tier 1.
        "How much more should the country spend on education and schools?",
      ].flatMap((question) =>
        // Of the second one has a table that resembles the last two questions, of the third one a made-up table.
        ["policy-support", "public-spending", "product-purchase-intent"].map((slug) =>
          forecastOf(question, slug)
        )
      ),
    );
    for (const { tier, evidence, uncertainty, matched, sources, overall } of unanswerable) {
      assert.deepEqual([tier, evidence, uncertainty, matched, sources], [2, "none", null, null, []]);
      assert.deepEqual(overall, unanswerable[0]!.overall);
    }
  });

  it("takes no question with a qualifier for the calibrated one, names the word, and is far less sure of it", async () => {
    const widthOf = ({ overall, uncertainty }: Forecast) => {
      const { low, high } = intervalAround(overall.yes, 1e6, uncertainty!.overall.yes);
      return high - low;
    };
    for (
      const [question, slug, qualifiers] of [
        ["Should the country spend more on fighting violent crime?", "public-spending", ["violent"]],
        ["Should only the country spend more on fighting crime?", "public-spending", ["only"]],
        ["Should public schools teach sex education to first graders?", "personal-morals", [
          "to first graders",
        ]],
        // Here the calibrated question has the word.
        [
          "Should there be a buyback of assault rifles?",
          "policy-support",
          ["mandatory"],
        ],
      ] as const
    ) {
      const found = await forecastOf(question, slug);
      assert.deepEqual(
        [found.tier, found.evidence, found.qualifiers],
        [2, "predicted", qualifiers],
        question,
      );
      const asked = await forecastOf(found.matched!.text, slug);
      assert.deepEqual([asked.tier, asked.qualifiers], [1, []]);
      assert.ok(widthOf(found) > 2 * widthOf(asked), `${widthOf(found)} and ${widthOf(asked)}`);
    }
  });

  it("takes no question of what the law ought to allow for one of what people favor, some of whom neither favor nor oppose it", async () => {
    for (
      const [question, word] of [
        ["Should fracking be allowed in the United States?", "allowed"],
        ["Fracking should be allowed in America.", "allowed"],
        ["Should the sale of semi-automatic assault-style rifles be banned?", "banned"],
        ["Should transgender people be permitted to serve in the military?", "permitted"],
      ] as const
    ) {
      const found = await forecastOf(question, "policy-support");
      assert.deepEqual([found.tier, found.evidence], [2, "predicted"], question);
      assert.ok(found.qualifiers.includes(word), `${question} ${found.qualifiers}`);
      const { yes, maybe } = found.matched!.shares_pct;
      const { low, high } = intervalAround(found.overall.yes, 1e6, found.uncertainty!.overall.yes);
      assert.ok(100 * low < yes && 100 * high > yes + maybe, `${low} to ${high}`);
    }
    for (
      const question of [
        "Do you favor fracking in the United States?",
        "Do you support a ban on assault-style rifles?",
        "Should gays and lesbians be allowed to serve in the military?",
      ]
    ) assert.equal((await forecastOf(question, "policy-support")).tier, 1, question);
  });

  it("takes stricter background checks for no question that was asked", async () => {
    const { tier } = await forecastOf(
      "Should there be stricter background checks for gun buyers?",
      "policy-support",
    );
    assert.equal(tier, 2);
    assert.equal(
      (await forecastOf("Should there be universal background checks for gun buyers?", "policy-support"))
        .tier,
      1,
    );
  });

  it("never rises with a price, read from the context or from the question, and falls by more than 15 points from $5 to $200", async () => {
    const prices = [1, 2, 5, 10, 15, 20, 35, 50, 100, 200, 500, 1_000, 5_000];
    const fromContext = await Promise.all(
      prices.map((monthly_price_usd) =>
        verdictOf("Would you subscribe to this video service?", "subscription-pricing", { monthly_price_usd })
      ),
    );
    const fromQuestion = await Promise.all(
      prices.map((price) =>
        verdictOf(`Would you pay $${price} a month for this video service?`, "subscription-pricing")
      ),
    );
    for (const verdicts of [fromContext, fromQuestion]) {
      const yes = verdicts.map(({ yes_pct }) => yes_pct);
      assert.deepEqual(yes, yes.toSorted((a, b) => b - a));
      assert.ok(yes[2]! - yes[9]! > 15, `${yes}`);
    }
  });

  it("keeps who says yes of those who decide, and has a middle answer as far as one is offered", async () => {
    const [question, slug] = ["Should every town have a public piano?", "policy-support"] as const;
    const [unsaid, without, middle] = [
      await forecastOf(question, slug),
      await forecastOf(question, slug, { answers_offered: "yes_no" }),
      await forecastOf(question, slug, { answers_offered: "yes_maybe_no" }),
    ];
    assert.deepEqual([unsaid.tier, without.overall.maybe], [2, 0]);
    for (const { maybe } of without.segments.values()) assert.ok(maybe < 1e-9, `${maybe}`);
    assert.ok(middle.overall.maybe > unsaid.overall.maybe && unsaid.overall.maybe > 0.02);
    for (const { overall: { yes, no } } of [without, middle]) {
      const { overall } = unsaid;
      assert.ok(Math.abs(yes / (yes + no) - overall.yes / (overall.yes + overall.no)) < 1e-6);
    }
    const spread = ({ uncertainty }: Forecast) => Math.max(...uncertainty!.overall.yes.map(({ sd }) => sd));
    assert.ok(spread(without) < spread(unsaid));
    assert.equal(spread(middle), spread(without));
    assert.ok(intervalAround(0, 10_000, without.uncertainty!.overall.maybe).high < 0.001);
    assert.deepEqual(without.scenario, { answers_offered: "yes_no", read_from: "context", ignored: [] });
    const { maybe } = await verdictOf(question, slug, { answers_offered: "yes_no" });
    assert.equal(maybe, 0);
  });

  it("does not take a survey's question with a middle answer for one without, and divides its middle as the others do", async () => {
    const [question, slug] = ["Should the country spend more on education and schools?", "public-spending"];
    const asked = await forecastOf(question, slug, { answers_offered: "yes_maybe_no" });
    assert.deepEqual([asked.tier, asked.overall], [1, (await forecastOf(question, slug)).overall]);
    const forced = await forecastOf(question, slug, { answers_offered: "yes_no" });
    assert.deepEqual([forced.tier, forced.overall.maybe], [2, 0]);
    assert.deepEqual(forced.matched, asked.matched);
    const { yes, no } = asked.overall;
    const [table] = forced.uncertainty!.overall.yes;
    assert.ok(table!.weight > 0.2 && table!.weight <= 0.5, `${table!.weight}`);
    assert.ok(Math.abs(logit(forced.overall.yes) + table!.offset - logit(yes / (yes + no))) < 1e-6);
    const madeUp = await forecastOf("Would you pay for this?", "subscription-pricing", {
      answers_offered: "yes_no",
    });
    assert.deepEqual(madeUp.scenario?.ignored, ["answers_offered"]);
  });

  it("shows what of a scenario was applied, and what was not", async () => {
    const context = { monthly_price_usd: 15, free_trial_days: 7 };
    assert.deepEqual(
      (await forecastOf("Would you pay for this?", "subscription-pricing", context)).scenario,
      {
        monthly_price_usd: 15,
        read_from: "context",
        ignored: ["free_trial_days"],
      },
    );
    const { scenario } = await forecastOf(
      "Would you pay fifteen dollars a month for this app?",
      "subscription-pricing",
    );
    assert.deepEqual(scenario, { monthly_price_usd: 15, read_from: "question", ignored: [] });
    assert.equal((await forecastOf("Would you pay for this?", "subscription-pricing")).scenario, null);
  });

  it("has its interval from held-out questions where surveys asked, and is unmeasured where figures are made up", async () => {
    assert.equal(
      (await forecastOf("Should taxes on cigarettes be raised?", "policy-support")).uncertainty?.basis,
      "held_out_questions",
    );
    const madeUp = await forecastOf("Would you buy this oat milk?", "product-purchase-intent");
    assert.deepEqual([madeUp.uncertainty, madeUp.evidence, madeUp.sources[0]?.illustrative], [
      null,
      "demo",
      true,
    ]);
  });
});

describe("calibrated questions in other words", () => {
  const bank = new Map(calibratedBank().map((question) => [question.id, question]));
  const lines = readFileSync(
    new URL("../../../research/evaluation/free-rewordings.tsv", import.meta.url),
    "utf8",
  );
  interface Matched {
    readonly id: string;
    readonly match: Match;
    readonly found: string | undefined;
    readonly error: number;
  }
  let matched: readonly Matched[];
  before(async () => {
    matched = await Promise.all(
      lines.trimEnd().split("\n").map(async (line): Promise<Matched> => {
        const [id = "", text = ""] = line.split("\t");
        const match = await forecaster.matchAmong(text, PUBLISHED);
        const found = 1 - match.none >= 0.3 ? match.best?.id : undefined;
        const forecast = await forecastOf(text, null);
        return { id, match, found, error: 100 * Math.abs(forecast.overall.yes - bank.get(id)!.overall.yes) };
      }),
    );
  });
  const sameObject = (a: string, b: string) => bank.get(a)!.object === bank.get(b)!.object;

  it("are matched to their question, or another wording of its object, in 95 % of cases, and to a wrong one in at most 2 %", () => {
    const right = matched.filter(({ id, found }) => found !== undefined && sameObject(id, found)).length;
    const wrong = matched.filter(({ id, found }) => found !== undefined && !sameObject(id, found)).length;
    assert.ok(right / matched.length >= 0.95, `${right} of ${matched.length}`);
    assert.ok(wrong / matched.length <= 0.02, `${wrong} of ${matched.length}`);
  });

  it("have a mean error of at most 5 points", () => {
    const mean = matched.reduce((sum, { error }) => sum + error, 0) / matched.length;
    assert.ok(mean <= 5, `${mean}`);
  });

  it("with a qualifier seldom reach tier 1: of a list that nothing was chosen on one in five", async () => {
    const file = new URL("../../../research/evaluation/fresh-qualified.txt", import.meta.url);
    const qualified = readFileSync(file, "utf8").trimEnd().split("\n");
    const matches = await Promise.all(qualified.map((text) => forecaster.matchAmong(text, PUBLISHED)));
    const taken = matches.filter((match) => isTierOne(match)).length;
    assert.ok(taken / qualified.length <= 0.2, `${taken} of ${qualified.length}`);
  });

  it("reach tier 1 with the right table, not with another one", () => {
    const first = matched.filter(({ match }) => isTierOne(match));
    assert.ok(first.length / matched.length > 0.8, `${first.length}`);
    assert.ok(first.filter(({ id, match }) => !sameObject(id, match.best!.id)).length <= 1);
  });
});
