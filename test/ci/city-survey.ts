import { readFileSync, writeFileSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import process from "node:process";
import { execa } from "execa";
import { ROOT } from "#dev/machine/folder.ts";
import { newFolder } from "#testing/processes.ts";

/** The mapping of the worked example, word for word as docs/methodologies.md has it. */
export function exampleMapping() {
  const page = readFileSync(join(ROOT, "docs/methodologies.md"), "utf8");
  const [, block = ""] = /^```json\n([^]*?)^```$/m.exec(page) ?? [];
  return JSON.parse(block);
}

/** What the example's 800 people answered. Women count double. */
export interface CityRow {
  readonly w: number;
  readonly sex: "F" | "M";
  readonly age: number;
  readonly school: number;
  readonly trams: number;
  readonly pools: number;
  readonly bins: number;
}

/** 800 rows in which women want the tram more than men, and no answers depend on a generator. */
export const CITY_ROWS: readonly CityRow[] = Array.from({ length: 800 }, (_, i) => {
  const sex = i % 2 === 0 ? "F" : "M";
  const turn = (i * 37) % 100;
  return {
    w: sex === "F" ? 2 : 1,
    sex,
    age: 18 + (i * 13) % 70,
    school: 1 + (i * 7) % 4,
    trams: turn < (sex === "F" ? 75 : 55) ? 1 + i % 3 % 2 : turn < 85 ? 3 : 5,
    pools: (i * 53) % 100 < 22 ? 1 : 2,
    bins: 1 + (i * 11) % 3,
  };
});

/** Weighted share of the rows that answered with one of the codes. */
export function shareOf(
  rows: readonly CityRow[],
  column: "trams" | "pools" | "bins",
  codes: readonly number[],
) {
  const sum = (some: readonly CityRow[]) => some.reduce((total, { w }) => total + w, 0);
  return sum(rows.filter((row) => codes.includes(row[column]))) / sum(rows);
}

export function csvOf(rows: readonly CityRow[]): string {
  return ["w,sex,age,school,trams,pools,bins", ...rows.map((row) => Object.values(row).join())].join("\n");
}

/** Writes mapping and rows, runs `deno task methodology` on them, and returns its output. */
export async function runMethodology(
  databaseUrl: string,
  { mapping = exampleMapping(), rows = CITY_ROWS, args = [] as readonly string[] } = {},
) {
  const folder = newFolder("survey");
  await mkdir(folder);
  const path = (name: string) => join(folder, name);
  writeFileSync(path("mapping.json"), JSON.stringify(mapping));
  writeFileSync(path("answers.csv"), csvOf(rows));
  const files = [path("mapping.json"), path("answers.csv"), path("city.json")];
  const done = await execa(
    process.execPath,
    ["run", "-A", "commands/methodology.ts", ...files, ...args],
    { cwd: ROOT, env: { DATABASE_URL: databaseUrl }, reject: false },
  );
  return { ...done, file: path("city.json") };
}
