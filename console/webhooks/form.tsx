import { useFormContext } from "react-hook-form";
import type { BodyOf, DataOf } from "../api/calls.ts";
import { useChange } from "../api/queries.ts";
import type { DialogProps } from "../components/dialog.tsx";
import {
  CheckList,
  FormDialog,
  type Option,
  PairsField,
  pairsOf,
  recordOf,
  TextField,
} from "../components/form.tsx";
import { Button } from "../components/page.tsx";
import type { Webhook } from "../deliveries/states.tsx";

export type WithSecret = DataOf<"createWebhook">;
type Body = BodyOf<"createWebhook">;
type SubscribedEvent = Body["events"][number];

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

/** A subscription's form in a dialog. Present headers are in the body only where they are given anew. */
function WebhookDialog({ before, onSubmit, ...dialog }: Pick<DialogProps, "title" | "trigger"> & {
  readonly before: Pick<Webhook, "url" | "description" | "events" | "custom_headers" | "metadata">;
  readonly submit: string;
  readonly onSubmit: (body: Body) => Promise<unknown>;
}) {
  const { url, description, events, custom_headers, metadata } = before;
  const names = Object.keys(custom_headers);
  return (
    <FormDialog
      {...dialog}
      defaults={{
        url,
        description: description ?? "",
        events: events as SubscribedEvent[],
        custom_headers: names.map((name) => ({ name, value: "" })),
        metadata: pairsOf(metadata),
        // The values of present headers are masked: they stay, or all are given again.
        replaces: names.length === 0,
      }}
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
    </FormDialog>
  );
}

const NOTHING = { url: "", description: null, events: ["*"], custom_headers: {}, metadata: {} };

export function NewWebhook({ onCreated }: { readonly onCreated: (webhook: WithSecret) => void }) {
  const create = useChange("createWebhook", {}, ["listWebhooks"]);
  return (
    <WebhookDialog
      title="New webhook"
      trigger={<Button className="primary">New webhook</Button>}
      before={NOTHING}
      submit="Create the webhook"
      onSubmit={async (body) => onCreated(await create.mutateAsync(body))}
    />
  );
}

/** What shows a webhook. */
export const CHANGES = ["showWebhook", "listWebhooks", "listDeliveries"] as const;

/** Changes a subscription: what was not changed is not sent. */
export function EditWebhook({ webhook, onSaved }: {
  readonly webhook: Webhook;
  readonly onSaved: () => void;
}) {
  const change = useChange("changeWebhook", { webhook_id: webhook.id }, CHANGES);
  const isChanged = ([name, value]: readonly [string, unknown]) =>
    JSON.stringify(value) !== JSON.stringify(webhook[name as keyof Body]);
  return (
    <WebhookDialog
      title="Edit the webhook"
      trigger={<Button>Edit</Button>}
      before={webhook}
      submit="Save"
      onSubmit={async (body) => {
        await change.mutateAsync(Object.fromEntries(Object.entries(body).filter(isChanged)));
        onSaved();
      }}
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
  const { register, watch } = useFormContext<{ url: string; replaces: boolean }>();
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
