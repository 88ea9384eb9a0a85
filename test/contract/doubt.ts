import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { ROOT } from "#dev/machine/folder.ts";
import { startTestStack } from "#testing/start-stack.ts";
import { ENDPOINTS } from "./access.ts";
import { type Endpoint, partsOf, type Proof } from "./proof.ts";
import { isCaught, passWithoutFault } from "#lab/doubt/planting.ts";

/** What a route answers wrongly; the file that says so has an empty object where all answer as they should. */
interface WrongAnswer {
  readonly route: string;
  /** Another success. */
  readonly status?: number;
  /** Missing from `data`, or from each of its items. */
  readonly field?: string;
}

const WRONG_ANSWER = join(ROOT, "wrong-answer.json");
const PIPELINE = "api/http/handler.ts";
const ANSWER = "writeResult(ctx, result)";
/** Stands in the pipeline. Every answer reads the file anew, so that one API serves all runs. */
const spoiled = (file: string) => `
import { readFileSync } from "node:fs";
function spoiled(route: Route, result: HandlerResult): HandlerResult {
  const wrong = JSON.parse(readFileSync(${JSON.stringify(file)}, "utf8"));
  if (wrong.route !== \`\${route.method} \${route.path}\`) return result;
  if (wrong.status !== undefined) return { ...result, status: wrong.status };
  const raw = result.data instanceof RawJson;
  const data = JSON.parse(raw ? result.data.pieces.join("") : JSON.stringify(result.data ?? null));
  for (const item of [data].flat()) delete item?.[wrong.field];
  return { ...result, data: raw ? new RawJson([JSON.stringify(data)]) : data };
}
`;

/** The entries whose name or proof has one of the words; all of them without words. */
function entries(words: readonly string[]): [name: string, entry: Endpoint][] {
  return Object.entries(ENDPOINTS).filter(([name, { proof }]) =>
    words.length === 0 || words.some((word) => `${name} ${partsOf(proof)[0]}`.includes(word))
  );
}

/** @returns each way in which the entry's route may answer wrongly: 204 has no fields. */
function wrongAnswers(route: string, { gives }: Endpoint): WrongAnswer[] {
  const [status, field] = gives.split(" ");
  const other = { route, status: status === "200" ? 202 : 200 };
  return field === undefined ? [other] : [other, { route, field }];
}

/** A regular expression that matches the titles of these specs: what a template adds is left out. */
function titles(proofs: readonly Proof[]): string {
  const patternOf = (title: string) => title.split(/\$\{.*?\}/).map((part) => RegExp.escape(part)).join(".*");
  return proofs.map((proof) => patternOf(partsOf(proof)[1])).join("|");
}

const selected = (proofs: readonly Proof[]) => [
  ...["--no-parallel", "--grep", titles(proofs)],
  ...new Set(proofs.map((proof) => `test/${partsOf(proof)[0]}`)),
];

/** Has every answer of this checkout, a copy, read what to answer wrongly. */
function spoilAnswers(): void {
  const path = join(ROOT, PIPELINE);
  const pipeline = readFileSync(path, "utf8");
  if (!pipeline.includes(ANSWER)) throw new Error(`${PIPELINE} has no ${ANSWER} any more`);
  const answers = pipeline.replace(ANSWER, "writeResult(ctx, spoiled(ctx.state.route, result))");
  writeFileSync(path, answers + spoiled(WRONG_ANSWER));
  writeFileSync(WRONG_ANSWER, "{}");
}

/** Breaks, in this checkout, a copy, what answers each entry of `test/contract`, and runs the spec that the entry names. */
async function main(words: readonly string[]): Promise<number> {
  const listed = entries(words);
  spoilAnswers();
  const { stop } = await startTestStack();
  try {
    if (!await passWithoutFault(selected(listed.map(([, { proof }]) => proof)))) return 1;
    let [runs, caught] = [0, 0];
    for (const [name, entry] of listed) {
      for (const wrong of wrongAnswers(name, entry)) {
        writeFileSync(WRONG_ANSWER, JSON.stringify(wrong));
        const how = wrong.field === undefined ? `answers ${wrong.status}` : `lacks ${wrong.field}`;
        runs++;
        if (await isCaught(`${name} ${how}`, selected([entry.proof]))) caught++;
      }
    }
    console.log(`${caught} of ${runs} wrong answers of ${listed.length} routes were caught`);
    return caught === runs ? 0 : 1;
  } finally {
    await stop({ keepLogs: false });
  }
}

if (import.meta.main) process.exit(await main(process.argv.slice(2)));
