import assert from "node:assert/strict";
import { calibratedBank } from "#engine/bank/calibrated-survey.ts";
import { invertedShares } from "#engine/bank/shares.ts";
import { calibratedKey } from "#engine/forecast/resembling.ts";
import {
  calibratedLoadings,
  loadingsOf,
  profileLoadings,
  profileOf,
  profileOfTable,
} from "#engine/sampling/loadings.ts";
import { forecastOf } from "#testing/engine-run.ts";

const BANK = calibratedBank();
/** Those whose surveys' terms let more than shares be fitted. */
const FITTED = BANK.filter(({ survey }) => !survey.startsWith("anes"));
const dot = (a: Float64Array, b: Float64Array) => a.reduce((sum, x, k) => sum + x * b[k]!, 0);

describe("the loadings that come with the service", () => {
  it("are there for every calibrated question but those of the ANES, and explain at most nine tenths of one", () => {
    for (const question of FITTED) {
      const loadings = calibratedLoadings(calibratedKey(question));
      assert.ok(loadings !== undefined && loadings.length === 12, question.id);
      assert.ok(dot(loadings, loadings) <= 0.92, question.id);
    }
    assert.ok(FITTED.length > 300 && FITTED.length < BANK.length);
    for (const question of BANK.filter(({ survey }) => survey.startsWith("anes"))) {
      assert.equal(calibratedLoadings(calibratedKey(question)), undefined, question.id);
    }
    assert.equal(calibratedLoadings("gss-2016-2018/nothing"), undefined);
    assert.equal(calibratedLoadings("constructor"), undefined);
  });

  it("agree with what the question's profile says by itself", () => {
    const likeness = FITTED.map((question) => {
      const own = calibratedLoadings(calibratedKey(question))!;
      const told = profileLoadings(profileOfTable(question));
      return dot(own, told) / Math.sqrt(dot(own, own) * dot(told, told));
    });
    assert.ok(likeness.reduce((sum, x) => sum + x, 0) / likeness.length > 0.5);
  });
});

describe("a question's loadings", () => {
  it("are turned with its answers, and none where nobody differs from anybody", () => {
    for (const { overall, segments } of BANK.slice(0, 20)) {
      const names = segments.map(({ dimension, segment }) => `${dimension}=${segment}`);
      const profile = profileOf(overall, new Map(segments.map((each, k) => [names[k]!, each])));
      const turned = profileOf(
        invertedShares(overall, true),
        new Map(segments.map((each, k) => [names[k]!, invertedShares(each, true)])),
      );
      const [told, opposite] = [profileLoadings(profile), profileLoadings(turned)];
      told.forEach((x, k) => assert.ok(Math.abs(x + opposite[k]!) < 1e-9));
    }
    const even = { yes: 0.4, maybe: 0.2, no: 0.4 };
    assert.ok(profileLoadings(profileOf(even, new Map())).every((x) => x === 0));
  });

  it("are the calibrated question's where that was asked, the profile's elsewhere, and none for made-up figures", async () => {
    const asked = await forecastOf(
      "Should people need a permit from the police to buy a gun?",
      "policy-support",
    );
    assert.deepEqual(loadingsOf(asked), calibratedLoadings("gss-2016-2018/gunlaw"));
    // Agents are drawn for the positive form, whose yes is this table's no.
    const turned = await forecastOf(
      "Should public libraries take out books by Communists?",
      "public-opinion",
    );
    assert.deepEqual(loadingsOf(turned), calibratedLoadings("gss-2016-2018/libcom")?.map((x) => -x));
    const other = await forecastOf("Should the government ban the sale of plastic straws?", "policy-support");
    const told = profileLoadings(profileOf(other.overall, other.segments));
    assert.deepEqual(loadingsOf({ ...other, inverted: false }), told);
    assert.deepEqual(loadingsOf({ ...other, inverted: true }), told.map((x) => -x));
    assert.equal(loadingsOf({ ...asked, evidence: "demo" }).length, 0);
  });

  it("of an opposite question are those of the question, since agents are drawn for its positive form", async () => {
    const of = async (question: string) => loadingsOf(await forecastOf(question, "policy-support"));
    const support = await of("Do you support a ban on the sale of plastic straws?");
    assert.ok(support.some((x) => x !== 0));
    const opposed = await of("Do you oppose a ban on the sale of plastic straws?");
    opposed.forEach((x, k) => assert.ok(Math.abs(x - support[k]!) < 1e-9));
  });
});
