import { readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import process from "node:process";
import { PUBLISHED } from "#engine/bank/catalogue.ts";
import { TrainedRouting } from "#engine/routing/router.ts";
import { readRoutingWeights } from "#engine/routing/weights.ts";
import { Encoder } from "#providers/embeddings/encoder.ts";
import { forecastOf } from "#testing/engine-run.ts";
import { listen } from "#testing/caller.ts";
import { stack } from "#testing/stack.ts";
import { call, createSimulation, startScript } from "./client.ts";
import { inTurn, type Measurement, median, perSecond, timed } from "./measure.ts";

const LARGEST = 10_000;
const RESULTS_ROUNDS = 31;
const ROUTING_ROUNDS = 60;
const ROUTING_WARM_UP = 5;
const FORECASTS = 50;
const QUESTION = "Would you pick up this oat drink the next time you are at the supermarket?";

/** Reading the results of the largest run, one request at a time. */
export async function measureResults(): Promise<Measurement[]> {
  const id = await createSimulation(LARGEST);
  const path = `/v1/simulations/${id}`;
  while ((await (await call("GET", path)).json()).data.status !== "completed") { /* polls */ }
  const body = await (await call("GET", `${path}/results`)).json();
  const file = join(stack().dir, "results.json");
  writeFileSync(file, JSON.stringify(body));
  const server = await startScript("requests.ts", [file]);
  const rate = (work: () => Promise<unknown>) => perSecond(1, 1, async () => void await work());
  const ours = () => rate(async () => await (await call("GET", `${path}/results`)).arrayBuffer());
  const sent = () => rate(async () => await (await fetch(server.firstLine)).arrayBuffer());
  const inMemory = () => rate(() => Promise.resolve(JSON.stringify(body)));
  const measured = { name: "results of 10,000 agents", unit: "a second", aim: 0.6 };
  try {
    return [
      {
        ...measured,
        floor: "JSON.stringify of the same body, sent by a bare server",
        rounds: await inTurn(RESULTS_ROUNDS, ours, sent),
      },
      {
        ...measured,
        floor: "JSON.stringify of the same body in memory, neither stored nor sent",
        rounds: await inTurn(RESULTS_ROUNDS, ours, inMemory),
      },
    ];
  } finally {
    await server.stop();
  }
}

/** The time that automatic routing adds to a create, one request at a time. */
export async function measureRouting(): Promise<Measurement[]> {
  const body = { agent_count: 1, question: QUESTION, generate_insights: false };
  const create = (path: string, more: object) =>
    timed(async () => await (await call("POST", path, { ...body, ...more })).body?.cancel());
  const rounds: { auto: number; explicit: number }[] = [];
  for (let round = -ROUTING_WARM_UP; round < ROUTING_ROUNDS; round++) {
    const auto = await create("/v1/simulations/auto", {});
    const explicit = await create("/v1/simulations", { workflow_id: "product-purchase-intent" });
    if (round >= 0) rounds.push({ auto, explicit });
  }
  const added = median(rounds.map(({ auto }) => auto)) - median(rounds.map(({ explicit }) => explicit));
  return [await measureForecast(), {
    name: `automatic routing (its median adds ${added.toFixed(1)} ms to a create; aim: at most 20)`,
    unit: "creates a second, one at a time",
    floor: "explicit creation",
    aim: null,
    rounds: rounds.map(({ auto, explicit }) => ({ ours: 1000 / auto, floor: 1000 / explicit })),
  }];
}

/** Routing, matching and forecasting a question that no survey asked, beside embedding it alone. */
async function measureForecast(): Promise<Measurement> {
  const encoder = new Encoder();
  const router = new TrainedRouting(encoder, readRoutingWeights());
  let asked = 0;
  const rate = (work: (question: string) => Promise<unknown>) =>
    perSecond(
      FORECASTS,
      1,
      async () => void await work(`Should the town build playground number ${asked++}?`),
    );
  const ours = () =>
    rate(async (question) => {
      await router.route(question, PUBLISHED);
      await forecastOf(question, "policy-support");
    });
  await encoder.embed(["Is the encoder ready?"]);
  const rounds = await inTurn(3, ours, () => rate((question) => encoder.embed([question])));
  const ms = 1000 / median(rounds.map((round) => round.ours));
  return {
    name: `routing and forecasting a question (${ms.toFixed(1)} ms; aim: at most 40)`,
    unit: "questions a second",
    floor: "its sentence vector alone",
    aim: null,
    rounds,
  };
}

/** The bare server beside which results are measured: it stringifies the body in a file for every request. */
async function serve(file: string): Promise<void> {
  const body = JSON.parse(readFileSync(file, "utf8"));
  const server = createServer((_request, response) => {
    response.setHeader("Content-Type", "application/json");
    response.end(JSON.stringify(body));
  });
  console.log((await listen(server)).url);
}

const [file] = process.argv.slice(2);
if (import.meta.main && file !== undefined) await serve(file);
