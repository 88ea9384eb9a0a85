import { Link } from "@tanstack/react-router";
import { useState } from "react";
import type { ItemOf } from "../api/calls.ts";
import { useList, useRead } from "../api/queries.ts";
import { Act } from "../components/dialog.tsx";
import { count, pct, Time } from "../components/format.tsx";
import { Loaded, Page, Section } from "../components/page.tsx";
import { Badge, CopyButton, SecretOnce } from "../components/status.tsx";
import { type Columns, ListTable } from "../components/table.tsx";
import { nameOf, type Webhook } from "../deliveries/states.tsx";
import { NewWebhook, type WithSecret } from "./form.tsx";
import { eventsInWords, ReceiverExample, WebhookState } from "./webhook.tsx";

/** The organization's webhooks with what became of their deliveries, and the secret of callbacks. */
export function WebhooksPage() {
  const list = useList("listWebhooks", {});
  const stats = useRead("listWebhookStats", {}, { refetchInterval: 60_000 });
  const [created, setCreated] = useState<WithSecret | null>(null);
  const hours = stats.data;
  const columns: Columns<Webhook> = {
    Webhook: (webhook) => (
      <>
        <Link to="/webhooks/$id" params={{ id: webhook.id }}>{nameOf(webhook)}</Link>
        {webhook.description === null ? null : <div className="soft">{webhook.url}</div>}
      </>
    ),
    "Last 24 hours": ({ id }) =>
      hours === undefined
        ? "…"
        : <DayOfDeliveries hours={hours.filter(({ webhook_id }) => webhook_id === id)} />,
    State: (webhook) => <WebhookState webhook={webhook} />,
    Events: ({ events }) => eventsInWords(events),
    Created: ({ created_at }) => <Time at={created_at} />,
  };
  return (
    <Page title="Webhooks" actions={list.data?.length ? <NewWebhook onCreated={setCreated} /> : undefined}>
      {created === null ? null : <Created webhook={created} />}
      <ListTable list={list} caption="Webhooks" columns={columns} empty="No webhooks yet">
        <p>
          A webhook is an HTTPS endpoint of yours. The service sends it a signed POST when a simulation or a
          Reading ends, so that your program need not ask again and again; it retries for days when your
          endpoint does not answer 2xx, and you can always have an event sent again.
        </p>
        <NewWebhook onCreated={setCreated} />
      </ListTable>
      <CallbackSecret />
    </Page>
  );
}

function Created({ webhook }: { readonly webhook: WithSecret }) {
  const { id, secret } = webhook;
  return (
    <>
      <SecretOnce secret={secret} what={`the signing secret of ${nameOf(webhook)}`} />
      <p>
        Next: start a receiver that knows the secret, then{" "}
        <Link to="/webhooks/$id" params={{ id }} target="_blank">send it a test</Link>{" "}
        in another tab, since the secret is shown here alone.
      </p>
      <details>
        <summary>A receiver that verifies the signature</summary>
        <ReceiverExample webhookId={id} secret={secret} />
      </details>
    </>
  );
}

/** The secret that signs deliveries to the `callback_url` of simulations. */
function CallbackSecret() {
  const state = useRead("showCallbackSecret", {});
  const [secret, setSecret] = useState<string | null>(null);
  return (
    <Section title="Callback secret">
      <p>
        It signs deliveries to the <code>callback_url</code> of single simulations.
      </p>
      {secret === null ? null : <SecretOnce secret={secret} what="the callback secret" />}
      <Loaded query={state} what="the callback secret's state">
        {({ exists, updated_at }) => (
          <div className="actions">
            {exists
              ? (
                <span>
                  There is one, made{" "}
                  <Time at={updated_at} />. Where the first callback made it, nobody has seen it: rotate it
                  before you verify.
                </span>
              )
              : <span>There is none yet.</span>}
            <Act
              call={["rotateCallbackSecret", {}, ["showCallbackSecret"]]}
              label={exists ? "Rotate the callback secret" : "Make a callback secret"}
              title={exists ? "Rotate the callback secret?" : "Make a callback secret?"}
              consequence={exists
                ? "The old secret is invalid at once, for pending retries too. Let your receivers accept both during the change."
                : "It is shown once."}
              confirm={exists ? "Rotate the secret" : "Make the secret"}
              onDone={({ secret }) => setSecret(secret)}
            />
          </div>
        )}
      </Loaded>
    </Section>
  );
}

const HOURS = 24;
const HOUR_MS = 3_600_000;
/** From which share of successes on, in percent, an endpoint counts as well, and below which as failing. */
const WELL = 99;
const FAILING = 50;
const WIDTH = 5;
const HEIGHT = 24;

/** A webhook's success rate of the last 24 hours, with a bar an hour: failures stand below, in their colour. */
function DayOfDeliveries({ hours }: { readonly hours: readonly ItemOf<"listWebhookStats">[] }) {
  const succeeded = hours.reduce((sum, hour) => sum + hour.succeeded, 0);
  const failed = hours.reduce((sum, hour) => sum + hour.failed, 0);
  if (succeeded + failed === 0) return <span className="soft">nothing sent</span>;
  const share = 100 * succeeded / (succeeded + failed);
  const first = Math.floor(Date.now() / HOUR_MS) - HOURS + 1;
  const most = Math.max(...hours.map(({ succeeded, failed }) => succeeded + failed));
  const isPartial = hours.some(({ is_partial }) => is_partial);
  const [status, label] = share < FAILING
    ? ["failed", "failing"]
    : share < WELL
    ? ["degraded", "some fail"]
    : ["succeeded", "well"];
  return (
    <div className="day">
      <Badge status={status} label={label} /> {pct(Math.floor(10 * share) / 10)}
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
      <div className="soft">
        {failed === 0 ? "none" : count(failed)} of {isPartial ? "the newest " : ""}
        {count(succeeded + failed)} failed
      </div>
    </div>
  );
}

/** The catalogue of events: what each type says, the body that is sent, and its schema. */
export function EventsPage() {
  const types = useRead("listEventTypes", {}, { staleTime: Infinity });
  return (
    <Page title="Events">
      <p>What a webhook can ask for. Each delivery is a signed POST of one of these bodies, as JSON.</p>
      <Loaded query={types} what="the events">
        {(events) =>
          events.map(({ type, description, schema, example }) => {
            const body = JSON.stringify(example, null, 2);
            return (
              <Section
                key={type}
                title={type}
                actions={<CopyButton text={body} what={`the example of ${type}`} />}
              >
                <p>{description}</p>
                <details>
                  <summary>Example of its body</summary>
                  <pre tabIndex={0} aria-label={`Example of ${type}`}>{body}</pre>
                </details>
                <details>
                  <summary>JSON Schema</summary>
                  <pre tabIndex={0} aria-label={`Schema of ${type}`}>{JSON.stringify(schema, null, 2)}</pre>
                </details>
              </Section>
            );
          })}
      </Loaded>
    </Page>
  );
}
