import assert from "node:assert/strict";
import { newestMethodology } from "#engine/bank/catalogue.ts";
import { answerAgents } from "#engine/sampling/answer-agents.ts";
import { prepareSimulation } from "#engine/sampling/prepared-simulation.ts";
import { phiOf } from "#research/factors/pairs.ts";
import { forecastOf } from "#testing/engine-run.ts";

const AGENTS = 10_000;

/** Who says yes to a question, of the agents of one seed. */
async function yesOf(question: string, slug: string): Promise<Uint8Array> {
  const run = prepareSimulation({
    seed: 5,
    methodology: newestMethodology(slug)!,
    forecast: await forecastOf(question, slug),
  });
  return answerAgents(run, 0, AGENTS).answer.map((answer) => answer === 0 ? 1 : 0);
}

/** Questions that the same people answered, with the phi of their yeses in the weighted microdata (`docs/agents.md`). */
const PAIRS: readonly (readonly [phi: number, ...questions: [slug: string, question: string][]])[] = [
  [0.005, ["policy-support", "Should courts punish criminals more harshly?"], [
    "policy-support",
    "Should people need a permit from the police to buy a gun?",
  ]],
  [0.174, ["confidence-in-institutions", "Do you trust banks a great deal?"], [
    "confidence-in-institutions",
    "Do you trust labor unions a great deal?",
  ]],
  [-0.135, ["public-spending", "Should the country spend more on weapons and the armed forces?"], [
    "public-spending",
    "Should the country spend more on protecting nature and the environment?",
  ]],
  [0.254, ["public-spending", "Should the country spend more on the health of the population?"], [
    "public-spending",
    "Should the country spend more on better schools?",
  ]],
  [-0.339, ["abortion-and-end-of-life", "Should abortion be legal for whatever reason a woman has?"], [
    "personal-morals",
    "Is sex before marriage wrong?",
  ]],
  [0.74, [
    "abortion-and-end-of-life",
    "Should abortion be legal when a family is too poor for another child?",
  ], [
    "abortion-and-end-of-life",
    "Should abortion be legal for whatever reason a woman has?",
  ]],
  [-0.447, ["free-speech", "Should opponents of religion be allowed to speak in public?"], [
    "free-speech",
    "Should public libraries take out books written against religion?",
  ]],
  [0.375, ["community-and-trust", "Generally speaking, would you say that you can trust other people?"], [
    "community-and-trust",
    "Do people mostly try to be fair?",
  ]],
  [-0.359, ["personal-morals", "Is gay sex morally wrong?"], [
    "religion-in-society",
    "Is it right that public schools may not require Bible reading or prayer?",
  ]],
];

describe("two runs of one seed", () => {
  it("give the crosstabs that surveys gave, across topics and within them", async () => {
    const off = await Promise.all(PAIRS.map(async ([people, ...questions]) => {
      const [first, other] = await Promise.all(questions.map(([slug, question]) => yesOf(question, slug)));
      const phi = phiOf(first!, other!);
      assert.ok(
        Math.abs(phi - people) < 0.15,
        `${questions[0]![1]} × ${questions[1]![1]}: ${phi}, people ${people}`,
      );
      return Math.abs(phi - people);
    }));
    const mean = off.reduce((sum, x) => sum + x, 0) / off.length;
    assert.ok(mean < 0.06, `${mean}`);
  });

  it("have the same agents answer a question in other words alike, and its opposite in mirror image", async () => {
    const slug = "policy-support";
    const plain = await yesOf("Should people need a permit from the police to buy a gun?", slug);
    assert.deepEqual(await yesOf("SHOULD people need a  permit from the police to buy a gun", slug), plain);
    const asked = "Should the country spend more on better schools?";
    const opposite = "Should the country spend less on better schools?";
    const no = async (question: string) => {
      const methodology = newestMethodology("public-spending")!;
      const forecast = await forecastOf(question, "public-spending");
      return answerAgents(prepareSimulation({ seed: 5, methodology, forecast }), 0, AGENTS).answer.map((
        answer,
      ) => answer === 2 ? 1 : 0);
    };
    assert.deepEqual(await no(opposite), await yesOf(asked, "public-spending"));
  });
});
