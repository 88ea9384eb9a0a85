import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { execa } from "execa";
import { devFolder, ROOT } from "#dev/machine/folder.ts";

/** A fault to plant, and the specs of the same path, which must fail by it. */
export interface PlantedFault {
  /** What it breaks: a word of the contract. None of {@link NONE_SURVIVES} may survive. */
  readonly kind: string;
  readonly file: string;
  /** The first place of this text is replaced. */
  readonly find: string;
  readonly replace: string;
  readonly specs: readonly string[];
}

const NONE_SURVIVES: readonly string[] = [
  "accounts",
  "scopes",
  "tenancy",
  "deliveries",
  "quotas",
  "intervals",
];
/** Of all faults. */
const LEAST_CAUGHT = 0.95;
/** What the copy of the checkout does without: packages are linked, the rest is nobody's source. */
const LEFT_OUT: ReadonlySet<string> = new Set(["node_modules", ".git", ".dev"]);
const MAX_RUN_MS = 10 * 60_000;
/** Characters of what failing specs printed. */
const MAX_SHOWN = 5_000;

/** The faults, in `faults.json`. */
export function plantedFaults(): readonly PlantedFault[] {
  return JSON.parse(readFileSync(new URL("./faults.json", import.meta.url), "utf8"));
}

/** The file's text with the fault. @throws RangeError where it has no such place any more */
export function planted({ file, find, replace }: PlantedFault, root = ROOT): string {
  const text = readFileSync(join(root, file), "utf8");
  if (!text.includes(find)) throw new RangeError(`${file} has no ${JSON.stringify(find)} any more`);
  return text.replace(find, () => replace);
}

/**
 * `deno task doubt [word …]`: plants the faults whose kind, file or specs have one of the words, all of them without one, each by itself in
 * a copy of the checkout, and runs the specs of the same path. Exits with 1 where too many survive.
 */
async function main(words: readonly string[]): Promise<number> {
  const faults = plantedFaults().filter(({ kind, file, specs }) =>
    words.length === 0 || words.some((word) => [kind, file, ...specs].join(" ").includes(word))
  );
  mkdirSync(devFolder(), { recursive: true });
  const copy = mkdtempSync(join(devFolder(), "doubt-"));
  try {
    for (const name of readdirSync(ROOT).filter((each) => !LEFT_OUT.has(each))) {
      cpSync(join(ROOT, name), join(copy, name), { recursive: true });
    }
    // Links of its own: a worker may read nothing outside its checkout.
    await execa("cp", ["-al", join(ROOT, "node_modules"), copy]);
    const specs = [...new Set(faults.flatMap((fault) => fault.specs))];
    const whole = await runSpecs(copy, specs);
    if (whole.exitCode !== 0) {
      console.error(`${whole.output}\nThe specs fail without any fault: mend them first.`);
      return 1;
    }
    const survivors: PlantedFault[] = [];
    for (const fault of faults) {
      const text = readFileSync(join(copy, fault.file), "utf8");
      writeFileSync(join(copy, fault.file), planted(fault, copy));
      const survives = (await runSpecs(copy, fault.specs)).exitCode === 0;
      writeFileSync(join(copy, fault.file), text);
      if (survives) survivors.push(fault);
      console.log(
        `${survives ? "SURVIVES" : "caught  "} ${fault.kind.padEnd(12)} ${fault.file}: ${fault.find}`,
      );
    }
    const caught = faults.length - survivors.length;
    console.log(`${caught} of ${faults.length} faults were caught by the specs of their path`);
    const isFatal = survivors.some(({ kind }) => NONE_SURVIVES.includes(kind));
    return isFatal || caught < LEAST_CAUGHT * faults.length ? 1 : 0;
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

/** Runs these specs in the copy; what they printed at last. */
async function runSpecs(
  copy: string,
  specs: readonly string[],
): Promise<{ readonly exitCode: number | undefined; readonly output: string }> {
  const { exitCode, all } = await execa(process.execPath, ["run", "-A", "testing/run.ts", ...specs], {
    cwd: copy,
    stdin: "ignore",
    reject: false,
    all: true,
    timeout: MAX_RUN_MS,
  });
  return { exitCode, output: all.slice(-MAX_SHOWN) };
}

if (import.meta.main) process.exitCode = await main(process.argv.slice(2));
