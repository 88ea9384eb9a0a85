import { readFileSync, writeFileSync } from "node:fs";
import { PAGE, withExamples } from "#research/pages/readings-examples.ts";

/** `deno task write-reading-examples`: writes the examples of `docs/readings.md` anew, after a change to the engine or its texts. */
writeFileSync(PAGE, withExamples(readFileSync(PAGE, "utf8")));
