import { roundedShares } from "#client/verdict-words.ts";
import { useSyncExternalStore } from "react";

/** Numbers, times and money as the viewer's language and zone have them, by `Intl`. */

const integer = new Intl.NumberFormat(undefined, { maximumFractionDigits: 0 });
const percent = new Intl.NumberFormat(undefined, { maximumFractionDigits: 1 });
const withSign = new Intl.NumberFormat(undefined, { maximumFractionDigits: 0, signDisplay: "exceptZero" });
const usd = new Intl.NumberFormat(undefined, { style: "currency", currency: "USD" });
const dateTime = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "medium" });
const date = new Intl.DateTimeFormat(undefined, { dateStyle: "medium" });
const relative = new Intl.RelativeTimeFormat(undefined, { numeric: "auto" });

/** A count, such as 10,000. */
export function count(value: number): string {
  return integer.format(value);
}

/** A share of 100 as a whole number, such as 47 %; what is neither nobody nor everybody never reads so. Null is a dash. */
export function pct(value: number | null | undefined, whole: number = Math.round(value ?? 0)): string {
  if (value === null || value === undefined) return "–";
  if (value > 0 && whole === 0) return "<1 %";
  return value < 100 && whole === 100 ? ">99 %" : `${integer.format(whole)} %`;
}

/** The shares of a verdict, a segment or a run. Those from before "did not apply" was an answer have none of it. */
type Shares = Readonly<Record<"yes_pct" | "maybe_pct" | "no_pct", number>> & {
  readonly n_a_pct?: number | null;
};

/** Shares that belong together as {@link pct} writes each, in whole numbers that add up to 100. */
export function pcts({ yes_pct, maybe_pct, no_pct, n_a_pct = null }: Shares) {
  return pctsOf({ yes: yes_pct, maybe: maybe_pct, no: no_pct, n_a: n_a_pct });
}

/** The same of shares by their answers. */
export function pctsOf({ yes, maybe, no, n_a = null }: Readonly<Record<"yes" | "maybe" | "no", number>> & {
  readonly n_a?: number | null;
}) {
  const shares = [yes, maybe, no, n_a ?? 0];
  const whole = roundedShares(shares);
  const shown = (k: number) => pct(shares[k], whole[k]);
  return { yes: shown(0), maybe: shown(1), no: shown(2), n_a: shown(3) };
}

/** A confidence from 0 to 1 in percent, never rounded up to certainty. */
export function shareOf(confidence: number): string {
  return confidence < 0.01 ? "<1 %" : pct(Math.floor(100 * confidence));
}

/** How wide an interval is, by the random sample of people whose own is as wide. */
export function worthInWords(humans: number): string {
  if (humans < 1) return "wider than that of a random sample of one person";
  const people = humans < 2 ? "one person" : `${count(Math.floor(humans))} people`;
  return `as wide as that of a random sample of ${people}`;
}

function signed(value: number): string {
  return withSign.format(value).replace("-", "−");
}

/** A difference in whole percentage points with its sign. */
export function signedPoints(value: number): string {
  return `${signed(value)} ${Math.abs(Math.round(value)) === 1 ? "point" : "points"}`;
}

/** A width in whole percentage points, without a sign; one below a half reads as such. */
export function points(value: number): string {
  if (value > 0 && value < 0.5) return "less than 1 point";
  return `${count(value)} ${Math.round(value) === 1 ? "point" : "points"}`;
}

/** An interval of shares, such as 31 to 65 %: its ends are rounded away from its middle. Null is a dash. */
export function interval(value: readonly number[] | null | undefined): string {
  const [low, high] = value ?? [];
  if (low === undefined || high === undefined) return "–";
  return `${integer.format(Math.floor(low))} to ${integer.format(Math.ceil(high))} %`;
}

/** An interval of differences in points, such as -11 to -7, rounded like that of shares. Null is a dash. */
export function signedInterval(value: readonly number[] | null | undefined): string {
  const [low, high] = value ?? [];
  return low === undefined || high === undefined
    ? "–"
    : `${signed(Math.floor(low))} to ${signed(Math.ceil(high))}`;
}

/** A number with at most one decimal. */
export function decimal(value: number): string {
  return percent.format(value);
}

/** US dollars. */
export function money(value: number): string {
  return usd.format(value);
}

/** Milliseconds, below ten seconds as such, else in seconds. */
export function duration(ms: number): string {
  return ms < 10_000 ? `${integer.format(ms)} ms` : `${integer.format(ms / 1_000)} s`;
}

const STEPS: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ["year", 31_557_600],
  ["month", 2_629_800],
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
];

/** How long ago, or in how long: "5 minutes ago", "in 2 hours". */
export function ago(at: string | number | Date, now: number = Date.now()): string {
  const seconds = (new Date(at).getTime() - now) / 1_000;
  for (const [unit, length] of STEPS) {
    if (Math.abs(seconds) >= length) return relative.format(Math.round(seconds / length), unit);
  }
  return relative.format(Math.round(seconds), "second");
}

const MINUTE_MS = 60_000;
const every = (ms: number) => (change: () => void) => {
  const timer = setInterval(change, ms);
  return () => clearInterval(timer);
};
const everyMinute = every(MINUTE_MS / 6);
const everySecond = every(1_000);

/** The present minute, counted from the epoch: what is relative to it grows older on an open page. */
export function useMinute(): number {
  return useSyncExternalStore(everyMinute, () => Math.floor(Date.now() / MINUTE_MS));
}

/** How long ago a moment was, or in how long it comes; its date or itself where asked for. The exact one and its UTC form on hover. */
export function Time({ at, none = "–", show = "ago" }: {
  readonly at: string | null | undefined;
  /** Stands for no moment. */
  readonly none?: string;
  readonly show?: "moment" | "date" | "ago";
}) {
  useMinute();
  if (at === null || at === undefined) return <span>{none}</span>;
  const moment = new Date(at);
  const text = show === "ago" ? ago(moment) : (show === "date" ? date : dateTime).format(moment);
  return <time dateTime={at} title={`${dateTime.format(moment)} (${at})`}>{text}</time>;
}

/** The same as a fact, which is left out where there is no moment. */
export const timeFact = (at: string | null) => at === null ? null : <Time at={at} />;

/** The present second, in milliseconds. */
export function useNow(): number {
  return useSyncExternalStore(everySecond, () => 1_000 * Math.floor(Date.now() / 1_000));
}

/** How long until a moment, counted on every second; "now" once it has come. */
export function Countdown({ at }: { readonly at: string }) {
  const now = useNow();
  return (
    <time dateTime={at} title={dateTime.format(new Date(at))}>
      {ago(new Date(Math.max(Date.parse(at), now)), now)}
    </time>
  );
}

const SEGMENT_NAMES: Readonly<Record<string, string>> = {
  no_lean: "Independent",
  lean_republican: "Leans Republican",
  lean_democrat: "Leans Democrat",
  bachelors: "Bachelor’s degree",
  advanced: "Advanced degree",
};

/** A segment's name for people: `no_lean` as "Independent", `25k-50k` as "$25k–50k", `65+` as it is. */
export function segmentName(segment: string): string {
  const name = SEGMENT_NAMES[segment] ??
    segment.replaceAll("_", " ").replace(/\d+k/, "$$$&").replace(/(\dk?)-(?=\d)/, "$1–").replace(
      "under-",
      "under ",
    );
  return name.charAt(0).toUpperCase() + name.slice(1);
}
