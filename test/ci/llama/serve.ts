import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import process from "node:process";
import { pathToFileURL } from "node:url";

/** What is used of `node-llama-cpp`, which is installed apart: it brings 85 MB of its own. */
interface LlamaModel {
  tokenize(text: string, special: boolean): number[];
  detokenize(tokens: readonly number[]): string;
  isEogToken(token: number): boolean;
  createContext(options: object): Promise<{ getSequence(): Sequence }>;
}
interface Sequence {
  readonly nextTokenIndex: number;
  readonly contextTokens: readonly number[];
  eraseContextTokenRanges(ranges: readonly { start: number; end: number }[]): Promise<void>;
  controlledEvaluate(
    input: readonly (number | [number, object])[],
  ): Promise<readonly ({ next: { probabilities?: Map<number, number> } } | undefined)[]>;
}

/**
 * Serves a GGUF model as an OpenAI-compatible server does, one request at a time, by greedy decoding, with the chances of the 20 likeliest tokens.
 * Arguments: the entry of node-llama-cpp, the model's path. Prints its port.
 */
async function main([entry = "", modelPath = ""]: readonly string[]): Promise<void> {
  const { getLlama } = await import(pathToFileURL(entry).href);
  const llama = await getLlama({ gpu: false, build: "never", logLevel: "error", maxThreads: 2 });
  const model: LlamaModel = await llama.loadModel({ modelPath });
  const sequence = (await model.createContext({ contextSize: 1_024, sequences: 1, threads: 2 }))
    .getSequence();

  /** The chances of the token after these. What the former request began with as well is not computed anew. */
  async function chancesAfter(tokens: readonly number[]): Promise<Map<number, number>> {
    const known = sequence.contextTokens;
    let same = 0;
    while (same < tokens.length - 1 && tokens[same] === known[same]) same++;
    if (same < sequence.nextTokenIndex) {
      await sequence.eraseContextTokenRanges([{ start: same, end: sequence.nextTokenIndex }]);
    }
    const last = tokens.length - 1;
    const evaluated = await sequence.controlledEvaluate(
      tokens.slice(same).map((token, i) =>
        same + i === last ? [token, { generateNext: { probabilities: true } }] : token
      ),
    );
    return evaluated.at(-1)?.next.probabilities ?? new Map();
  }

  async function complete({ messages, max_tokens }: {
    readonly messages: readonly { readonly role: string; readonly content: string }[];
    readonly max_tokens: number;
  }) {
    const turns = messages.map(({ role, content }) => `<|im_start|>${role}\n${content}<|im_end|>\n`);
    const tokens = model.tokenize(`${turns.join("")}<|im_start|>assistant\n`, true);
    const prompt_tokens = tokens.length;
    const content: object[] = [];
    let text = "";
    let finish_reason = "length";
    while (content.length < max_tokens) {
      // The library gives them from the likeliest down.
      const likeliest = (await chancesAfter(tokens)).entries().take(20).toArray();
      const [chosen = 0] = likeliest[0] ?? [];
      if (model.isEogToken(chosen)) {
        finish_reason = "stop";
        break;
      }
      tokens.push(chosen);
      const top_logprobs = likeliest.map(([token, chance]) => ({
        token: model.detokenize([token]),
        logprob: Math.log(chance),
      }));
      content.push({ ...top_logprobs[0], top_logprobs });
      text += model.detokenize([chosen]);
    }
    return {
      choices: [{ message: { role: "assistant", content: text }, finish_reason, logprobs: { content } }],
      usage: { prompt_tokens, completion_tokens: content.length },
    };
  }

  let turn: Promise<unknown> = Promise.resolve();
  const server = createServer((request, response) => {
    turn = turn.then(async () => {
      const body = JSON.stringify(await complete(JSON.parse(await textOf(request))));
      response.setHeader("Content-Type", "application/json").end(body);
    }).catch((error) => response.writeHead(500).end(`${error}`));
  });
  server.listen(0, "127.0.0.1", () => console.log((server.address() as AddressInfo).port));
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const part of request.setEncoding("utf8")) text += part;
  return text;
}

await main(process.argv.slice(2));
