import type { BankQuestion } from "../shares.ts";

/** What is left out with a question when it is predicted: others about the same object, or also its whole battery. */
export type Protocol = "object" | "battery";
export const PROTOCOLS = ["object", "battery"] as const;

/** Whether a question must not be seen when the other one is predicted. */
export function isLeftOut(a: BankQuestion, b: BankQuestion, protocol: Protocol): boolean {
  return a.object === b.object || protocol === "battery" && a.battery === b.battery;
}

/** Questions of one fold are predicted from the same others. */
export interface Fold {
  readonly held: readonly number[];
  readonly train: readonly number[];
}

export function foldsOf(bank: readonly BankQuestion[], protocol: Protocol): Fold[] {
  const folds = new Map<string, { held: number[]; train: number[] }>();
  bank.forEach((question, i) => {
    const train = bank.flatMap((other, j) => isLeftOut(question, other, protocol) ? [] : [j]);
    const fold = folds.get(train.join()) ?? { held: [], train };
    fold.held.push(i);
    folds.set(train.join(), fold);
  });
  return [...folds.values()];
}

/**
 * Divides the questions into parts of about equal size for choosing hyperparameters: what is chosen for a part has seen
 * none of it. Batteries that share an object stay together.
 * @returns the part of each question.
 */
export function partsOf(bank: readonly BankQuestion[], parts: number): number[] {
  const root = bank.map((_, i) => i);
  const find = (i: number): number => root[i] === i ? i : find(root[i] ?? i);
  bank.forEach((a, i) => {
    for (let j = 0; j < i; j++) {
      const b = bank[j];
      if (b !== undefined && isLeftOut(a, b, "battery")) root[find(i)] = find(j);
    }
  });
  const groups = new Map<number, number[]>();
  bank.forEach((_, i) => groups.set(find(i), [...groups.get(find(i)) ?? [], i]));
  const load = new Array<number>(parts).fill(0);
  const part = new Array<number>(bank.length).fill(0);
  for (const group of [...groups.values()].sort((a, b) => b.length - a.length || (a[0] ?? 0) - (b[0] ?? 0))) {
    const least = load.indexOf(Math.min(...load));
    load[least] = (load[least] ?? 0) + group.length;
    for (const i of group) part[i] = least;
  }
  return part;
}
