import { writeFileSync } from "node:fs";
import { accuracyPage } from "#research/pages/accuracy-page.ts";

/** `deno task accuracy`: measures the predictions on questions that are left out, prints the figures, and writes docs/accuracy.md and what results claim. */
const { page, picture, curve, questions, summary, measured } = await accuracyPage();
writeFileSync(new URL("../docs/accuracy.md", import.meta.url), page);
writeFileSync(new URL("../docs/accuracy.svg", import.meta.url), picture);
writeFileSync(new URL("../docs/accuracy-by-likeness.svg", import.meta.url), curve);
writeFileSync(new URL("../docs/accuracy-questions.csv", import.meta.url), questions);
writeFileSync(
  new URL("../engine/verdict/measured-accuracy.json", import.meta.url),
  `${JSON.stringify(measured, null, 2)}\n`,
);
console.log(summary);
