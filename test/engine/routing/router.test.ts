import assert from "node:assert/strict";
import type { Methodology } from "#engine/bank/methodology.ts";
import { methodologyVersion, PUBLISHED } from "#engine/bank/catalogue.ts";
import { confidenceIn, createRouter } from "#engine/routing/router.ts";
import { readRoutingWeights } from "#engine/routing/weights.ts";
import { createBuiltInEmbedder } from "#providers/embeddings/built-in.ts";
import { PODCAST_LISTENING } from "./podcast-listening.ts";

const FLOOR = 0.65;
const embedder = createBuiltInEmbedder();
const weights = readRoutingWeights();
const routerTo = (methodologies: readonly Methodology[]) => createRouter(methodologies, embedder, weights);

describe("the router", () => {
  const router = routerTo(PUBLISHED);

  it("takes every KPI question to its methodology with a confidence above 0.9", () => {
    for (const { slug, kpi_question } of PUBLISHED) {
      const { best } = router.route(kpi_question);
      assert.equal(best?.slug, slug);
      assert.ok(best.confidence > 0.9, `${slug} ${best.confidence}`);
    }
  });

  it("ranks every methodology once, the likeliest first, with confidences that add up to at most 1", () => {
    const { best, alternatives } = router.route("Would you pay $3 for a podcast about vaccines?");
    const ranked = [best!, ...alternatives];
    assert.deepEqual(ranked.map(({ slug }) => slug).sort(), PUBLISHED.map(({ slug }) => slug).sort());
    const confidences = ranked.map(({ confidence }) => confidence);
    assert.deepEqual(confidences, confidences.toSorted((a, b) => b - a));
    assert.ok(confidences.every((each) => each >= 0 && each <= 1));
    assert.ok(confidences.reduce((sum, each) => sum + each, 0) <= 1 + 1e-9);
  });

  it("gives the confidence of any methodology, and 0 for an unknown one", () => {
    const routing = router.route("Would you donate to a food bank in winter?");
    assert.equal(confidenceIn(routing, "charitable-giving"), routing.best?.confidence);
    assert.equal(
      confidenceIn(routing, "brand-trust"),
      routing.alternatives.find((each) => each.slug === "brand-trust")?.confidence,
    );
    assert.equal(confidenceIn(routing, "unheard-of"), 0);
  });

  it("turns away texts without a known word, or without any", () => {
    for (const text of ["", "?!?!?!?!?!", "1234567890", "xqzt vbnrr plmgh", "你好吗你好吗你好吗你好吗"]) {
      assert.ok((router.route(text).best?.confidence ?? 0) < FLOOR, text);
    }
  });

  it("takes the longest question that the API admits", () => {
    const long = "We describe a new kind of cheese in great detail. ".repeat(38) +
      "Would you buy this cheese at your shop?";
    assert.equal(router.route(long.slice(-2_000)).best?.slug, "product-purchase-intent");
  });

  it("gives one question the same routing every time", () => {
    const question = "Would you ride in a bus without a driver?";
    assert.deepEqual(router.route(question), routerTo(PUBLISHED).route(question));
  });
});

describe("a router to other methodologies than the trained ones", () => {
  it("turns the questions of a deprecated methodology away and routes the others as before", () => {
    const router = routerTo(PUBLISHED.filter(({ slug }) => slug !== "brand-trust"));
    const { best, alternatives } = router.route("Do you trust this airline to keep its word about refunds?");
    assert.ok(best!.confidence < FLOOR);
    assert.ok(![best!, ...alternatives].some(({ slug }) => slug === "brand-trust"));
    const other = router.route("Would you donate to a shelter for stray dogs?").best;
    assert.equal(other?.slug, "charitable-giving");
    assert.ok(other.confidence >= FLOOR);
  });

  it("routes to a new version of a trained methodology as to the old one", () => {
    const newer = PUBLISHED.map((each) => ({ ...each, version: 2 }));
    const question = "Would you donate to a shelter for stray dogs?";
    assert.deepEqual(routerTo(newer).route(question), routerTo(PUBLISHED).route(question));
  });

  it("learns a new methodology from its exemplars", () => {
    const router = routerTo([...PUBLISHED, PODCAST_LISTENING]);
    const asked = [
      "Would you listen to a podcast about gardening?",
      "How likely are you to subscribe to this history podcast feed and listen weekly?",
      "Would you play this podcast episode on your way to work?",
      "Does an interview podcast with chefs sound like something to listen to?",
    ];
    for (const question of asked) {
      assert.equal(router.route(question).best?.slug, PODCAST_LISTENING.slug, question);
    }
    const confident = asked.filter((question) =>
      confidenceIn(router.route(question), PODCAST_LISTENING.slug) >= FLOOR
    );
    assert.ok(confident.length >= 3);
    for (const { slug, kpi_question } of PUBLISHED) assert.equal(router.route(kpi_question).best?.slug, slug);
  });

  it("routes to nothing when nothing is published", () => {
    assert.deepEqual(routerTo([]).route("Would you buy this?"), { best: null, alternatives: [] });
  });
});

describe("routing weights", () => {
  it("are refused with another embedder", () => {
    const other = { ...embedder, id: "another" };
    assert.throws(() => createRouter(PUBLISHED, other, weights), /trained with built-in-100d-1/);
  });

  it("are refused when the reference questions have changed", () => {
    const stale = { ...weights, references_sha256: "0".repeat(64) };
    assert.throws(() => createRouter(PUBLISHED, embedder, stale), /run deno task train-routing/);
    const unknown = {
      ...weights,
      methodologies: [{ slug: "unheard-of", version: 1 }, ...weights.methodologies.slice(1)],
    };
    assert.throws(() => createRouter(PUBLISHED, embedder, unknown), /run deno task train-routing/);
  });

  it("cover every published methodology", () => {
    const trained = weights.methodologies.map(({ slug, version }) => methodologyVersion(slug, version));
    assert.deepEqual(trained, PUBLISHED);
  });
});
