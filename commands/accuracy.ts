import { writeFileSync } from "node:fs";
import { accuracyPage } from "#research/pages/accuracy-page.ts";

/** `deno task accuracy`: measures the predictions on questions that are left out, prints the figures, and writes docs/accuracy.md and what results claim. */
const { page, picture, segments, summary, measured } = await accuracyPage();
writeFileSync(new URL("../docs/accuracy.md", import.meta.url), page);
writeFileSync(new URL("../docs/accuracy.svg", import.meta.url), picture);
writeFileSync(new URL("../docs/accuracy-segments.csv", import.meta.url), segments);
writeFileSync(
  new URL("../engine/verdict/measured-accuracy.json", import.meta.url),
  `${JSON.stringify(measured, null, 2)}\n`,
);
console.log(summary);
