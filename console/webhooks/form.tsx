import { useFormContext } from "react-hook-form";
import type { BodyOf, DataOf, ItemOf } from "../api/calls.ts";
import {
  CheckList,
  Form,
  type Option,
  type Pair,
  PairsField,
  pairsOf,
  recordOf,
  TextField,
} from "../components/form.tsx";

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

type Body = BodyOf<"createWebhook">;

/** A subscription's form. Present headers are in the body only where they are given anew. */
function WebhookForm({ before, submit, onSubmit }: {
  readonly before: Pick<Webhook, "url" | "description" | "events" | "custom_headers" | "metadata">;
  readonly submit: string;
  readonly onSubmit: (body: Body) => Promise<unknown>;
}) {
  const { url, description, events, custom_headers, metadata } = before;
  const names = Object.keys(custom_headers);
  return (
    <Form<Values>
      defaults={{
        url,
        description: description ?? "",
        events: events as SubscribedEvent[],
        custom_headers: names.map((name) => ({ name, value: "" })),
        metadata: pairsOf(metadata),
        replaces: names.length === 0,
      }}
      submit={submit}
      onSubmit={({ url, description, events, custom_headers, metadata, replaces }) =>
        onSubmit({
          url,
          description: description || null,
          // `*` has all the others.
          events: events.includes("*") ? ["*"] : [...events],
          ...(replaces ? { custom_headers: recordOf(custom_headers) } : {}),
          metadata: recordOf(metadata),
        })}
    >
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
      {names.length === 0 ? <HeadersField /> : <PresentHeaders names={names} url={url} />}
      <PairsField
        name="metadata"
        label="Metadata"
        row="pair"
        hint="Texts of your own, by which lists find the webhook. They are not sent."
      />
    </Form>
  );
}

const NOTHING = { url: "", description: null, events: ["*"], custom_headers: {}, metadata: {} };

/** A new subscription. */
export function NewWebhookForm({ onSubmit }: { readonly onSubmit: (body: Body) => Promise<unknown> }) {
  return <WebhookForm before={NOTHING} submit="Create the webhook" onSubmit={onSubmit} />;
}

/** Changes to a subscription: what was not changed is not sent. */
export function EditWebhookForm({ webhook, onSubmit }: {
  readonly webhook: Webhook;
  readonly onSubmit: (body: BodyOf<"changeWebhook">) => Promise<unknown>;
}) {
  const isChanged = ([name, value]: readonly [string, unknown]) =>
    JSON.stringify(value) !== JSON.stringify(webhook[name as keyof Body]);
  return (
    <WebhookForm
      before={webhook}
      submit="Save"
      onSubmit={(body) => onSubmit(Object.fromEntries(Object.entries(body).filter(isChanged)))}
    />
  );
}

function HeadersField() {
  return (
    <PairsField
      name="custom_headers"
      label="Custom headers"
      row="header"
      hint="Sent with every delivery; often a credential of your endpoint. Their values are encrypted, and masked from here on."
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
      {!replaces && originOf(watch("url")) !== originOf(url) && (
        <p className="notice warning" role="status">
          The URL leads to another origin: these headers are dropped, unless you give them anew.
        </p>
      )}
      {replaces ? <HeadersField /> : null}
    </>
  );
}

function originOf(url: string): string {
  return URL.canParse(url) ? new URL(url).origin : url;
}
