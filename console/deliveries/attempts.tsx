import { path } from "../api/calls.ts";
import { useState } from "react";
import { useList } from "../api/queries.ts";
import { count, Countdown, duration, Time } from "../components/format.tsx";
import { ErrorNotice } from "../components/notices.tsx";
import { Section } from "../components/page.tsx";
import { Badge } from "../components/status.tsx";
import type { Attempt, Delivery } from "./states.ts";

/** The delivery on a timeline, newest first: the next attempt, those that were made, the event. */
export function Attempts({ delivery }: { readonly delivery: Delivery }) {
  const [showsAll, setShowsAll] = useState(false);
  const { id, attempts: newest, attempt_count, next_retry_at, created_at } = delivery;
  const older = useList("listDeliveryAttempts", path`/v1/deliveries/${id}/attempts`, {}, {
    enabled: showsAll,
  });
  const attempts = merged(newest, older.data ?? []);
  const hasMore = attempts.length < attempt_count;
  const lastFailed = attempts.find((attempt) => outcomeOf(attempt).tone === "bad")?.number;
  const showMore = () => showsAll ? older.fetchNextPage() : setShowsAll(true);
  return (
    <Section title={`Attempts: ${count(attempt_count)}`}>
      <ol className="timeline">
        {next_retry_at === null ? null : (
          <li className="busy">
            <h3>
              Next attempt <Countdown at={next_retry_at} />
            </h3>
            <p>
              <Time at={next_retry_at} />, by the schedule of {delivery.max_attempts} attempts
            </p>
          </li>
        )}
        {attempts.map((attempt, index) => (
          <AttemptOnTimeline
            key={attempt.number}
            attempt={attempt}
            before={attempts[index + 1]}
            isOpen={attempt.number === lastFailed}
          />
        ))}
        {hasMore ? null : (
          <li>
            <h3>Event recorded</h3>
            <p>
              <Time at={created_at} />
            </p>
          </li>
        )}
      </ol>
      <ErrorNotice error={older.error} retry={() => older.refetch()} />
      <p className="more" role="status">
        {count(attempts.length)} of {count(attempt_count)} attempts shown. {hasMore
          ? (
            <button type="button" disabled={older.isFetching} onClick={showMore}>
              {older.isFetching ? "Loading …" : "Show older attempts"}
            </button>
          )
          : null}
      </p>
    </Section>
  );
}

/** The newest attempts, and those of the pages that are older. */
function merged(newest: readonly Attempt[], paged: readonly Attempt[]): Attempt[] {
  const byNumber = new Map([...paged, ...newest].map((attempt) => [attempt.number, attempt]));
  return [...byNumber.values()].sort((a, b) => b.number - a.number);
}

function AttemptOnTimeline({ attempt, before, isOpen }: {
  readonly attempt: Attempt;
  readonly before: Attempt | undefined;
  /** Whether the endpoint's own words are shown at once. */
  readonly isOpen: boolean;
}) {
  const { number, at, latency_ms, response_status, error_code, response_excerpt } = attempt;
  const { tone, label } = outcomeOf(attempt);
  return (
    <li className={tone}>
      <h3>
        Attempt {number} <Badge status={STATUSES[tone]} label={label} />
      </h3>
      <p>
        <Time at={at} />
        {before === undefined
          ? null
          : `, ${duration(Date.parse(at) - Date.parse(before.at))} after attempt ${before.number}`}
        {latency_ms === null ? null : (
          <>
            {" · "}
            {response_status === null ? "gave up" : "answered"} after {duration(latency_ms)}
          </>
        )}
      </p>
      {attempt.error_message === null ? null : (
        <p>
          {error_code === null ? null : <code>{error_code}</code>} {attempt.error_message}
        </p>
      )}
      {response_excerpt === null || response_excerpt === ""
        ? (response_status === null ? null : <p className="soft">The answer had no body.</p>)
        : (
          <details open={isOpen}>
            <summary>The answer's body, {count(response_excerpt.length)} characters</summary>
            <pre tabIndex={0} aria-label={`Body of the answer to attempt ${number}`}>{response_excerpt}</pre>
          </details>
        )}
    </li>
  );
}

/** The statuses whose badges have the colours of outcomes. */
const STATUSES = { good: "succeeded", bad: "failed", busy: "running" } as const;

/** How an attempt ended, or that it is under way. */
export function outcomeOf(
  { response_status, error_code }: Attempt,
): { readonly tone: keyof typeof STATUSES; readonly label: string } {
  if (response_status !== null) {
    const isSuccess = response_status >= 200 && response_status < 300;
    return { tone: isSuccess ? "good" : "bad", label: `answered ${response_status}` };
  }
  if (error_code === null) return { tone: "busy", label: "under way" };
  return { tone: "bad", label: error_code === "outcome_unknown" ? "outcome unknown" : "no answer" };
}
