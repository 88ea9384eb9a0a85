import { Link, useNavigate, useParams } from "@tanstack/react-router";
import { useMemo, useState } from "react";
import { path } from "../api/calls.ts";
import { useChange, useRead } from "../api/queries.ts";
import { Act, Dialog } from "../components/dialog.tsx";
import { Time } from "../components/format.tsx";
import { Loaded } from "../components/notices.tsx";
import { Facts, Page, Section } from "../components/page.tsx";
import { CopiedCode, SecretOnce } from "../components/status.tsx";
import { DataTable } from "../components/table.tsx";
import { nameOf, stateOf, useDeliveries } from "../deliveries/states.ts";
import { deliveryColumns } from "../deliveries/table.tsx";
import { EditWebhookForm, type Webhook } from "./form.tsx";
import { eventsInWords, WebhookState } from "./list.tsx";
import { ReceiverExample } from "./receiver-example.tsx";

/** The deliveries that stand on the page itself. */
const SHOWN_DELIVERIES = 10;
const CHANGES = ["showWebhook", "listWebhooks", "listDeliveries"] as const;

/** A webhook: what it gets, a test whose delivery arrives here, and all that changes it. */
export function WebhookPage() {
  const { id } = useParams({ from: "/webhooks/$id" });
  const webhook = useRead("showWebhook", path`/v1/webhooks/${id}`);
  const [secret, setSecret] = useState<string | null>(null);
  return (
    <Page title={webhook.data === undefined ? "Webhook" : nameOf(webhook.data)}>
      <Loaded query={webhook} what="the webhook">
        {(data) => (
          <>
            <Actions webhook={data} onSecret={setSecret} />
            {secret === null ? null : <SecretOnce secret={secret} what="the new signing secret" />}
            <About webhook={data} />
            <LastDeliveries webhook={data} />
            <Section title="Verify its signature">
              <ReceiverExample webhookId={id} secret={secret} />
            </Section>
          </>
        )}
      </Loaded>
    </Page>
  );
}

function About({ webhook }: { readonly webhook: Webhook }) {
  const { id, url, enabled, events, custom_headers, metadata, created_at, updated_at } = webhook;
  return (
    <>
      {enabled ? null : (
        <p className="notice warning">
          It is disabled: it gets no new deliveries, and its pending ones are held. Enabling it releases them,
          at most 10 a second; the events of the meantime are not sent.
        </p>
      )}
      <Facts
        facts={[
          ["State", <WebhookState key="state" webhook={webhook} />],
          ["URL", <code key="url">{url}</code>],
          ["Events", eventsInWords(events)],
          ["Custom headers", lines(custom_headers, ": ")],
          ["Metadata", lines(metadata, " = ")],
          ["Created", <Time key="created" at={created_at} />],
          ["Changed", <Time key="changed" at={updated_at} />],
          ["Id", <CopiedCode key="id" text={id} what="the id" />],
        ]}
      />
    </>
  );
}

/** Names with values, a line each; null where there are none. */
function lines(record: Readonly<Record<string, string>>, between: string) {
  const entries = Object.entries(record);
  if (entries.length === 0) return null;
  return (
    <ul className="plain">
      {entries.map(([name, value]) => (
        <li key={name}>
          <code>{name}{between}{value}</code>
        </li>
      ))}
    </ul>
  );
}

function Actions(
  { webhook, onSecret }: { readonly webhook: Webhook; readonly onSecret: (secret: string) => void },
) {
  const { id, enabled } = webhook;
  const navigate = useNavigate();
  const [said, setSaid] = useState("");
  const route = path`/v1/webhooks/${id}`;
  const change = useChange("changeWebhook", "PATCH", route, CHANGES);
  return (
    <>
      <div className="actions">
        <Act
          call={["testWebhook", "POST", `${route}/test`, CHANGES]}
          label="Send a test"
          className="primary"
          onDone={() => setSaid(enabled ? "A test is on its way." : "A test is held until the webhook is enabled.")}
        />
        <Dialog title="Edit the webhook" trigger={<button type="button">Edit</button>}>
          {(close) => (
            <EditWebhookForm
              webhook={webhook}
              onSubmit={async (body) => {
                await change.mutateAsync(body);
                setSaid("Saved.");
                close();
              }}
            />
          )}
        </Dialog>
        {enabled
          ? (
            <Act
              key="disable"
              call={["changeWebhook", "PATCH", route, CHANGES]}
              body={{ enabled: false }}
              label="Disable"
              title="Disable the webhook?"
              consequence="It gets no new deliveries, and its pending ones are held until you enable it. The events of that time are not sent afterwards."
              confirm="Disable it"
              onDone={() => setSaid("Disabled.")}
            />
          )
          : (
            <Act
              key="enable"
              call={["changeWebhook", "PATCH", route, CHANGES]}
              body={{ enabled: true }}
              label="Enable, and release held deliveries"
              onDone={() => setSaid("Enabled: held deliveries are released, at most 10 a second.")}
            />
          )}
        <Act
          call={["rotateWebhookSecret", "POST", `${route}/rotate-secret`, CHANGES]}
          label="Rotate the secret"
          title="Rotate the signing secret?"
          consequence="The old secret is invalid at once, for pending retries too. Let your receiver accept both during the change."
          onDone={({ secret }) => onSecret(secret)}
        />
        <Act
          call={["deleteWebhook", "DELETE", route, ["listWebhooks", "listDeliveries"]]}
          label="Delete"
          className="danger"
          title={`Delete ${nameOf(webhook)}?`}
          consequence="Its pending deliveries are cancelled, and none of its deliveries can be retried any more. This cannot be taken back."
          confirm="Delete the webhook"
          onDone={() => navigate({ to: "/webhooks" })}
        />
      </div>
      <p role="status">{said}</p>
    </>
  );
}

function LastDeliveries({ webhook }: { readonly webhook: Webhook }) {
  const list = useDeliveries({ webhook_id: webhook.id, limit: SHOWN_DELIVERIES });
  const columns = useMemo(
    () => deliveryColumns(new Map([[webhook.id, webhook]])).filter(({ header }) => header !== "Endpoint"),
    [webhook],
  );
  return (
    <Section
      title="Last deliveries"
      actions={<Link to="/deliveries" search={{ webhook_id: webhook.id }}>All of its deliveries</Link>}
    >
      <Loaded query={list} what="the deliveries">
        {(deliveries) => (
          <>
            {deliveries[0] && (
              <p role="status">
                The newest, {deliveries[0].event_type}: {stateOf(deliveries[0], webhook).words}
              </p>
            )}
            <DataTable
              caption="Last deliveries of the webhook"
              columns={columns}
              rows={deliveries}
              empty="Nothing was sent yet"
            >
              <p>Send a test: its delivery appears here, and changes as your endpoint answers.</p>
            </DataTable>
          </>
        )}
      </Loaded>
    </Section>
  );
}
