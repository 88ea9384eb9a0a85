import assert from "node:assert/strict";
import { type Landmark, type Resembling, resemblingTo } from "#engine/forecast/resembling.ts";
import { forecastOf } from "#testing/engine-run.ts";

/** Landmarks around a circle, a degree apart. */
const CIRCLE: readonly Landmark[] = Array.from({ length: 360 }, (_, degree) => ({
  name: `q${degree}`,
  vector: at(degree),
  inverted: degree % 2 === 1,
}));

function at(degree: number): Float32Array {
  const angle = degree * Math.PI / 180;
  return Float32Array.of(Math.cos(angle), Math.sin(angle));
}

/** The correlation that two questions' own parts give their agents, −1 to 1. */
function inCommon(first: readonly Resembling[], other: readonly Resembling[]): number {
  const product = (a: readonly Resembling[], b: readonly Resembling[]) =>
    a.reduce(
      (sum, { name, weight }) => sum + weight * (b.find((each) => each.name === name)?.weight ?? 0),
      0,
    );
  return product(first, other) / Math.sqrt(product(first, first) * product(other, other));
}

describe("what a question resembles", () => {
  it("has weights that fall with the distance and change gradually with the wording", () => {
    const found = resemblingTo(at(10), CIRCLE);
    assert.equal(found[0]!.name, "q10");
    const sizes = found.map(({ weight }) => Math.abs(weight));
    assert.ok(sizes.every((size, k) => k === 0 || size <= sizes[k - 1]!), `${sizes}`);
    for (const { name, weight } of found) assert.equal(weight < 0, Number(name.slice(1)) % 2 === 1, name);
    for (let degree = 10; degree < 14; degree += 0.1) {
      const next = inCommon(resemblingTo(at(degree), CIRCLE), resemblingTo(at(degree + 0.1), CIRCLE));
      assert.ok(next > 0.99, `${degree}: ${next}`);
    }
    assert.equal(inCommon(found, resemblingTo(at(30), CIRCLE)), 0);
  });

  it("is nothing for a vector that is as far from all, and with too few landmarks", () => {
    assert.deepEqual(resemblingTo(Float32Array.of(0, 0), CIRCLE), []);
    assert.deepEqual(resemblingTo(at(1), CIRCLE.slice(0, 8)), []);
  });

  it("is the same for a question in other spelling and for its opposite, and another for another question", async () => {
    const asked = async (question: string) => (await forecastOf(question, "policy-support")).resembling;
    const plain = await asked("Should the government ban the sale of plastic straws?");
    assert.ok(plain.length > 0);
    assert.deepEqual(await asked("should the government BAN the sale of  plastic straws"), plain);
    const support = await asked("Do you support a ban on the sale of plastic straws?");
    assert.deepEqual(await asked("Do you oppose a ban on the sale of plastic straws?"), support);
    const other = await asked("Should soldiers be sent to help other countries in a war?");
    assert.ok(Math.abs(inCommon(plain, other)) < 0.1);
    for (
      const words of [
        "The sale of plastic straws should be banned.",
        "Should plastic straws be banned?",
        "ban plastic straws?",
      ]
    ) assert.ok(inCommon(plain, await asked(words)) > 0.5, words);
  });

  it("is the calibrated question alone where that was asked, in its words or in others, and its opposite turned", async () => {
    const of = async (question: string) => (await forecastOf(question, "public-spending")).resembling;
    const parks = [{ name: "gss-2016-2018/natpark", weight: 1 }];
    assert.deepEqual(
      await of("Should the country spend more on public parks and places for recreation?"),
      parks,
    );
    assert.deepEqual(await of("more money for parks and recreation areas?"), parks);
    // Agents are drawn for the positive form, whichever was asked.
    assert.deepEqual(
      await of("Should the country spend less on public parks and places for recreation?"),
      parks,
    );
  });
});
