/** Numbers as a Reading writes them: commas in thousands, whole percentages, points to one decimal, no trailing zero. */

/** 1204 → "1,204". */
export function integer(value: number): string {
  return String(Math.round(value)).replace(/\B(?=(\d{3})+$)/g, ",");
}

/** 3.46 → "3.5", 4.0 → "4". */
export function decimal(value: number): string {
  return String(Math.round(value * 10) / 10);
}

/** "1 agent", "12 agents"; `many` is for nouns whose plural is not an s. */
export function count(value: number, one: string, many: string = `${one}s`): string {
  return `${integer(value)} ${value === 1 ? one : many}`;
}

/** A share in percent as whole percents; what would round to none or all of something says which side it is on. */
export function percent(value: number): string {
  if (value > 0 && value < 0.5) return "less than 1%";
  if (value < 100 && value >= 99.5) return "more than 99%";
  return `${Math.round(value)}%`;
}

/** A difference or a margin in percentage points: "1 point", "3.5 points". */
export function points(value: number): string {
  const text = decimal(Math.abs(value));
  return `${text} ${text === "1" ? "point" : "points"}`;
}

/** "a", "a and b", "a, b and c". */
export function list(parts: readonly string[]): string {
  if (parts.length < 2) return parts.join("");
  return `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`;
}

/** The first letter in upper case. */
export function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
