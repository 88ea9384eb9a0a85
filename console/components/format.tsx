import { useEffect, useState, useSyncExternalStore } from "react";

/** Numbers, times and money as the viewer's language and zone have them, by `Intl`. */

const integer = new Intl.NumberFormat(undefined, { maximumFractionDigits: 0 });
const percent = new Intl.NumberFormat(undefined, { maximumFractionDigits: 1 });
const signed = new Intl.NumberFormat(undefined, { maximumFractionDigits: 1, signDisplay: "exceptZero" });
const usd = new Intl.NumberFormat(undefined, { style: "currency", currency: "USD" });
const dateTime = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "medium" });
const date = new Intl.DateTimeFormat(undefined, { dateStyle: "medium" });
const relative = new Intl.RelativeTimeFormat(undefined, { numeric: "auto" });
const bytes = new Intl.NumberFormat(undefined, { style: "unit", unit: "kilobyte", maximumFractionDigits: 1 });

/** A count, such as 10,000. */
export function count(value: number): string {
  return integer.format(value);
}

/** A share of 100, such as 47.3 %. Null is a dash. */
export function pct(value: number | null | undefined): string {
  return value === null || value === undefined ? "–" : `${percent.format(value)} %`;
}

/** A confidence from 0 to 1 in percent, never rounded up to certainty. */
export function shareOf(confidence: number): string {
  return confidence < 0.001 ? `below ${pct(0.1)}` : pct(Math.floor(1_000 * confidence) / 10);
}

/** A number of people in words; a part of one is no people. */
export function peopleInWords(value: number): string {
  if (value < 1) return "less than one person";
  return value < 1.5 ? "one person" : `${count(value)} people`;
}

/** A difference in percentage points with its sign. */
export function signedPoints(value: number): string {
  return `${signed.format(value)} points`;
}

/** A width in percentage points, without a sign. */
export function points(value: number): string {
  return `${percent.format(value)} points`;
}

/** An interval of shares, such as 31.2 to 64.8 %. Null is a dash. */
export function interval(value: readonly number[] | null | undefined): string {
  const [low, high] = value ?? [];
  if (low === undefined || high === undefined) return "–";
  return `${percent.format(low)} to ${percent.format(high)} %`;
}

/** An interval of differences in percentage points, such as −10.8 to −7.2 points. Null is a dash. */
export function signedInterval(value: readonly number[] | null | undefined): string {
  const [low, high] = value ?? [];
  return low === undefined || high === undefined
    ? "–"
    : `${signed.format(low)} to ${signed.format(high)} points`;
}

/** A difference with its sign, without its unit. */
export function signedNumber(value: number): string {
  return signed.format(value);
}

/** A number with at most one decimal. */
export function decimal(value: number): string {
  return percent.format(value);
}

/** US dollars. */
export function money(value: number): string {
  return usd.format(value);
}

/** Bytes, in kilobytes. */
export function kilobytes(value: number): string {
  return bytes.format(value / 1_000);
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
const everyMinute = (change: () => void) => {
  const timer = setInterval(change, MINUTE_MS / 6);
  return () => clearInterval(timer);
};

/** The present minute, counted from the epoch: what is relative to it grows older on an open page. */
export function useMinute(): number {
  return useSyncExternalStore(everyMinute, () => Math.floor(Date.now() / MINUTE_MS));
}

/** How long ago a moment was, or in how long it comes; its date or itself where asked for. The exact one and its UTC form on hover. */
export function Time({ at, show = "ago" }: {
  readonly at: string | null | undefined;
  readonly show?: "moment" | "date" | "ago";
}) {
  useMinute();
  if (at === null || at === undefined) return <span>–</span>;
  const moment = new Date(at);
  const text = show === "ago" ? ago(moment) : (show === "date" ? date : dateTime).format(moment);
  return <time dateTime={at} title={`${dateTime.format(moment)} (${at})`}>{text}</time>;
}

/** How long until a moment, counted on every second; "now" once it has come. */
export function Countdown({ at }: { readonly at: string }) {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  return (
    <time dateTime={at} title={dateTime.format(new Date(at))}>
      {ago(new Date(Math.max(Date.parse(at), now)), now)}
    </time>
  );
}
