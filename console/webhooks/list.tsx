import { Link } from "@tanstack/react-router";
import { useMemo, useState } from "react";
import { path } from "../api/calls.ts";
import { useChange, useList, useRead } from "../api/queries.ts";
import { Act, Dialog } from "../components/dialog.tsx";
import { Time } from "../components/format.tsx";
import { Loaded } from "../components/notices.tsx";
import { Page, Section } from "../components/page.tsx";
import { Badge, SecretOnce } from "../components/status.tsx";
import { type Column, ListTable, timeColumn } from "../components/table.tsx";
import { nameOf } from "../deliveries/states.ts";
import { DayOfDeliveries } from "./day.tsx";
import { NewWebhookForm, type Webhook, type WithSecret } from "./form.tsx";
import { ReceiverExample } from "./receiver-example.tsx";

/** The organization's webhooks with what became of their deliveries, and the secret of callbacks. */
export function WebhooksPage() {
  const list = useList("listWebhooks", path`/v1/webhooks`);
  const stats = useRead("listWebhookStats", path`/v1/webhook-stats`, {}, { refetchInterval: 60_000 });
  const [created, setCreated] = useState<WithSecret | null>(null);
  const hours = stats.data;
  const columns = useMemo<Column<Webhook>[]>(() => [
    {
      header: "Webhook",
      cell: (webhook) => (
        <>
          <Link to="/webhooks/$id" params={{ id: webhook.id }}>{nameOf(webhook)}</Link>
          {webhook.description === null ? null : <div className="soft">{webhook.url}</div>}
        </>
      ),
      sortBy: (webhook) => nameOf(webhook).toLowerCase(),
    },
    {
      header: "Last 24 hours",
      cell: ({ id }) =>
        hours === undefined
          ? "…"
          : <DayOfDeliveries hours={hours.filter(({ webhook_id }) => webhook_id === id)} />,
    },
    {
      header: "State",
      cell: (webhook) => <WebhookState webhook={webhook} />,
      sortBy: ({ enabled }) => Number(enabled),
    },
    { header: "Events", cell: ({ events }) => eventsInWords(events) },
    timeColumn("created_at", "Created"),
  ], [hours]);
  return (
    <Page title="Webhooks" actions={list.data?.length ? <NewWebhook onCreated={setCreated} /> : undefined}>
      {created === null ? null : <Created webhook={created} />}
      <ListTable list={list} what="the webhooks" caption="Webhooks" columns={columns} empty="No webhooks yet">
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

/** Enabled, or disabled and by whom. */
export function WebhookState({ webhook: { enabled, disabled_reason } }: { readonly webhook: Webhook }) {
  if (enabled) return <Badge status="enabled" />;
  return (
    <>
      <Badge status="disabled" /> {disabled_reason ?? "by your organization"}
    </>
  );
}

export function eventsInWords(events: readonly string[]): string {
  return events.includes("*") ? "every event" : events.join(", ");
}

function NewWebhook({ onCreated }: { readonly onCreated: (webhook: WithSecret) => void }) {
  const create = useChange("createWebhook", "POST", path`/v1/webhooks`, ["listWebhooks"]);
  return (
    <Dialog title="New webhook" trigger={<button type="button" className="primary">New webhook</button>}>
      {(close) => (
        <NewWebhookForm
          onSubmit={async (body) => {
            onCreated(await create.mutateAsync(body));
            close();
          }}
        />
      )}
    </Dialog>
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
  const state = useRead("showCallbackSecret", path`/v1/callback-secret`);
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
              call={["rotateCallbackSecret", "POST", path`/v1/callback-secret`, ["showCallbackSecret"]]}
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
