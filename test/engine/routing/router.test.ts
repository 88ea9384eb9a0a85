import assert from "node:assert/strict";
import { setImmediate as turn } from "node:timers/promises";
import type { Methodology } from "#engine/bank/methodology.ts";
import { methodologyVersion, PUBLISHED } from "#engine/bank/catalogue.ts";
import type { LikelyMatch, Match } from "#engine/bank/matcher.ts";
import {
  confidenceIn,
  methodologyTaking,
  QuestionRouting,
  routeByMatch,
  type Routing,
  TrainedRouting,
} from "#engine/routing/router.ts";
import { readRoutingWeights } from "#engine/routing/weights.ts";
import { Encoder } from "#providers/embeddings/encoder.ts";

/** A methodology that the routing weights have never seen. */
const PODCAST_LISTENING: Methodology = {
  ...PUBLISHED[0]!,
  slug: "podcast-listening",
  name: "Podcast listening",
  topic: "listening to a podcast",
  kpi_question: "Would you listen to this podcast?",
  exemplar_questions: [
    "Would you play this podcast in the car?",
    "How likely are you to listen to a podcast on Roman history?",
    "Would you follow a weekly podcast hosted by two nurses?",
    "Does this podcast sound worth your ears?",
    "Would you download every episode of this show about space?",
    "I would listen to an interview podcast with farmers.",
    "Is a ten-minute daily news podcast something you would listen to?",
    "Would you recommend this podcast episode to a friend who likes music?",
    "Would you listen to a true crime podcast while you cook?",
    "How interested are you in a podcast about money?",
    "Would you put on a comedy podcast during a run?",
    "Would you listen to the second season of this audio drama?",
    "If your favorite author started a podcast, would you tune in with headphones?",
    "Would you give this podcast host an hour of your week?",
    "Would you listen to a podcast with ads every ten minutes?",
    "How probable is it that you finish this podcast series?",
    "Would you switch from radio to this morning podcast?",
    "Would you listen to a language podcast on the bus?",
    "Would you add this podcast to your queue?",
    "Would you hear out a podcast about philosophy?",
    "Would you listen to a sports podcast after a game?",
    "Would a podcast told by veterans hold your attention?",
    "Would you try a podcast that a friend made?",
    "Would you listen to a sleep podcast at night?",
  ],
};

const FLOOR = 0.65;
const encoder = new Encoder();
const weights = readRoutingWeights();
const trained = new TrainedRouting(encoder, weights);
const routerTo = (methodologies: readonly Methodology[]) => ({
  route: (question: string) => trained.route(question, methodologies),
});

after(() => encoder.close());

describe("the router", () => {
  const router = routerTo(PUBLISHED);

  it("takes every KPI question to its methodology with a confidence above 0.9", async () => {
    for (const { slug, kpi_question } of PUBLISHED) {
      const [best] = await router.route(kpi_question);
      assert.equal(best?.slug, slug);
      assert.ok(best.confidence > 0.9, `${slug} ${best.confidence}`);
    }
  });

  it("ranks every methodology once, the likeliest first, with confidences that add up to at most 1", async () => {
    const ranked = await router.route("Would you pay $3 for a podcast about vaccines?");
    assert.deepEqual(ranked.map(({ slug }) => slug).sort(), PUBLISHED.map(({ slug }) => slug).sort());
    const confidences = ranked.map(({ confidence }) => confidence);
    assert.deepEqual(confidences, confidences.toSorted((a, b) => b - a));
    assert.ok(confidences.every((each) => each >= 0 && each <= 1));
    assert.ok(confidences.reduce((sum, each) => sum + each, 0) <= 1 + 1e-9);
  });

  it("gives the confidence of any methodology, and 0 for an unknown one", async () => {
    const routing = await router.route("Would you donate to a food bank in winter?");
    assert.equal(confidenceIn(routing, "charitable-giving"), routing[0]?.confidence);
    assert.equal(
      confidenceIn(routing, "brand-trust"),
      routing.find((each) => each.slug === "brand-trust")?.confidence,
    );
    assert.equal(confidenceIn(routing, "unheard-of"), 0);
  });

  it("turns away texts without a known word, or without any", async () => {
    for (const text of ["", "?!?!?!?!?!", "1234567890", "xqzt vbnrr plmgh", "你好吗你好吗你好吗你好吗"]) {
      assert.ok(((await router.route(text))[0]?.confidence ?? 0) < FLOOR, text);
    }
  });

  it("takes the longest question that the API admits", async () => {
    const long = "We describe a new kind of cheese in great detail. ".repeat(38) +
      "Would you buy this cheese at your shop?";
    assert.equal((await router.route(long.slice(-2_000)))[0]?.slug, "product-purchase-intent");
  });

  it("gives one question the same routing every time", async () => {
    const question = "Would you ride in a bus without a driver?";
    assert.deepEqual(await router.route(question), await routerTo(PUBLISHED).route(question));
  });
});

describe("a router to other methodologies than the trained ones", () => {
  it("turns the questions of a deprecated methodology away and routes the others as before", async () => {
    const router = routerTo(PUBLISHED.filter(({ slug }) => slug !== "brand-trust"));
    const ranked = await router.route("Do you trust this airline to keep its word about refunds?");
    assert.ok(ranked[0]!.confidence < FLOOR);
    assert.ok(!ranked.some(({ slug }) => slug === "brand-trust"));
    const [other] = await router.route("Would you donate to a shelter for stray dogs?");
    assert.equal(other?.slug, "charitable-giving");
    assert.ok(other.confidence >= FLOOR);
  });

  it("routes to a new version of a trained methodology as to the old one", async () => {
    const newer = PUBLISHED.map((each) => ({ ...each, version: 2 }));
    const question = "Would you donate to a shelter for stray dogs?";
    assert.deepEqual(await routerTo(newer).route(question), await routerTo(PUBLISHED).route(question));
  });

  it("learns a new methodology from its exemplars", async () => {
    const router = routerTo([...PUBLISHED, PODCAST_LISTENING]);
    const asked = [
      "Would you listen to a podcast about gardening?",
      "How likely are you to subscribe to this history podcast feed and listen weekly?",
      "Would you play this podcast episode on your way to work?",
      "Does an interview podcast with chefs sound like something to listen to?",
    ];
    for (const question of asked) {
      assert.equal((await router.route(question))[0]?.slug, PODCAST_LISTENING.slug, question);
    }
    const routings = await Promise.all(asked.map((question) => router.route(question)));
    const confident = routings.filter((routing) => confidenceIn(routing, PODCAST_LISTENING.slug) >= FLOOR);
    assert.ok(confident.length >= 3);
    for (const { slug, kpi_question } of PUBLISHED) {
      assert.equal((await router.route(kpi_question))[0]?.slug, slug);
    }
  });

  it("tries again to learn a methodology whose exemplars could not be encoded", async () => {
    let isDown = true;
    const embed = (texts: readonly string[]) =>
      isDown ? Promise.reject(new Error("no encoder")) : encoder.embed(texts);
    const router = new TrainedRouting({ id: encoder.id, embed }, weights);
    const asked = () => router.route("Would you listen to a podcast?", [PODCAST_LISTENING]);
    await assert.rejects(asked(), /no encoder/);
    isDown = false;
    assert.equal((await asked())[0]?.slug, PODCAST_LISTENING.slug);
  });

  it("lets others run while it learns a methodology", async () => {
    let turns = 0;
    let isLearnt = false;
    const asked = new TrainedRouting(encoder, weights)
      .route("Would you listen?", [...PUBLISHED, PODCAST_LISTENING])
      .then(() => isLearnt = true);
    while (!isLearnt) {
      await turn();
      turns++;
    }
    await asked;
    assert.ok(turns > 40, String(turns));
  });

  it("routes to nothing when nothing is published", async () => {
    assert.deepEqual(await routerTo([]).route("Would you buy this?"), []);
  });
});

describe("routing weights", () => {
  it("are refused with another embedder", () => {
    const other = { id: "another", embed: encoder.embed.bind(encoder) };
    assert.throws(
      () => new TrainedRouting(other, weights),
      /trained with bge-small-en-v1.5-q8/,
    );
  });

  it("are refused when the reference questions have changed", () => {
    const stale = { ...weights, references_sha256: "0".repeat(64) };
    assert.throws(() => new TrainedRouting(encoder, stale), /run deno task train-routing/);
    const unknown = {
      ...weights,
      methodologies: [{ slug: "unheard-of", version: 1 }, ...weights.methodologies.slice(1)],
    };
    assert.throws(() => new TrainedRouting(encoder, unknown), /run deno task train-routing/);
  });

  it("cover every published methodology", () => {
    const trained = weights.methodologies.map(({ slug, version }) => methodologyVersion(slug, version));
    assert.deepEqual(trained, PUBLISHED);
  });
});

describe("a routing", () => {
  const [owner, other] = [
    PUBLISHED.find(({ calibrated_questions = [] }) => calibrated_questions.length > 0)!,
    PUBLISHED.find(({ calibrated_questions = [] }) => calibrated_questions.length === 0)!,
  ];
  /** Not asked word for word. */
  const readable = { polarity: "same", lacking: [], replacing: ["other"], sameWords: false, similarity: 0.8 };
  const routingTo = (slug: string, confidence: number) => [{ slug, confidence }];

  it("is taken from the floor on, and below it by no methodology", () => {
    // Slugs: of a methodology with its questions a failed assertion would print for minutes.
    const taking = (routing: Routing) => methodologyTaking(routing, PUBLISHED, FLOOR)?.slug;
    assert.equal(taking(routingTo(owner.slug, FLOOR)), owner.slug);
    assert.equal(taking(routingTo(owner.slug, FLOOR - 0.001)), undefined);
    assert.equal(taking([]), undefined);
  });

  it("follows a calibrated question that is as likely asked as not, and none that is less likely or cannot be read", () => {
    const best = { ...readable, id: owner.calibrated_questions![0]!.id } as unknown as LikelyMatch;
    const routed = (match: Partial<Match>) =>
      routeByMatch(
        routingTo(other.slug, 0.1),
        { none: 0.5, likely: [], best, object: 0.5, ...match },
        PUBLISHED,
        FLOOR,
      )[0]?.slug;
    assert.equal(routed({}), owner.slug);
    assert.equal(routed({ none: 0.51 }), other.slug);
    assert.equal(routed({ best: { ...best, lacking: ["7"] } }), other.slug);
    assert.equal(routed({ best: undefined }), other.slug);
  });

  it("of a question stays with a made-up methodology from the floor on, and follows the calibrated question below it", async () => {
    const best = { ...readable, id: owner.calibrated_questions![0]!.id } as unknown as LikelyMatch;
    const matcher = { matchAmong: () => Promise.resolve({ none: 0.4, likely: [], best, object: 0.5 }) };
    const routedTo = async (confidence: number) => {
      const route = () => Promise.resolve(routingTo(other.slug, confidence));
      const routing = new QuestionRouting(() => ({ route }), () => matcher, FLOOR);
      return (await routing.route("Is it?", PUBLISHED))[0];
    };
    assert.equal((await routedTo(FLOOR))?.slug, other.slug);
    assert.deepEqual(await routedTo(FLOOR - 0.001), { slug: owner.slug, confidence: FLOOR });
  });
});
