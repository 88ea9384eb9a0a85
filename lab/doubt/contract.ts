import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { execa } from "execa";
import { ROOT } from "#dev/machine/folder.ts";
import { STACK_FILE } from "#testing/stack.ts";
import { ENDPOINTS } from "#test/contract/endpoints.ts";
import { OPERATIONS } from "#test/contract/operations.ts";
import { ORGANIZATIONS } from "#test/contract/organizations.ts";
import { PEOPLE } from "#test/contract/people.ts";
import type { Endpoint, Proof } from "#test/contract/proof.ts";
import { runSpecs, withCopy } from "./checkout.ts";

/** What a route of the copy's API answers wrongly; the file that says so is empty where it answers as it should. */
interface WrongAnswer {
  readonly route: string;
  /** Another success. */
  readonly status?: number;
  /** Missing from `data`, or from each of its items. */
  readonly field?: string;
}

const WRONG_ANSWER = join(ROOT, "wrong-answer.json");
const PIPELINE = "api/http/pipeline.ts";
const ANSWER = "writeResult(context.ctx, result,";
/** Stands in the copy's pipeline. Every answer reads the file anew, so that one API serves all runs. */
const spoiled = (file: string) => `
import { readFileSync } from "node:fs";
import { RawJson } from "./response.ts";
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
  return Object.entries({ ...ENDPOINTS, ...PEOPLE, ...ORGANIZATIONS, ...OPERATIONS }).filter(
    ([name, { proof }]) => words.length === 0 || words.some((word) => `${name} ${proof[0]}`.includes(word)),
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
  return proofs.map(([, title]) => title.split(/\$\{.*?\}/).map((part) => RegExp.escape(part)).join(".*")).join("|");
}

const mocha = (proofs: readonly Proof[]) => [
  "npm:mocha",
  ...["--no-parallel", "--bail", "--grep", titles(proofs)],
  ...new Set(proofs.map(([file]) => `test/${file}`)),
];

/** Breaks, in a copy of the checkout, what answers each entry of `test/contract`, and runs the spec that the entry names. */
export async function doubtContract(words: readonly string[]): Promise<number> {
  return await withCopy(async (copy) => {
    const pipeline = readFileSync(join(copy, PIPELINE), "utf8");
    if (!pipeline.includes(ANSWER)) throw new Error(`${PIPELINE} has no ${ANSWER} any more`);
    writeFileSync(
      join(copy, PIPELINE),
      pipeline.replace(ANSWER, "writeResult(context.ctx, spoiled(context.route, result),") +
        spoiled(join(copy, "wrong-answer.json")),
    );
    const { exitCode } = await execa(process.execPath, ["run", "-A", "lab/doubt/contract.ts", ...words], {
      cwd: copy,
      stdio: ["ignore", "inherit", "inherit"],
      reject: false,
    });
    return exitCode ?? 1;
  });
}

/** In the copy: one stack serves all runs. */
async function main(words: readonly string[]): Promise<number> {
  const { startTestStack } = await import("#testing/start-stack.ts");
  const listed = entries(words);
  writeFileSync(WRONG_ANSWER, "{}");
  const { file, stop } = await startTestStack();
  try {
    const env = { [STACK_FILE]: file };
    const whole = await runSpecs(ROOT, mocha(listed.map(([, { proof }]) => proof)), env);
    if (whole.failed?.length !== 0) {
      console.error(`${whole.output}\nThe specs fail without any fault: mend them first.`);
      return 1;
    }
    let runs = 0;
    const survivors: string[] = [];
    for (const [name, entry] of listed) {
      for (const wrong of wrongAnswers(name, entry)) {
        writeFileSync(WRONG_ANSWER, JSON.stringify(wrong));
        const { failed } = await runSpecs(ROOT, mocha([entry.proof]), env);
        runs++;
        const fault = wrong.field === undefined ? `answers ${wrong.status}` : `lacks ${wrong.field}`;
        const survives = failed === null || failed.length === 0;
        if (survives) survivors.push(`${name} ${fault}`);
        console.log(survives ? `SURVIVES ${name} ${fault}` : `caught   ${name} ${fault}: ${failed[0]}`);
      }
    }
    console.log(`${runs - survivors.length} of ${runs} wrong answers of ${listed.length} routes were caught`);
    if (survivors.length > 0) console.log(`Survivors:\n${survivors.join("\n")}`);
    return survivors.length === 0 ? 0 : 1;
  } finally {
    await stop({ keepLogs: false });
  }
}

if (import.meta.main) process.exit(await main(process.argv.slice(2)));
