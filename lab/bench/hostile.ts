import process from "node:process";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { newestMethodology, PUBLISHED } from "#engine/bank/catalogue.ts";
import type { FactSheet } from "#engine/readings/fact-sheet.ts";
import { TEXT_LIMITS, textFaults } from "#engine/readings/texts.ts";
import { themeOf } from "#engine/readings/themes.ts";
import { createRouter } from "#engine/routing/router.ts";
import { readRoutingWeights } from "#engine/routing/weights.ts";
import { Encoder } from "#providers/embeddings/encoder.ts";
import { forecaster } from "#testing/forecast-of.ts";
import { HOSTILE, ORDINARY } from "#testing/hostile-texts.ts";
import type { Measurement } from "./measure.ts";

const METHODOLOGY = newestMethodology("subscription-pricing") ?? null;
const router = createRouter(PUBLISHED, new Encoder(), readRoutingWeights());

/** Every reader of customers' text, as requests and runs call it. */
const READERS: Readonly<Record<string, (text: string) => unknown>> = {
  "routing": (text) => router.route(text),
  "matching": (text) => forecaster.matchAmong(text, PUBLISHED),
  "forecast": async (text) => {
    const read = await forecaster.read(text, METHODOLOGY);
    return forecaster.forecast({ read, methodology: METHODOLOGY, onTopic: true, scenario: {} });
  },
  "a model's text": (text) => textFaults(SHEET, "synthesis", text.slice(0, TEXT_LIMITS.synthesis.max)),
  "themes of reasons": themeOf,
};
const SHEET: FactSheet = {
  question: ORDINARY,
  situation: "clear",
  facts: [],
  required: [],
  topics: [],
  opening: "",
  closing: "",
};
/** What a model writes of a verdict, for the reader of its texts: some thirty numbers. */
const ORDINARY_SYNTHESIS =
  ("About 63% of women said yes and 21% of men said no, 12 points apart; 430 of 1,000 agents were unsure, " +
    "and in the Midwest two thirds agreed. ").repeat(12);
const ROUNDS = 12;
/** What a text may cost, as a multiple of an ordinary one of the greatest length. */
const MOST = 6;
/** What costs less than this delays no caller, and is within the clock's noise on a busy machine, milliseconds. */
const NOISE_MS = 5;

/** New questions of 250 words each, before and while memory is looked at. */
const STRANGE_QUESTIONS = { first: 400, then: 1_600 } as const;
/** What the second lot may add to the first's, MiB. */
const MAX_GROWTH = 32;

/**
 * Prints how much memory questions of never-seen words leave behind, the first 400 and 1,600 more.
 * @throws Error where it goes on growing
 */
async function measureMemory(): Promise<void> {
  setFlagsFromString("--expose-gc");
  const collectGarbage: () => void = runInNewContext("gc");
  let asked = 0;
  const word = () => `q${(asked++).toString(36).split("").toReversed().join("")}`;
  const ask = async (count: number) => {
    for (let n = 0; n < count; n++) {
      const question = `Would you support ${Array.from({ length: 250 }, word).join(" ")}?`;
      await READERS.routing?.(question);
      await READERS.forecast?.(question);
    }
    collectGarbage();
    const { rss, heapUsed, external } = process.memoryUsage();
    return { rss: rss / 2 ** 20, held: (heapUsed + external) / 2 ** 20 };
  };
  const before = await ask(1);
  const first = await ask(STRANGE_QUESTIONS.first);
  const then = await ask(STRANGE_QUESTIONS.then);
  const row = ({ rss, held }: typeof before) => `${held.toFixed(0)} | ${rss.toFixed(0)} |`;
  console.log("| questions of 250 never-seen words | MiB held | MiB resident |\n|---|---|---|");
  console.log(`| none | ${row(before)}`);
  console.log(`| ${STRANGE_QUESTIONS.first} | ${row(first)}`);
  console.log(`| ${STRANGE_QUESTIONS.first + STRANGE_QUESTIONS.then} | ${row(then)}`);
  if (then.held - first.held > MAX_GROWTH) {
    throw new Error(`Memory grew by ${(then.held - first.held).toFixed(0)} MiB`);
  }
}

/**
 * Measures the processor time of each reader on each hostile text, as a multiple of an ordinary text's, and prints the costliest. No floor.
 * @throws Error naming what costs more than six times as much
 */
export async function measureHostile(): Promise<Measurement[]> {
  const ordinary: Readonly<Record<string, number | undefined>> = {
    ...await costs(ORDINARY),
    "a model's text": (await costs(ORDINARY_SYNTHESIS))["a model's text"],
  };
  const rows: { name: string; reader: string; ms: number; multiple: number }[] = [];
  for (const [name, text] of Object.entries(HOSTILE)) {
    for (const [reader, ms] of Object.entries(await costs(text))) {
      rows.push({ name, reader, ms, multiple: ms / Math.max(ordinary[reader] ?? 0, NOISE_MS / MOST) });
    }
  }
  rows.sort((a, b) => b.multiple - a.multiple);
  console.log("| reader | text | ms | times an ordinary text's |\n|---|---|---|---|");
  for (const { reader, name, ms, multiple } of rows.slice(0, 12)) {
    console.log(`| ${reader} | ${name} | ${ms.toFixed(1)} | ${multiple.toFixed(1)} |`);
  }
  const over = rows.filter(({ multiple }) => multiple > MOST);
  if (over.length > 0) {
    throw new Error(
      `Over ${MOST} times: ${over.map(({ reader, name }) => `${reader} of ${name}`).join(", ")}`,
    );
  }
  await measureMemory();
  return [];
}

/** Milliseconds of processor time of each reader, the least of some rounds; each round's text is new to every cache. */
async function costs(text: string): Promise<Readonly<Record<string, number>>> {
  const costs: Record<string, number> = {};
  for (const [reader, read] of Object.entries(READERS)) {
    let least = Infinity;
    for (let round = 0; round <= ROUNDS; round++) {
      const fresh = `${String.fromCharCode(97 + round)} ${text.slice(2)}`;
      const begin = process.cpuUsage();
      await read(fresh);
      const { user, system } = process.cpuUsage(begin);
      if (round > 0) least = Math.min(least, (user + system) / 1_000);
    }
    costs[reader] = least;
  }
  return costs;
}
