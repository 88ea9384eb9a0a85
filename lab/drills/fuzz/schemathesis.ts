import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { execa } from "execa";
import type { Route } from "#api/http/define-route.ts";
import { SESSION_COOKIE } from "#api/http/identity.ts";
import { ROUTES } from "#api/routes.ts";
import { ROOT } from "#dev/machine/folder.ts";
import { madeOnce, output } from "#dev/machine/programs.ts";
import type { FuzzStack } from "./stack.ts";

const VERSION = "4.32.5";
const WORKERS = "2";
const FOLDER = join(ROOT, "lab/drills/fuzz");

/** Who calls, and which operations: Schemathesis runs once for each part. */
export interface Part {
  readonly name: string;
  readonly what: string;
  /** Whose credentials the calls carry. */
  readonly as: "key" | "person" | "operator" | "visitor";
  readonly has: (route: Route) => boolean;
}

/** Operators come last: they put the service into maintenance, and take methodologies out of it. */
export const PARTS: readonly Part[] = [
  {
    name: "integrators",
    what: "the routes of organizations, with an API key",
    as: "key",
    has: ({ routeScope, access, operationId }) =>
      routeScope === "organization" && access !== "person" && operationId !== "rotateApiKey",
  },
  {
    name: "visitors",
    what: "the routes without credentials: signing up and in, payments, the status",
    as: "visitor",
    has: ({ routeScope }) => routeScope === "public",
  },
  {
    name: "people",
    what: "the routes of people, with a session",
    as: "person",
    has: ({ routeScope, access, operationId }) =>
      routeScope === "organization" && (access === "person" || operationId === "rotateApiKey"),
  },
  {
    name: "operators",
    what: "the routes of operators, with an operator's key",
    as: "operator",
    has: ({ routeScope }) => routeScope === "operator",
  },
];

/** The ids of a part's operations. */
export const operationsOf = ({ has }: Part) => ROUTES.filter(has).map(({ operationId }) => operationId);

interface PartRun {
  readonly part: Part;
  /** Positive or negative cases of each operation in the fuzzing phase; the others follow from the document, and from this number. */
  readonly examples: number;
  readonly seed: number;
  /** The folder of its configuration, its log and its report. */
  readonly folder: string;
  /** Those of Schemathesis, separated by commas. */
  readonly phases: string;
}

/** Python in a virtual environment of the cache that has Schemathesis, made at the first call. Needs python3 (3.10 or later) with venv. */
async function pythonOfSchemathesis(): Promise<string> {
  // A folder `schemathesis-…` may be an installation in place that was interrupted.
  const folder = await madeOnce(`schemathesis-python-${VERSION}`, console.log, async (unfinished) => {
    console.log(`installing Schemathesis ${VERSION}, once`);
    await output("python3", ["-m", "venv", unfinished]);
    const pip = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check"];
    await output(join(unfinished, "bin", "python"), [...pip, `schemathesis==${VERSION}`]);
  });
  return join(folder, "bin", "python");
}

/** Runs Schemathesis over a part. @returns the paths of its report, a line of JSON for each event, and of what it printed */
export async function runPart(stack: FuzzStack, run: PartRun) {
  const python = await pythonOfSchemathesis();
  mkdirSync(run.folder, { recursive: true });
  const config = join(run.folder, "schemathesis.toml");
  const report = join(run.folder, "report.ndjson");
  const log = join(run.folder, "schemathesis.log");
  writeFileSync(config, configOf(stack, run));
  // It is the one that computes: what it tests goes first, or it would measure how long processes wait.
  await execa(
    "nice",
    [
      // Not by the program of the package: it names the folder in which it was installed.
      ...[python, "-m", "schemathesis.cli"],
      ...["--config-file", config, "run", `${stack.baseUrl}/openapi.json`, "--no-color"],
      ...["--include-operation-id-regex", `^(${operationsOf(run.part).join("|")})$`, "--seed", `${run.seed}`],
      ...["--workers", WORKERS, "--report", "ndjson", "--report-ndjson-path", report],
      ...["--phases", run.phases],
    ],
    {
      cwd: run.folder,
      env: {
        ...stack.hooks,
        FUZZ_COOKIE: SESSION_COOKIE,
        PYTHONDONTWRITEBYTECODE: "1",
        PATH: process.env.PATH,
      },
      stdin: "ignore",
      stdout: { file: log },
      stderr: { file: log },
      // It ends with 1 where it found something, which the report says too.
      reject: false,
    },
  );
  if (!existsSync(report)) throw new Error(`Schemathesis wrote no report: see ${log}`);
  return { report, log };
}

/** The configuration of a run: fills the file beside this one. */
function configOf(stack: FuzzStack, { part, examples }: PartRun): string {
  const keyed = (key: string) => `[auth.openapi.apiKey]\nbearer = "${key}"`;
  const auth = {
    key: keyed(stack.organization.call.key),
    operator: keyed(stack.operatorKey),
    person: `[auth.openapi.session]\napi_key = "${stack.session}"`,
    visitor: "",
  }[part.as];
  return readFileSync(join(FOLDER, "schemathesis.toml"), "utf8").replace("<hooks>", join(FOLDER, "hooks.py"))
    .replace("<examples>", String(examples)).replace("<auth>", auth);
}
