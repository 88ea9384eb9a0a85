import { arch, cpus } from "node:os";
import type { Outcome } from "./run.ts";

const COLUMNS: readonly (readonly [string, (outcome: Outcome) => string | number])[] = [
  ["drill", ({ name }) => name],
  ["what was done", ({ what }) => what],
  ["requests", ({ requests }) => requests],
  ["5xx seen", ({ serverErrors }) => serverErrors],
  ["accepted", ({ accepted }) => accepted],
  ["completed", ({ completed }) => completed],
  ["delivered", ({ delivered }) => delivered],
  ["lost", ({ lost }) => lost],
  ["twice", ({ twice }) => twice],
  ["webhooks repeated", ({ redelivered }) => redelivered],
  ["recovered after", ({ recoverySeconds }) => `${recoverySeconds.toFixed(1)} s`],
  ["notes", ({ notes }) => notes],
];

/** The drills as a table in Markdown, with the machine and the day. */
export function drillTable(outcomes: readonly Outcome[]): string {
  const day = new Date().toISOString().slice(0, 10);
  return [
    `Carried out on ${day}, on ${cpus().length} cores (${arch()}) with everything on them and other work beside.`,
    "",
    `| ${COLUMNS.map(([title]) => title).join(" | ")} |`,
    `|${COLUMNS.map(() => "---").join("|")}|`,
    ...outcomes.map((outcome) => `| ${COLUMNS.map(([, cell]) => cell(outcome)).join(" | ")} |`),
  ].join("\n");
}

/** Replaces what stands between a section's two marks. @throws Error where the page has no such section */
export function withSection(page: string, name: string, content: string): string {
  const [begin, end] = [`<!-- ${name} -->`, `<!-- end of ${name} -->`];
  const [from, to] = [page.indexOf(begin), page.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`The page has no section ${name}`);
  return `${page.slice(0, from)}${begin}\n\n${content}\n\n${page.slice(to)}`;
}
