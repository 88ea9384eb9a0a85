import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "#dev/machine/folder.ts";
import { waitFor } from "#dev/machine/wait.ts";
import { repeat } from "../../command.ts";
import type { Day } from "./day.ts";
import { runRecipe } from "./page.ts";
import type { Platform } from "./platform.ts";
import type { Series } from "./prometheus.ts";

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
  begin(day: Day): Promise<Trouble>;
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
    const seconds = alert === undefined ? "" : `${(await find(alert, day, began)).toFixed(0)} s`;
    if (query !== undefined) await findRun(query, trouble.workflowId, day);
    await trouble.repair?.();
    const environment = { ...platform.environment(), ...trouble.variables };
    const { commands, output } = await runRecipe(story.heading, environment);
    const cured = await trouble.cured(output);
    const ways = [
      alert === undefined ? story.found ?? "nobody: it is planned" : `${alert.name}; *${alert.panel}*`,
    ];
    if (query !== undefined) ways.push("the Temporal UI");
    return {
      recipe: story.heading,
      trouble: story.trouble,
      "found by": ways.join("; "),
      "alert after": seconds,
      commands,
      /** What was seen afterwards; the failure where it was not cured. */
      afterwards: cured,
    };
  } finally {
    await stop();
  }
}

async function find(alert: NonNullable<Story["alert"]>, day: Day, began: number): Promise<number> {
  await day.prometheus.alert(alert.name);
  const seconds = (performance.now() - began) / 1_000;
  await day.prometheus.panel(alert.panel, alert.shows);
  return seconds;
}

async function findRun(query: string, workflowId: string | undefined, day: Day): Promise<void> {
  const runbook = readFileSync(join(ROOT, "docs/runbook.md"), "utf8");
  if (!runbook.includes(`\`${query}\``)) throw new Error(`The runbook names no query ${query}`);
  await waitFor(`the Temporal UI to list ${workflowId}`, async () => {
    const ids = await day.listed(query.replace("<time>", new Date().toISOString()));
    return workflowId !== undefined && ids.includes(workflowId) ? true : undefined;
  }, { everyMs: 500 });
}
