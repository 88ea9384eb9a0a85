import process from "node:process";
import { execa } from "execa";
import { ROOT } from "#dev/machine/folder.ts";
import { type MarkdownNode, readPage } from "#testing/documentation-page.ts";

/** The page whose recipes the stories carry out, and which has their table. */
export const PAGE = "docs/operating.md";
/** The heading of what every recipe needs: it is run before each. */
export const BEFORE = "Before an incident";
/** The longest time of a recipe; the reconciler alone looks up runs that are five minutes old. */
const MAX_MS = 480_000;

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
export async function runRecipe(heading: string, environment: Readonly<Record<string, string>>) {
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
  if (process.env.SHOW_RECIPES === "1") console.log(all);
  return { commands: commandsIn(recipe), output: all };
}
