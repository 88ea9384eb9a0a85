import { execa } from "execa";
import { ROOT } from "#dev/machine/folder.ts";
import { reachOf } from "./import-graph.ts";
import { readFileSync, writeFileSync } from "node:fs";
import { workflowBundle } from "#dev/machine/builds.ts";

/** Every spec runs under them. */
const UNDER_ALL = ["package.json", "deno.lock", ".mocharc.json", "testing/setup.ts", "testing/run.ts"];
const DEFAULT_BASE = "main";
const MODULE = /\.tsx?$/;

/**
 * The files that differ from where this branch left `base`, those that are not committed included.
 * @param base a commit, a branch or a tag; null: the branch `main`, or without it the last commit.
 * @throws Error where git does not know the base.
 */
export async function changedSince(base: string | null): Promise<string[]> {
  const known = base ?? (await isCommit(DEFAULT_BASE) ? DEFAULT_BASE : "HEAD");
  const [fork = ""] = await git("merge-base", known, "HEAD");
  // Without renames: the old path is one that specs may still import.
  const changed = await git("diff", "--name-only", "--no-renames", fork);
  const added = await git("ls-files", "--others", "--exclude-standard");
  return [...new Set([...changed, ...added])].sort();
}

/** Whether git knows a commit by this name. */
export async function isCommit(name: string): Promise<boolean> {
  const { exitCode } = await execa("git", ["rev-parse", "--verify", "--quiet", `${name}^{commit}`], {
    cwd: ROOT,
    reject: false,
  });
  return exitCode === 0;
}

/**
 * The specs that these files can reach, the nearest first: specs that load them, that start a process which does, or that read them.
 * A spec of the services reaches all code of the API and the worker.
 */
export function specsReachedBy(changed: readonly string[], specs: readonly string[]): string[] {
  if (changed.some((path) => UNDER_ALL.includes(path))) return [...specs];
  return specs
    .map((spec) => ({ spec, distance: distanceTo(changed, reachOf(spec)) }))
    .filter(({ distance }) => distance < Infinity)
    .sort((a, b) => a.distance - b.distance)
    .map(({ spec }) => spec);
}

function distanceTo(changed: readonly string[], reach: ReadonlyMap<string, number>): number {
  const distances = changed.map((path) =>
    Math.min(
      ...[path, ...MODULE.test(path) ? [] : foldersOf(path)].map((each) => reach.get(each) ?? Infinity),
    )
  );
  return Math.min(...distances);
}

/** The folders that a file is in, as `a/b/`, `a/`. */
function foldersOf(path: string): string[] {
  const parts = path.split("/").slice(0, -1);
  return parts.map((_, i) => `${parts.slice(0, i + 1).join("/")}/`);
}

async function git(...args: string[]): Promise<string[]> {
  const { stdout } = await execa("git", args, { cwd: ROOT });
  return stdout.split("\n").filter(Boolean);
}

const FIRST_STEP = 'const plan = await step("begin"';
const ANOTHER_STEP = 'await step("begin twice", (activities) => activities.beginSimulation(run));';

/**
 * Writes a bundle of today's workflow code with a change of the simulation that no run of today's can replay: another step, before the
 * first.
 */
export async function writeChangedBundle(path: string): Promise<void> {
  const code = readFileSync(await workflowBundle(), "utf8");
  if (!code.includes(FIRST_STEP)) throw new Error("The simulation's first step has another form than here");
  writeFileSync(path, code.replace(FIRST_STEP, `${ANOTHER_STEP} ${FIRST_STEP}`));
}

const EACH_CHUNK = "done: progress.done + agents";
const HANDLED = "} = failureOf(error);";

/**
 * Writes a bundle of the changed code that throws once a simulation's first agents have answered, past its own handling of failures: its
 * workflow tasks fail, again and again.
 */
export async function writeBrokenBundle(path: string): Promise<void> {
  await writeChangedBundle(path);
  const code = readFileSync(path, "utf8");
  for (const place of [EACH_CHUNK, HANDLED]) {
    if (!code.includes(place)) throw new Error(`The simulation has no longer the code ${place}`);
  }
  const broken = code.replace(EACH_CHUNK, 'done: (() => { throw new Error("This release is broken"); })()')
    .replace(HANDLED, "} = (() => { throw error; })();");
  writeFileSync(path, broken);
}
