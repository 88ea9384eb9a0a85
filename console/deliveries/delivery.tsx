import { Link, useParams } from "@tanstack/react-router";
import { useState } from "react";
import { useList, useRead } from "../api/queries.ts";
import { Act } from "../components/dialog.tsx";
import { count, Countdown, duration, Time, timeFact } from "../components/format.tsx";
import { Button, ErrorNotice, Facts, Loaded, Page, Section } from "../components/page.tsx";
import { Badge, CopyButton, toneOf } from "../components/status.tsx";
import {
  type Attempt,
  type Delivery,
  EndpointCell,
  lookAgainIn,
  stateOf,
  useWebhooks,
  type Webhook,
  webhookOf,
} from "./states.tsx";

/** A delivery: what it does now, what it sends, each attempt, and a retry that shows its outcome. */
export function DeliveryPage() {
  const { id } = useParams({ from: "/deliveries/$id" });
  const delivery = useRead("showDelivery", { delivery_id: id }, { refetchInterval: lookAgainIn });
  const webhooks = useWebhooks();
  return (
    <Page title={`Delivery …${id.slice(-12)}`}>
      <Loaded query={delivery} what="the delivery">
        {(data) => {
          const webhook = webhookOf(data, webhooks);
          return (
            <>
              <State delivery={data} webhook={webhook} />
              <Retry key={id} delivery={data} />
              <Attempts key={`attempts ${id}`} delivery={data} />
              <Request delivery={data} webhook={webhook} />
            </>
          );
        }}
      </Loaded>
    </Page>
  );
}

interface PartProps {
  readonly delivery: Delivery;
  readonly webhook: Webhook | null | undefined;
}

function State({ delivery, webhook }: PartProps) {
  const { badge, label, words } = stateOf(delivery, webhook);
  const { id, event_id, event_type, simulation_id, retry_requested_at, next_retry_at } = delivery;
  const nextAt = retry_requested_at === null ? next_retry_at : null;
  return (
    <>
      <p>
        <Badge status={badge} label={label} /> {words}
        {nextAt === null ? null : (
          <>
            {" "}The next attempt comes <Countdown at={nextAt} />.
          </>
        )}
      </p>
      <Facts
        facts={{
          Endpoint: <EndpointCell delivery={delivery} webhook={webhook} />,
          Event: event_type,
          "Event id": <code>{event_id}</code>,
          "Delivery id": <code>{id}</code>,
          Simulation: simulation_id === null
            ? null
            : (
              <Link to="/simulations/$id" params={{ id: simulation_id }}>
                {simulation_id}
              </Link>
            ),
          Created: timeFact(delivery.created_at),
          Ended: timeFact(delivery.completed_at),
          "Retry requested": timeFact(retry_requested_at),
          "Attempts of the schedule": `at most ${delivery.max_attempts}`,
        }}
      />
    </>
  );
}

/** Sends the event once more; says that the retry is under way and then how it ended. */
function Retry({ delivery }: { readonly delivery: Delivery }) {
  const [before, setBefore] = useState<Delivery | null>(null);
  const isRequested = delivery.retry_requested_at !== null;
  return (
    <div className="actions">
      <Act
        call={["retryDelivery", { delivery_id: delivery.id }, ["showDelivery", "listDeliveries"]]}
        label={isRequested ? "Retry requested" : "Retry now"}
        className="primary"
        disabled={isRequested}
        onStart={() => setBefore(null)}
        onDone={() => setBefore(delivery)}
      />
      <span role="status">{before && progressOf(delivery, before)}</span>
    </div>
  );
}

/** What became of a retry. @param before the delivery when it was asked for: the retry's attempt is a later one */
function progressOf({ attempts, retry_requested_at }: Delivery, before: Delivery): string {
  const made = attempts.find(({ number }) => number > before.attempt_count);
  if (made === undefined) return "The retry is requested, and waits for its attempt.";
  const { status, label } = outcomeOf(made);
  if (retry_requested_at !== null || status === "running") return `Attempt ${made.number} is under way.`;
  const time = made.latency_ms === null ? "" : ` after ${duration(made.latency_ms)}`;
  const result = status === "succeeded" ? "The retry succeeded" : "The retry failed";
  return `${result}: attempt ${made.number} ${label}${time}.`;
}

/** What every attempt sends. The body is the same each time, the signature is not. */
function Request({ delivery, webhook }: PartProps) {
  const { event_id, url } = delivery;
  const event = useRead("showEvent", { event_id }, { staleTime: Infinity });
  const custom = Object.entries(webhook?.custom_headers ?? {});
  return (
    <Section title="What is sent">
      <p>
        Every attempt sends the same bytes. The timestamp and the signature are made anew for each.{" "}
        {webhook !== null &&
          "URL, custom headers and secret are those that the webhook has at that moment; the URL here is the last attempt's."}
      </p>
      <pre tabIndex={0} aria-label="Method, URL and headers">
        {`POST ${url}\n`}
        {[...SENT_HEADERS, ...custom].map(([name, value]) => `${name}: ${value}\n`)}
      </pre>
      <Loaded query={event} what="the event">
        {(data) => {
          const body = JSON.stringify(data);
          return (
            <>
              <pre tabIndex={0} aria-label="Body">{body}</pre>
              <CopyButton text={body} what="the body" />
              <details>
                <summary>The body, indented for reading</summary>
                <pre tabIndex={0} aria-label="Body, indented">{JSON.stringify(data, null, 2)}</pre>
              </details>
            </>
          );
        }}
      </Loaded>
    </Section>
  );
}

/** The headers that the service sets at each attempt, beside Host and Content-Length. */
const SENT_HEADERS: readonly (readonly [string, string])[] = [
  ["Content-Type", "application/json"],
  ["User-Agent", "simulation-service-webhooks/1.0"],
  ["Accept-Encoding", "identity"],
  ["X-Service-Signature", "t=<unix seconds of the attempt>,v1=<hex HMAC-SHA256 of t, a dot and the body>"],
];

/** The delivery on a timeline, newest first: the next attempt, those that were made, the event. */
export function Attempts({ delivery }: { readonly delivery: Delivery }) {
  const [showsAll, setShowsAll] = useState(false);
  const { id, attempts: newest, attempt_count, next_retry_at, created_at } = delivery;
  const older = useList("listDeliveryAttempts", { delivery_id: id }, { enabled: showsAll });
  const attempts = merged(newest, older.data ?? []);
  const hasMore = attempts.length < attempt_count;
  const lastFailed = attempts.find((attempt) => outcomeOf(attempt).status === "failed")?.number;
  const showMore = () => showsAll ? older.fetchNextPage() : setShowsAll(true);
  return (
    <Section title={`Attempts: ${count(attempt_count)}`}>
      <ol className="plain timeline">
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
        {count(attempts.length)} of {count(attempt_count)} attempts shown.{" "}
        {hasMore && (
          <Button disabled={older.isFetching} onClick={showMore}>
            {older.isFetching ? "Loading …" : "Show older attempts"}
          </Button>
        )}
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
  const { status, label } = outcomeOf(attempt);
  return (
    <li className={toneOf(status)}>
      <h3>
        Attempt {number} <Badge status={status} label={label} />
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

/** How an attempt ended, or that it is under way, with a status for its badge's colour. */
function outcomeOf({ response_status, error_code }: Attempt) {
  if (response_status !== null) {
    const isSuccess = response_status >= 200 && response_status < 300;
    return { status: isSuccess ? "succeeded" : "failed", label: `answered ${response_status}` };
  }
  if (error_code === null) return { status: "running", label: "under way" };
  return { status: "failed", label: error_code === "outcome_unknown" ? "outcome unknown" : "no answer" };
}
