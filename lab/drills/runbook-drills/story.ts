import { readFileSync } from "node:fs";
import { join } from "node:path";
import { execa } from "execa";
import { ROOT } from "#dev/machine/folder.ts";
import { waitFor } from "#dev/machine/wait.ts";
import { type MarkdownNode, readPage } from "#testing/documentation-page.ts";
import { repeat } from "../../command.ts";
import type { Day } from "./day.ts";
import type { Platform } from "./platform.ts";
import type { Series } from "./prometheus.ts";

/** The page whose recipes the stories carry out, and which has their table. */
export const PAGE = "docs/operating.md";
/** The heading of what every recipe needs: it is run before each. */
export const BEFORE = "Before an incident";
/** The longest time of a recipe; the reconciler alone looks up runs that are five minutes old. */
const MAX_MS = 480_000;
const POLL_MS = 200;

/** What has been broken, and how it is known that it is whole again. */
export interface Trouble {
  /** What the operator has found, by the names that the recipe begins with. */
  readonly variables?: Readonly<Record<string, string>>;
  /** The run that the query in the Temporal UI must list. */
  readonly workflowId?: string;
  /** Whatever goes on while the operator looks and works; repeated. */
  readonly meanwhile?: () => Promise<unknown>;
  /** What others do once the cause is known, before the recipe: a customer repairs an endpoint. */
  readonly repair?: () => Promise<unknown> | unknown;
  /** @param output what the recipe printed @returns what was seen, for the table @throws Error where it is not cured */
  readonly cured: (output: string) => Promise<string>;
}

/** A trouble, how it is found, and its recipe. */
export interface Story {
  /** The recipe's heading in docs/operating.md. */
  readonly heading: string;
  readonly trouble: string;
  /** The alert by which it is found, with the dashboard's panel that shows it. */
  readonly alert?: {
    readonly name: string;
    readonly panel: string;
    readonly shows: (series: Series) => boolean;
  };
  /** A query that the runbook names for the Temporal UI, with `<time>` for now. */
  readonly query?: string;
  /** How it is found without an alert. */
  readonly found?: string;
  begin(day: Day): Promise<Trouble> | Trouble;
}

/** What became of a story, by the table's titles. */
export type Row = Awaited<ReturnType<typeof tell>>;

/** Tells a story from the trouble to the cure. @throws Error where the alert, the panel, the query or the recipe fails */
export async function tell(story: Story, day: Day, platform: Platform) {
  const { alert, query } = story;
  if (alert !== undefined) await day.prometheus.silence(alert.name);
  const began = performance.now();
  const trouble = await story.begin(day);
  // Whatever becomes of it.
  const stop = repeat(async () => await trouble.meanwhile?.().catch(() => {}), POLL_MS);
  try {
    let seconds = "";
    if (alert !== undefined) {
      await day.prometheus.alert(alert.name);
      seconds = `${((performance.now() - began) / 1_000).toFixed(0)} s`;
      await day.prometheus.panel(alert.panel, alert.shows);
    }
    if (query !== undefined) await findRun(query, trouble.workflowId, day);
    await trouble.repair?.();
    const environment = { ...platform.environment(), ...trouble.variables };
    const { commands, output } = await runRecipe(story.heading, environment);
    const cured = await trouble.cured(output);
    const found = alert === undefined
      ? story.found ?? "nobody: it is planned"
      : `${alert.name}; *${alert.panel}*`;
    return {
      recipe: story.heading,
      trouble: story.trouble,
      "found by": query === undefined ? found : `${found}; the Temporal UI`,
      "alert after": seconds,
      commands,
      /** What was seen afterwards; the failure where it was not cured. */
      afterwards: cured,
    };
  } finally {
    await stop();
  }
}

async function findRun(query: string, workflowId: string | undefined, day: Day): Promise<void> {
  const runbook = readFileSync(join(ROOT, "docs/runbook.md"), "utf8");
  if (!runbook.includes(`\`${query}\``)) throw new Error(`The runbook names no query ${query}`);
  await waitFor(`the Temporal UI to list ${workflowId}`, async () => {
    const ids = await day.listed(query.replace("<time>", new Date().toISOString()));
    return workflowId !== undefined && ids.includes(workflowId) ? true : undefined;
  }, { everyMs: 500 });
}

/** The `sh` fences under each heading of the second level: of the page, or of another text. */
export function recipesOf(text?: string): ReadonlyMap<string, string> {
  const recipes = new Map<string, string>();
  let heading = "";
  for (const node of readPage(PAGE, text).tree.children ?? []) {
    if (node.type === "heading" && (node as { depth?: number }).depth === 2) heading = textOf(node);
    if (node.type !== "code" || node.lang !== "sh") continue;
    recipes.set(heading, `${recipes.get(heading) ?? ""}${node.value}\n`);
  }
  return recipes;
}

function textOf({ value = "", children = [] }: MarkdownNode): string {
  return value + children.map(textOf).join("");
}

/** The commands of a script, without those that go on within a loop. */
export function commandsIn(script: string): number {
  const lines = script.replace(/\\\n/g, " ").split("\n");
  return lines.filter((line) => /^\S/.test(line) && !/^(#|do\b|done\b|fi\b|\})/.test(line)).length;
}

/**
 * Runs a recipe as the page has it, in one shell that ends at the first command that fails.
 * @throws Error with what it printed when a command fails, or when the page has no such recipe
 */
async function runRecipe(heading: string, environment: Readonly<Record<string, string>>) {
  const recipes = recipesOf();
  const [before, recipe] = [recipes.get(BEFORE), recipes.get(heading)];
  if (before === undefined || recipe === undefined) throw new Error(`${PAGE} has no recipe "${heading}"`);
  const script = `set -euo pipefail\n${before}\n${recipe}`;
  const { exitCode, all = "" } = await execa("bash", ["-c", script], {
    cwd: ROOT,
    env: environment,
    all: true,
    reject: false,
    stdin: "ignore",
    timeout: MAX_MS,
  });
  if (exitCode !== 0) throw new Error(`The recipe "${heading}" failed (${exitCode}):\n${all}`);
  return { commands: commandsIn(recipe), output: all };
}
