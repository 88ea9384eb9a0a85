import { writeFileSync } from "node:fs";
import { predictorQuestions } from "#engine/bank/surveyed.ts";
import { encodedTexts, encodeWordings } from "#engine/bank/wording-vectors.ts";
import { Encoder } from "#providers/embeddings/encoder.ts";

/**
 * `deno task derive-vectors`: encodes the wordings of the predictor's questions and their words, and writes the vectors; half a minute. Then `deno task fit-predictor`.
 */
async function main(): Promise<void> {
  const encoder = new Encoder();
  const texts = encodedTexts(predictorQuestions().flatMap(({ wordings }) => wordings));
  const { description, bytes } = encodeWordings(encoder.id, texts, await encoder.embed(texts));
  await encoder.close();
  const folder = new URL("../engine/bank/", import.meta.url);
  writeFileSync(new URL("wording-vectors.json", folder), `${JSON.stringify(description, null, 2)}\n`);
  writeFileSync(new URL("wordings.vectors", folder), bytes);
  console.log(`${texts.length} wordings and words encoded by ${encoder.id}`);
}

await main();
