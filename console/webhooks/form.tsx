import { useFormContext } from "react-hook-form";
import type { BodyOf, DataOf, ItemOf } from "../api/calls.ts";
import { CheckList, Form, type Option, TextField } from "../components/form.tsx";
import { type Pair, PairsField, pairsOf, recordOf } from "../components/pairs.tsx";

export type Webhook = ItemOf<"listWebhooks">;
export type WithSecret = DataOf<"createWebhook">;
type SubscribedEvent = BodyOf<"createWebhook">["events"][number];

const EVENTS: readonly Option<SubscribedEvent>[] = [
  ["*", "* – every event, of later releases too"],
  "simulation.completed",
  ["simulation.failed", "simulation.failed – failed or cancelled"],
  ["simulation.insights.completed", "simulation.insights.completed – its Reading is complete"],
  "simulation.insights.failed",
  "training.completed",
  "training.failed",
  ["webhook.test", "webhook.test – a test goes to its webhook whatever is ticked here"],
];

interface Values {
  readonly url: string;
  readonly description: string;
  readonly events: readonly SubscribedEvent[];
  readonly custom_headers: readonly Pair[];
  readonly metadata: readonly Pair[];
  /** The values of present headers are masked: they stay, or all are given again. */
  readonly replaces: boolean;
}

/** A new subscription. */
export function NewWebhookForm(
  { onSubmit }: { readonly onSubmit: (body: BodyOf<"createWebhook">) => Promise<unknown> },
) {
  return (
    <Form<Values>
      defaults={{ url: "", description: "", events: ["*"], custom_headers: [], metadata: [], replaces: true }}
      submit="Create the webhook"
      onSubmit={({ url, description, events, custom_headers, metadata }) =>
        onSubmit({
          url,
          description: description === "" ? null : description,
          events: withoutRepeats(events),
          custom_headers: recordOf(custom_headers),
          metadata: recordOf(metadata),
        })}
    >
      <Basics />
      <HeadersField />
      <MetadataField />
    </Form>
  );
}

/** Changes to a subscription: what was not changed is not sent. */
export function EditWebhookForm({ webhook, onSubmit }: {
  readonly webhook: Webhook;
  readonly onSubmit: (body: BodyOf<"changeWebhook">) => Promise<unknown>;
}) {
  const names = Object.keys(webhook.custom_headers);
  const before = { ...webhook, description: webhook.description ?? "" };
  return (
    <Form<Values>
      defaults={{
        url: before.url,
        description: before.description,
        events: before.events as SubscribedEvent[],
        custom_headers: names.map((name) => ({ name, value: "" })),
        metadata: pairsOf(before.metadata),
        replaces: names.length === 0,
      }}
      submit="Save"
      onSubmit={({ url, description, events, custom_headers, metadata, replaces }) =>
        onSubmit({
          ...(url === before.url ? {} : { url }),
          ...(description === before.description
            ? {}
            : { description: description === "" ? null : description }),
          ...(isSame(events, before.events) ? {} : { events: withoutRepeats(events) }),
          ...(isSame(recordOf(metadata), before.metadata) ? {} : { metadata: recordOf(metadata) }),
          ...(replaces && (names.length > 0 || custom_headers.length > 0)
            ? { custom_headers: recordOf(custom_headers) }
            : {}),
        })}
    >
      <Basics />
      {names.length === 0 ? <HeadersField /> : <PresentHeaders names={names} url={before.url} />}
      <MetadataField />
    </Form>
  );
}

function Basics() {
  return (
    <>
      <TextField
        name="url"
        label="URL"
        type="url"
        required
        maxLength={2048}
        autoComplete="off"
        hint="HTTPS, on a public address, port 443 or 1024 to 65535"
      />
      <TextField
        name="description"
        label="Description"
        maxLength={100}
        hint="What it is called in this console"
      />
      <CheckList name="events" label="Events" options={EVENTS} />
    </>
  );
}

function HeadersField() {
  return (
    <PairsField
      name="custom_headers"
      label="Custom headers"
      row="header"
      most={20}
      hint="Sent with every delivery; often a credential of your endpoint. Their values are encrypted, and masked from here on."
    />
  );
}

function MetadataField() {
  return (
    <PairsField
      name="metadata"
      label="Metadata"
      row="pair"
      most={20}
      hint="Texts of your own, by which lists find the webhook. They are not sent."
    />
  );
}

/** The headers are kept, or all of them replaced. A URL of another origin drops those that are not given again. */
function PresentHeaders({ names, url }: { readonly names: readonly string[]; readonly url: string }) {
  const { register, watch } = useFormContext<Values>();
  const replaces = watch("replaces");
  return (
    <>
      <p>
        Custom headers: {names.map((name) => <code key={name}>{name}: ********</code>)}
        <label className="check">
          <input type="checkbox" {...register("replaces")} /> Give all custom headers anew
        </label>
      </p>
      {!replaces && originOf(watch("url")) !== originOf(url)
        ? (
          <p className="notice warning" role="status">
            The URL leads to another origin: these headers are dropped, unless you give them anew.
          </p>
        )
        : null}
      {replaces ? <HeadersField /> : null}
    </>
  );
}

function originOf(url: string): string {
  return URL.canParse(url) ? new URL(url).origin : url;
}

/** `*` has all the others. */
function withoutRepeats(events: readonly SubscribedEvent[]): SubscribedEvent[] {
  return events.includes("*") ? ["*"] : [...events];
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
