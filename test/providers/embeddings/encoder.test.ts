import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { setImmediate as turn } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { cosine } from "#engine/question/vectors.ts";
import { EmbeddingError } from "#providers/embeddings/embedder.ts";
import { Encoder, ENCODER_ID } from "#providers/embeddings/encoder.ts";
import { ENCODER_FILES, readEncoderFile } from "#providers/embeddings/encoder-thread.ts";
import { loadedBy } from "#testing/import-graph.ts";

const CAR = "Would you buy an electric car as your next car?";
const REWORDED = "Are you planning to get an EV when you replace your car?";
const BREAD = "How long does sourdough bread have to rise?";
const REWORDED_COSINE = 0.797;
const BREAD_COSINE = 0.381;

describe("the sentence encoder", () => {
  const encoder = new Encoder();
  after(() => encoder.close());

  const vectorOf = async (text: string, by = encoder) => (await by.embed([text]))[0]!;
  const lengthOf = (vector: Float32Array) => Math.sqrt(vector.reduce((sum, x) => sum + x * x, 0));

  it("gives vectors of 384 numbers and length 1", async () => {
    const vectors = await encoder.embed([CAR, BREAD]);
    assert.equal(encoder.id, ENCODER_ID);
    assert.deepEqual(vectors.map(({ length }) => length), [384, 384]);
    for (const vector of vectors) assert.ok(Math.abs(lengthOf(vector) - 1) < 1e-6);
  });

  it("gives the same text the same vector in another thread", async () => {
    const other = new Encoder();
    try {
      assert.deepEqual(await vectorOf(CAR, other), await vectorOf(CAR));
    } finally {
      await other.close();
    }
  });

  it("gives the cosines that the model has, within what eight-bit arithmetic of other processors changes", async () => {
    const [car, reworded, bread] = [await vectorOf(CAR), await vectorOf(REWORDED), await vectorOf(BREAD)];
    assert.ok(Math.abs(cosine(car, reworded) - REWORDED_COSINE) < 0.02, String(cosine(car, reworded)));
    assert.ok(Math.abs(cosine(car, bread) - BREAD_COSINE) < 0.02, String(cosine(car, bread)));
  });

  it("reads the order of the words", async () => {
    const [a, b] = await encoder.embed(["Should dogs bite men?", "Should men bite dogs?"]);
    assert.ok(cosine(a!, b!) < 0.999);
  });

  it("gives a text in a batch the vector that it has alone", async () => {
    const texts = ["Is crime a problem where you live?", "Yes.", `${BREAD} ${CAR} ${REWORDED}`];
    const alone = new Encoder();
    try {
      const singles = [];
      for (const text of texts) singles.push(await vectorOf(text, alone));
      assert.deepEqual(await encoder.embed(texts), singles);
    } finally {
      await alone.close();
    }
  });

  it("gives a text without a word a vector of zeros", async () => {
    for (const empty of ["", " \n "]) assert.equal(lengthOf(await vectorOf(empty)), 0);
  });

  it("reads 512 tokens of a text, the two marks around them included", async () => {
    const [at, beyond, below] = await encoder.embed([510, 900, 509].map((words) => "tax ".repeat(words)));
    assert.deepEqual(beyond, at);
    assert.notDeepEqual(below, at);
    assert.equal(lengthOf(await vectorOf("tax".repeat(1_000_000))).toFixed(3), "1.000");
  });

  it("hands out vectors that a caller may change", async () => {
    const first = await vectorOf(CAR);
    const kept = first.slice();
    first.fill(0);
    const second = await vectorOf(CAR);
    assert.deepEqual(second, kept);
    second.fill(0);
    assert.deepEqual(await vectorOf(CAR), kept);
  });

  it("leaves the event loop free", async () => {
    let turns = 0;
    let encoded = false;
    const texts = Array.from(
      { length: 20 },
      (_, i) => `Do you agree with proposal number ${i} of the mayor?`,
    );
    const embedding = encoder.embed(texts).then(() => encoded = true);
    while (!encoded) {
      await turn();
      turns++;
    }
    await embedding;
    // Were a text encoded between two turns, there would be some two a text.
    assert.ok(turns > 50 * texts.length, String(turns));
  });

  it("answers a question while a batch waits", async () => {
    const order: string[] = [];
    const batch = encoder.embed(Array.from({ length: 40 }, (_, i) => `Is ${i} the number of the day?`))
      .then(() => order.push("batch"));
    await encoder.embed(["Is the mayor honest?"]).then(() => order.push("question"));
    await batch;
    assert.deepEqual(order, ["question", "batch"]);
  });

  it("ends with the signal's reason before and within a batch", async () => {
    const reason = new Error("the caller left");
    await assert.rejects(encoder.embed([CAR], AbortSignal.abort(reason)), reason);
    const controller = new AbortController();
    const embedding = encoder.embed(
      Array.from({ length: 1_000 }, (_, i) => `Is ${i} a prime?`),
      controller.signal,
    );
    await vectorOf("Is this asked in between?");
    controller.abort(reason);
    await assert.rejects(embedding, reason);
    assert.equal((await vectorOf(CAR)).length, 384);
  });

  it("encodes nothing for a call that has ended", async () => {
    const slow = new Encoder();
    const first = slow.embed([CAR]);
    const gone = Array.from({ length: 500 }, (_, i) => slow.embed([`Is ${i} even?`], AbortSignal.timeout(1)));
    const outcomes = await Promise.allSettled(gone);
    assert.ok(outcomes.every(({ status }) => status === "rejected"));
    await first;
    const begin = performance.now();
    await slow.embed([BREAD]);
    // The five hundred would take some three seconds.
    assert.ok(performance.now() - begin < 1_000);
    await slow.close();
  });

  it("takes a thousand calls at a time", async () => {
    const calls = Array.from({ length: 1_001 }, () => encoder.embed([CAR]));
    await assert.rejects(calls[1_000]!, (error: EmbeddingError) => error.retryable);
    assert.equal((await Promise.all(calls.slice(0, 1_000))).length, 1_000);
  });

  it("is not loaded by the API and the workers until they ask for a vector", () => {
    for (const program of ["api/main.ts", "workers/main.ts", "providers/embeddings/encoder.ts"]) {
      assert.ok(!loadedBy(program).has("providers/embeddings/encoder-thread.ts"));
    }
  });
});

describe("the sentence encoder's thread", () => {
  let folder: string;
  before(() => folder = mkdtempSync(join(tmpdir(), "encoder-")));
  after(() => rmSync(folder, { recursive: true }));

  /** An encoder whose thread runs this code for each `text`, with `answer` to reply. */
  function encoderOf(code: string): Encoder {
    const path = join(folder, `thread-${code.length}.mjs`);
    writeFileSync(
      path,
      `import { parentPort } from "node:worker_threads";
       import { existsSync, writeFileSync } from "node:fs";
       import process from "node:process";
       const answer = (reply) => parentPort.postMessage(reply);
       const vector = Float32Array.of(1, 0);
       parentPort.on("message", (text) => { ${code} });`,
    );
    return new Encoder(pathToFileURL(path));
  }

  it("fails the calls that wait when it crashes, and starts again with the next", async () => {
    const crashing = encoderOf(
      `if (text === "crash") throw new Error("out of order"); answer({ vector });`,
    );
    assert.equal((await crashing.embed(["fine"])).length, 1);
    const calls = await Promise.allSettled([crashing.embed(["crash"]), crashing.embed(["waits"])]);
    const [crashed] = calls;
    assert.ok(crashed?.status === "rejected");
    assert.ok(crashed.reason instanceof EmbeddingError && crashed.reason.retryable);
    assert.match(crashed.reason.message, /out of order/);
    assert.equal((await crashing.embed(["again"])).length, 1);
    await crashing.close();
  });

  it("fails the calls that wait when it ends", async () => {
    const ending = encoderOf(`process.exit(3);`);
    await assert.rejects(ending.embed(["a"]), (error: EmbeddingError) => error.retryable);
    await assert.rejects(ending.embed(["a"]), (error: EmbeddingError) => error.retryable);
  });

  it("keeps no text of a call that has ended, while the thread is at another", async () => {
    const stuck = encoderOf(`if (text !== "stuck") answer({ vector });`);
    const waiting = assert.rejects(stuck.embed(["stuck"]), /closed/);
    setFlagsFromString("--expose-gc");
    const collectGarbage = runInNewContext("gc") as () => void;
    collectGarbage();
    const before = process.memoryUsage().heapUsed;
    for (let i = 0; i < 4_000; i++) {
      const controller = new AbortController();
      const ended = stuck.embed([Buffer.alloc(50_000, `${i} `).toString("latin1")], controller.signal);
      controller.abort();
      await assert.rejects(ended);
    }
    collectGarbage();
    const kept = process.memoryUsage().heapUsed - before;
    // The texts have 200 MB together.
    assert.ok(kept < 50e6, `${kept} bytes`);
    await stuck.close();
    await waiting;
  });

  it("fails one text alone that the model refuses", async () => {
    const refusing = encoderOf(
      `if (text === "bad") answer({ fault: "too odd", ready: true });
       else answer({ vector });`,
    );
    const [bad, good] = await Promise.allSettled([refusing.embed(["bad"]), refusing.embed(["good"])]);
    assert.ok(bad?.status === "rejected" && /too odd/.test(String(bad.reason)) && !bad.reason.retryable);
    assert.equal(good?.status, "fulfilled");
    await refusing.close();
  });

  it("is replaced by another where the model could not be loaded", async () => {
    const mark = JSON.stringify(join(folder, "loaded"));
    const damaged = encoderOf(
      `if (existsSync(${mark})) answer({ vector });
       else { writeFileSync(${mark}, ""); answer({ fault: "damaged", ready: false }); }`,
    );
    await assert.rejects(damaged.embed(["a"]), /damaged/);
    assert.equal((await damaged.embed(["a"])).length, 1);
    await damaged.close();
  });

  it("reads no file whose content is not that of its checksum", () => {
    const { model, tokenizer } = ENCODER_FILES;
    for (const file of [model, tokenizer]) assert.ok(readEncoderFile(file).length > 500_000);
    const path = join(folder, "model.onnx");
    writeFileSync(path, readEncoderFile(tokenizer).subarray(1));
    const url = pathToFileURL(path);
    assert.throws(
      () => readEncoderFile({ url, sha256: tokenizer.sha256 }),
      /SHA-256 [0-9a-f]{64} instead of d241a60d/,
    );
  });
});
