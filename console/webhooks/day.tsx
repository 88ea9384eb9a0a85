import type { ItemOf } from "../api/calls.ts";
import { count, pct } from "../components/format.tsx";
import { Badge } from "../components/status.tsx";

type Hour = ItemOf<"listWebhookStats">;

const HOURS = 24;
const HOUR_MS = 3_600_000;
/** From which share of successes on, in percent, an endpoint counts as well, and below which as failing. */
const WELL = 99;
const FAILING = 50;
const WIDTH = 5;
const HEIGHT = 24;

/** A webhook's success rate of the last 24 hours, with a bar an hour: failures stand below, in their colour. */
export function DayOfDeliveries({ hours }: { readonly hours: readonly Hour[] }) {
  const succeeded = hours.reduce((sum, hour) => sum + hour.succeeded, 0);
  const failed = hours.reduce((sum, hour) => sum + hour.failed, 0);
  if (succeeded + failed === 0) return <span className="soft">nothing sent</span>;
  const share = 100 * succeeded / (succeeded + failed);
  const isPartial = hours.some(({ is_partial }) => is_partial);
  const [status, label] = share < FAILING
    ? ["failed", "failing"]
    : share < WELL
    ? ["degraded", "some fail"]
    : ["succeeded", "well"];
  return (
    <div className="day">
      <span>
        <Badge status={status} label={label} /> {pct(Math.floor(10 * share) / 10)}
      </span>
      <Bars hours={hours} />
      <span className="soft">
        {failed === 0 ? "none" : count(failed)} of {isPartial ? "the newest " : ""}
        {count(succeeded + failed)} failed
      </span>
    </div>
  );
}

function Bars({ hours }: { readonly hours: readonly Hour[] }) {
  const first = Math.floor(Date.now() / HOUR_MS) - HOURS + 1;
  const most = Math.max(...hours.map(({ succeeded, failed }) => succeeded + failed));
  return (
    <svg width={HOURS * WIDTH} height={HEIGHT} aria-hidden="true">
      {hours.map(({ at, succeeded, failed }) => {
        const x = (Math.floor(Date.parse(at) / HOUR_MS) - first) * WIDTH;
        // One failure among thousands is seen too.
        const bad = failed === 0 ? 0 : Math.max(2, HEIGHT * failed / most);
        const good = Math.min(HEIGHT - bad, succeeded === 0 ? 0 : Math.max(2, HEIGHT * succeeded / most));
        return (
          <g key={at}>
            <rect className="good" x={x} y={HEIGHT - bad - good} width={WIDTH - 1} height={good} />
            <rect className="bad" x={x} y={HEIGHT - bad} width={WIDTH - 1} height={bad} />
          </g>
        );
      })}
    </svg>
  );
}
