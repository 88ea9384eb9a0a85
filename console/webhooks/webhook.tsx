import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useParams } from "@tanstack/react-router";
import { Tabs } from "radix-ui";
import { useState } from "react";
import { useRead } from "../api/queries.ts";
import { Act } from "../components/dialog.tsx";
import { Time } from "../components/format.tsx";
import { Facts, Loaded, Page, Section } from "../components/page.tsx";
import { Badge, CopiedCode, CopyButton, SecretOnce } from "../components/status.tsx";
import { DataTable } from "../components/table.tsx";
import { deliveryColumns, nameOf, stateOf, useDeliveries, type Webhook } from "../deliveries/states.tsx";
import { CHANGES, EditWebhook } from "./form.tsx";

const SHOWN_DELIVERIES = 10;

/** A webhook: what it gets, a test whose delivery arrives here, and all that changes it. */
export function WebhookPage() {
  const { id } = useParams({ from: "/webhooks/$id" });
  const webhook = useRead("showWebhook", { webhook_id: id });
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
        facts={{
          State: <WebhookState webhook={webhook} />,
          URL: <code>{url}</code>,
          Events: eventsInWords(events),
          "Custom headers": lines(custom_headers, ": "),
          Metadata: lines(metadata, " = "),
          Created: <Time at={created_at} />,
          Changed: <Time at={updated_at} />,
          Id: <CopiedCode text={id} what="the id" />,
        }}
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
  const webhook_id = { webhook_id: id };
  return (
    <>
      <div className="actions">
        <Act
          call={["testWebhook", webhook_id, CHANGES]}
          label="Send a test"
          className="primary"
          onDone={() =>
            setSaid(enabled ? "A test is on its way." : "A test is held until the webhook is enabled.")}
        />
        <EditWebhook webhook={webhook} onSaved={() => setSaid("Saved.")} />
        <Act
          key={`${enabled}`}
          call={["changeWebhook", webhook_id, CHANGES]}
          body={{ enabled: !enabled }}
          label={enabled ? "Disable" : "Enable, and release held deliveries"}
          {...(enabled && {
            title: "Disable the webhook?",
            consequence:
              "It gets no new deliveries, and its pending ones are held until you enable it. The events of that time are not sent afterwards.",
            confirm: "Disable it",
          })}
          onDone={() =>
            setSaid(enabled ? "Disabled." : "Enabled: held deliveries are released, at most 10 a second.")}
        />
        <Act
          call={["rotateWebhookSecret", webhook_id, CHANGES]}
          label="Rotate the secret"
          title="Rotate the signing secret?"
          consequence="The old secret is invalid at once, for pending retries too. Let your receiver accept both during the change."
          onDone={({ secret }) => onSecret(secret)}
        />
        <Act
          call={["deleteWebhook", webhook_id, ["listWebhooks", "listDeliveries"]]}
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
  const { Endpoint: _, ...columns } = deliveryColumns(new Map([[webhook.id, webhook]]));
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

/** The receivers of `docs/webhooks/`, which the test suite runs; loaded when somebody looks at one. */
const SOURCES = import.meta.glob<string>("../../docs/webhooks/receiver.*", {
  query: "?raw",
  import: "default",
});

const LANGUAGES = [
  { name: "TypeScript", file: "receiver.ts", run: "node receiver.ts" },
  { name: "Python", file: "receiver.py", run: "python3 receiver.py" },
  { name: "Go", file: "receiver.go", run: "go run receiver.go" },
] as const;
type Language = (typeof LANGUAGES)[number];

/**
 * A receiver that verifies this webhook's signature, in three languages, and a signed request to try it with.
 *
 * @param secret where it is known: right after it was made
 */
export function ReceiverExample(
  { webhookId, secret }: { readonly webhookId: string; readonly secret: string | null },
) {
  return (
    <>
      <p>
        A complete receiver, on nothing but the language's standard library or the service's client. It
        verifies the signature over the raw bytes, refuses what is older than five minutes, and acts once on
        each event.
      </p>
      <Tabs.Root defaultValue="TypeScript" className="tabs">
        <Tabs.List aria-label="Language of the example">
          {LANGUAGES.map(({ name }) => <Tabs.Trigger key={name} value={name}>{name}</Tabs.Trigger>)}
        </Tabs.List>
        {LANGUAGES.map((language) => (
          <Tabs.Content key={language.name} value={language.name}>
            <Example language={language} secret={secret} />
          </Tabs.Content>
        ))}
      </Tabs.Root>
      {secret === null
        ? (
          <p className="soft">
            The secret is not shown again. Right after a rotation this place shows a signed request to try the
            receiver with.
          </p>
        )
        : <SignedRequest webhookId={webhookId} secret={secret} />}
    </>
  );
}

function Example({ language: { name, file, run }, secret }: {
  readonly language: Language;
  readonly secret: string | null;
}) {
  const source = useQuery({ queryKey: ["receiver", file], queryFn: () => read(file), staleTime: Infinity });
  const command = `WEBHOOK_SECRET=${secret ?? "whsec_…"} PORT=8000 ${run}`;
  return (
    <>
      {name === "TypeScript" ? <pre>npm install @simulation-service/client</pre> : null}
      <pre aria-label={`Command for ${name}`}>{command}</pre>
      <Loaded query={source} what="the example">
        {(text) => (
          <>
            <p>
              <code>{file}</code> <CopyButton text={text} what={file} />
            </p>
            <pre tabIndex={0} aria-label={file}>{text}</pre>
          </>
        )}
      </Loaded>
    </>
  );
}

/** An example's text. In the project it imports the client from its sources, elsewhere from the package. */
async function read(file: string): Promise<string> {
  const text = await SOURCES[`../../docs/webhooks/${file}`]?.();
  if (text === undefined) throw new Error(`This build of the console lacks ${file}.`);
  return text.replace(/^\/\/ As a package: .*\n/m, "")
    .replace("../../client/verify-webhook.ts", "@simulation-service/client/verify-webhook");
}

/** A test event as the service would send it now, signed with the secret: for a receiver on one's own machine. */
function SignedRequest({ webhookId, secret }: { readonly webhookId: string; readonly secret: string }) {
  const request = useQuery({
    queryKey: ["signed", webhookId, secret],
    queryFn: () => signedRequest(webhookId, secret),
    staleTime: Infinity,
    gcTime: 0,
  });
  return (
    <Loaded query={request} what="a signed request">
      {({ body, signature }) => {
        const command =
          `curl -i http://127.0.0.1:8000 -H 'Content-Type: application/json' -H 'X-Service-Signature: ${signature}' -d '${body}'`;
        return (
          <>
            <p>
              Try it on your machine: this request is signed with the secret above, and good for five minutes.
              The receiver answers 204; change a byte, and it answers 400.
            </p>
            <pre tabIndex={0} aria-label="A signed request">{command}</pre>
            <CopyButton text={command} what="the signed request" />
          </>
        );
      }}
    </Loaded>
  );
}

const ENCODER = new TextEncoder();

/** The body has no single quote, so that it stands between two of them in a shell. */
async function signedRequest(webhookId: string, secret: string) {
  const now = Math.floor(Date.now() / 1_000);
  const body = JSON.stringify({
    id: `evt_${crypto.randomUUID()}`,
    type: "webhook.test",
    created: now,
    data: { webhook_id: webhookId, message: "This is a test: your endpoint receives events." },
  });
  const hmac = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", ENCODER.encode(secret), hmac, false, ["sign"]);
  const mac = new Uint8Array(await crypto.subtle.sign("HMAC", key, ENCODER.encode(`${now}.${body}`)));
  const hex = Array.from(mac, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return { body, signature: `t=${now},v1=${hex}` };
}
