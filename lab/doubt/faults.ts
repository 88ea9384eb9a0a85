import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "#dev/machine/folder.ts";

/** A fault to plant, and the specs of the same path, which must fail by it. */
export interface PlantedFault {
  /** What it breaks: a word of the contract. */
  readonly kind: string;
  readonly file: string;
  /** Stands in the file once. */
  readonly find: string;
  readonly replace: string;
  readonly specs: readonly string[];
}

/** Faults of one file, as `faults/*.json` has them. */
interface FaultyFile {
  readonly file: string;
  readonly specs: readonly string[];
  readonly faults: readonly (readonly [kind: string, find: string, replace: string])[];
}

const FOLDER = new URL("./faults/", import.meta.url);

/** The faults of all layers. */
export function plantedFaults(): readonly PlantedFault[] {
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
