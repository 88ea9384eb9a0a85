import { findProgram, thisRun } from "#dev/machine/programs.ts";
import { logFor } from "#dev/machine/terminal.ts";
import { rewritePage, tableOf, withSection } from "#testing/documentation-page.ts";
import { chosen, MACHINE, runCommand } from "../../command.ts";
import { withInstallation } from "../installation.ts";
import { Day } from "./day.ts";
import { type Platform, startPlatform } from "./platform.ts";
import { DIVISOR } from "./prometheus.ts";
import { beginWaiting, DATA } from "./stories/data.ts";
import { KEYS } from "./stories/keys.ts";
import { OUTAGES, SETTINGS } from "./stories/outages.ts";
import { POISON, RELEASES } from "./stories/releases.ts";
import { WORK } from "./stories/work.ts";
import { PAGE, type Row, type Story, tell } from "./story.ts";

const log = logFor("day");

/**
 * The day. Runs that wait are begun after its first story, so that they are five minutes old when the data are lost; versions come
 * last, because workers with a build id need a current version in each new namespace.
 */
export const STORIES: readonly Story[] = [
  ...WORK,
  SETTINGS,
  ...KEYS,
  ...OUTAGES,
  POISON,
  ...DATA,
  ...RELEASES,
];

/**
 * `deno task runbook-drills [heading …]`: breaks the service story by story, finds each trouble as an operator does, carries out the recipe of
 * docs/operating.md as the page has it, and checks the cure. A day of all stories writes its table into the page. @returns the exit code
 */
async function main(headings: readonly string[]): Promise<number> {
  const asked = chosen(STORIES.map(({ heading }) => heading), headings);
  if (findProgram(["prometheus"]) === undefined) {
    throw new Error("Cannot find prometheus on PATH: install it");
  }
  const stories = STORIES.filter(({ heading }) => asked.includes(heading));
  return await withInstallation("runbook-drills", (place) => new Day(place), async (day) => {
    const platform = await startPlatform(day);
    log("the service, Prometheus and the Temporal UI run");
    return await live(stories, day, platform);
  });
}

async function live(stories: readonly Story[], day: Day, platform: Platform): Promise<number> {
  const rows: Row[] = [];
  let failed = 0;
  for (const story of stories) {
    // After the story of a stuck run, which wants to be the oldest that runs.
    if (story.heading !== STORIES[0]?.heading && stories.some((one) => DATA.includes(one))) {
      await beginWaiting(day);
    }
    const began = performance.now();
    try {
      const row = await tell(story, day, platform);
      rows.push(row);
      log(`${story.heading}: ${row.afterwards} (${((performance.now() - began) / 1_000).toFixed(0)} s)`);
    } catch (error) {
      failed++;
      log(`${story.heading}: FAILED: ${(error as Error).stack}`);
      rows.push({
        ...{ recipe: story.heading, trouble: story.trouble, "found by": "", "alert after": "", commands: 0 },
        afterwards: `NOT CURED: ${(error as Error).message.split("\n")[0]}`,
      });
    }
  }
  const { commit, date } = await thisRun(PAGE);
  const told =
    `Carried out on ${date} at ${commit}, ${MACHINE}. The alerts' times were divided by ${DIVISOR}.`;
  const content = `${told}\n\n${tableOf(rows)}`;
  console.log(`\n${content}\n`);
  if (failed === 0 && stories.length === STORIES.length) {
    rewritePage(PAGE, (page) => withSection(page, "table", content));
  }
  return failed === 0 ? 0 : 1;
}

if (import.meta.main) await runCommand(main);
