import { Link, useParams } from "@tanstack/react-router";
import { useState } from "react";
import { path } from "../api/calls.ts";
import { useChangeOf, useRead } from "../api/queries.ts";
import { Countdown, duration, timeFact } from "../components/format.tsx";
import { ErrorNotice, Loaded } from "../components/notices.tsx";
import { Facts, Page, Section } from "../components/page.tsx";
import { Badge, CopyButton } from "../components/status.tsx";
import { Attempts, outcomeOf } from "./attempts.tsx";
import { type Delivery, lookAgainIn, retryChange, stateOf, useWebhooks, type Webhook } from "./states.ts";
import { EndpointCell, webhookOf } from "./table.tsx";

/** A delivery: what it does now, what it sends, each attempt, and a retry that shows its outcome. */
export function DeliveryPage() {
  const { id } = useParams({ from: "/deliveries/$id" });
  const delivery = useRead("showDelivery", path`/v1/deliveries/${id}`, {}, { refetchInterval: lookAgainIn });
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
      <p className="state">
        <Badge status={badge} label={label} /> {words}
        {nextAt === null ? null : (
          <>
            {" "}The next attempt comes <Countdown at={nextAt} />.
          </>
        )}
      </p>
      <Facts
        facts={[
          ["Endpoint", <EndpointCell key="endpoint" delivery={delivery} webhook={webhook} />],
          ["Event", event_type],
          ["Event id", <code key="event">{event_id}</code>],
          ["Delivery id", <code key="id">{id}</code>],
          [
            "Simulation",
            simulation_id === null
              ? null
              : (
                <Link key="simulation" to="/simulations/$id" params={{ id: simulation_id }}>
                  {simulation_id}
                </Link>
              ),
          ],
          ["Created", timeFact(delivery.created_at)],
          ["Ended", timeFact(delivery.completed_at)],
          ["Retry requested", timeFact(retry_requested_at)],
          ["Attempts of the schedule", `at most ${delivery.max_attempts}`],
        ]}
      />
    </>
  );
}

/** Sends the event once more; says that the retry is under way and then how it ended. */
function Retry({ delivery }: { readonly delivery: Delivery }) {
  const retry = useChangeOf(retryChange, ["showDelivery", "listDeliveries"]);
  /** The attempts when the button was pressed; the retry's is a later one. */
  const [before, setBefore] = useState<number | null>(null);
  const isRequested = delivery.retry_requested_at !== null;
  const press = () => {
    setBefore(delivery.attempt_count);
    retry.mutate(delivery.id, { onError: () => setBefore(null) });
  };
  return (
    <div className="actions">
      <button type="button" className="primary" disabled={isRequested || retry.isPending} onClick={press}>
        {isRequested ? "Retry requested" : retry.isPending ? "One moment …" : "Retry now"}
      </button>
      <span role="status">
        {retry.isPending ? "Asking for the retry …" : before === null ? null : progressOf(delivery, before)}
      </span>
      <ErrorNotice error={retry.error} />
    </div>
  );
}

/** What became of a retry that was asked for after attempt `before`. */
function progressOf({ attempts, retry_requested_at }: Delivery, before: number): string {
  const made = attempts.find(({ number }) => number > before);
  if (made === undefined) return "The retry is requested, and waits for its attempt.";
  const { tone, label } = outcomeOf(made);
  if (retry_requested_at !== null || tone === "busy") return `Attempt ${made.number} is under way.`;
  const time = made.latency_ms === null ? "" : ` after ${duration(made.latency_ms)}`;
  const result = tone === "good" ? "The retry succeeded" : "The retry failed";
  return `${result}: attempt ${made.number} ${label}${time}.`;
}

/** What every attempt sends. The body is the same each time, the signature is not. */
function Request({ delivery, webhook }: PartProps) {
  const { event_id, url } = delivery;
  const event = useRead("showEvent", path`/v1/events/${event_id}`, {}, { staleTime: Infinity });
  const custom = Object.entries(webhook?.custom_headers ?? {});
  return (
    <Section title="What is sent">
      <p>
        Every attempt sends the same bytes. The timestamp and the signature are made anew for each.{" "}
        {webhook === null
          ? null
          : "URL, custom headers and secret are those that the webhook has at that moment; the URL here is the last attempt's."}
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
