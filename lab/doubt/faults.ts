import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "#dev/machine/folder.ts";

/** Faults of one file, as `faults/*.json` has them. */
interface FaultyFile {
  readonly file: string;
  /** Of the same path: they must fail by each. */
  readonly specs: readonly string[];
  /** What each breaks, a word of the contract; what stands in the file once, and what takes its place. */
  readonly faults: readonly (readonly [kind: string, find: string, replace: string])[];
}

/** A fault to plant. */
export type PlantedFault = ReturnType<typeof plantedFaults>[number];

const FOLDER = new URL("./faults/", import.meta.url);

/** The faults of all layers. */
export function plantedFaults() {
  return readdirSync(FOLDER).sort().flatMap((name) => {
    const files: readonly FaultyFile[] = JSON.parse(readFileSync(new URL(name, FOLDER), "utf8"));
    return files.flatMap(({ file, specs, faults }) =>
      faults.map(([kind, find, replace]) => ({ kind, file, find, replace, specs }))
    );
  });
}

/** The file's text with the fault. @throws RangeError unless it has the place once */
export function planted({ file, find, replace }: PlantedFault, root = ROOT): string {
  const [before, after, ...more] = readFileSync(join(root, file), "utf8").split(find);
  if (after === undefined) throw new RangeError(`${file} has no ${JSON.stringify(find)} any more`);
  if (more.length > 0) throw new RangeError(`${file} has ${JSON.stringify(find)} ${more.length + 1} times`);
  return `${before}${replace}${after}`;
}
