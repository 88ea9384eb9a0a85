import assert from "node:assert/strict";
import { assertRefused } from "#testing/caller.ts";
import { ask } from "#testing/stack.ts";
import { newOrganization, type TestOrganization } from "#testing/organizations.ts";
import { ended, newSimulation } from "#testing/simulations.ts";

describe("The disclosure of a verdict", () => {
  let own: TestOrganization;
  before(async () => {
    own = await newOrganization();
  });

  const disclosed = async (change: object) => {
    const id = await newSimulation(own.call, { agent_count: 100, ...change });
    await ended(own.call, id);
    const { status, data } = await own.call("GET", `/v1/simulations/${id}/disclosure`);
    assert.equal(status, 200);
    return data;
  };

  it("names the words that a question and the one it is matched with do not share", async () => {
    const crime = "Do you think we ought to spend extra on crime fighting?";
    const { matching } = await disclosed({ workflow_id: "public-spending", question: crime });
    assert.match(matching, /\. Of its words no wording of that question has "extra"\.$/);
    const turned = await disclosed({
      workflow_id: "citizenship-and-democracy",
      question: "Is voting by mail unsafe?",
    });
    assert.doesNotMatch(turned.matching, /unsafe/);
    const rifles = "Should there be a buyback of assault rifles?";
    const buyback = await disclosed({ workflow_id: "policy-support", question: rifles });
    assert.match(
      buyback.matching,
      /Of the words that most wordings of that question have it lacks (?:"[a-z-]+", )*"mandatory"/,
    );
  });

  it("says of a question on no topic that its interval is of people to whom it makes sense", async () => {
    const question = "Should the color seven marry a Tuesday afternoon?";
    const { adjustments } = await disclosed({ workflow_id: "public-spending", question });
    assert.match(
      adjustments[1],
      /^\d+ to \d+ % of U\.S\. adults would say yes, if it makes sense \(nobody knows\), predicted from surveys of 2006 to 2020: the 95 % interval, /,
    );
  });

  it("names the survey, its mode, its answers and their fold", async () => {
    const question = "Should the country spend more on fighting crime?";
    const data = await disclosed({ workflow_id: "public-spending", question });
    assert.deepEqual([data.question, data.agents], [question, 100]);
    assert.match(data.population, /^U.S. adults/);
    assert.ok(Date.parse(data.fielded) > Date.now() - 60_000);
    const [{ respondents, ...source }] = data.sources;
    assert.ok(respondents > 2_000);
    const answers = ["too little or not enough", "about right", "too much"];
    assert.deepEqual(source, {
      survey: "General Social Survey",
      year: "2016, 2018",
      mode: "face-to-face",
      wording_note: source.wording_note,
      answers,
      fold: { yes: [answers[0]], maybe: [answers[1]], no: [answers[2]], none: [] },
      weight: "the survey's own weights",
    });
    assert.match(
      data.matching,
      /taken for the calibrated question "Should the country spend more on fighting crime\?"/,
    );
    assert.match(
      source.wording_note,
      /^Worded by us after the survey's question, whose own wording may differ\. Taken by: Davern.*NORC/,
    );
    assert.match(
      data.adjustments[0],
      /^No person was interviewed: 100 agents were drawn from the population's table by the engine embedded/,
    );
    assert.match(
      data.adjustments[1],
      /^\d+ to \d+ % of U\.S\. adults would say yes, by a survey of 2016 and 2018: the 95 % interval, as wide as that of a random sample of \d+ people\. Sampling of the 100 agents/,
    );
    assert.ok(
      data.adjustments.some((text: string) =>
        text.startsWith("Segments are drawn around their survey shares")
      ),
    );
    assert.deepEqual(data.not_measured.filter((text: string) => text.includes("How far")), []);
  });

  it("says that yes and no are swapped for an opposite question, and swaps the fold", async () => {
    const question = "Should the country spend less on fighting crime?";
    const { adjustments, sources } = await disclosed({ workflow_id: "public-spending", question });
    assert.equal(adjustments.some((text: string) => text.includes("swapped")), true);
    const [little, right, much] = sources[0].answers;
    assert.deepEqual(sources[0].fold, { yes: [much], maybe: [right], no: [little], none: [] });
  });

  it("of made-up figures says that there is no survey, and that nothing about people was measured", async () => {
    const data = await disclosed({ workflow_id: "brand-trust", question: "Do you trust this brand?" });
    const [source] = data.sources;
    assert.deepEqual([source.answers, source.fold, source.weight, source.mode], [null, null, null, null]);
    assert.match(source.wording_note, /made up/);
    assert.match(
      data.adjustments[1],
      /^The table behind the verdict is made up, so it has no interval\. Sampling of/,
    );
    assert.ok(data.adjustments.includes("Segments are drawn around the shares of a made-up table."));
    assert.doesNotMatch(JSON.stringify(data), /survey shares/);
    assert.ok(data.not_measured.includes("How far the verdict is from what people would answer."));
  });

  it("of a question that people cannot answer by yes or no matches it with none", async () => {
    const question = "What should the country spend more on?";
    const { matching, adjustments, sources } = await disclosed({ workflow_id: "public-spending", question });
    assert.equal(
      matching,
      "Its words name the topic of the methodology public-spending. No single question of yes or no could be read in it, so it was matched with none.",
    );
    assert.match(adjustments[1], /^Nothing is said about people, so it has no interval\. Sampling of/);
    assert.deepEqual(sources, []);
  });

  it("of a price names what it moved", async () => {
    const { adjustments } = await disclosed({
      workflow_id: "subscription-pricing",
      question: "Would you pay this monthly price for this subscription service?",
      scenario_context: { monthly_price_usd: 12 },
    });
    assert.ok(adjustments.some((text: string) => text.startsWith("monthly_price_usd = 12 ")), adjustments);
  });

  it("is refused before there is a verdict", async () => {
    const id = await newSimulation(own.call, { agent_count: 1 });
    await ended(own.call, id);
    await ask("UPDATE simulations SET status = 'running' WHERE id = $1", [id]);
    const refused = await own.call("GET", `/v1/simulations/${id}/disclosure`);
    assertRefused(refused, 409, "simulation_not_complete");
  });
});
