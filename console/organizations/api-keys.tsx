import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { BASE_URL, type BodyOf, type DataOf, type ItemOf } from "../api/calls.ts";
import { useChange, useList } from "../api/queries.ts";
import { Act } from "../components/dialog.tsx";
import { CheckList, FormDialog, SelectField, TextField } from "../components/form.tsx";
import { Time } from "../components/format.tsx";
import { Button, Page } from "../components/page.tsx";
import { Badge, SecretOnce } from "../components/status.tsx";
import { type Columns, ListTable } from "../components/table.tsx";

type ApiKey = ItemOf<"listApiKeys">;
type Scope = BodyOf<"createApiKey">["scopes"][number];

/** What each scope lets a program do. */
export const SCOPES: readonly (readonly [Scope, string])[] = [
  ["simulations:read", "simulations:read – ask questions and read results"],
  ["insights:read", "insights:read – read and generate Readings"],
  ["training:write", "training:write – take calibration data, start training runs"],
  ["training:read", "training:read – read training runs"],
  ["webhooks:write", "webhooks:write – change subscriptions, send again"],
  ["webhooks:read", "webhooks:read – read subscriptions, deliveries and events"],
];

/** The organization's keys: create, rotate with a grace period, revoke. */
export function ApiKeysPage() {
  const list = useList("listApiKeys", {});
  const [secret, setSecret] = useState<Secret | null>(null);
  const columns: Columns<ApiKey> = {
    Name: ({ name }) => name,
    "Begins with": ({ prefix }) => <code>{prefix}…</code>,
    State: (key) => <Badge status={stateOf(key)} />,
    May: ({ scopes }) => scopes.length === SCOPES.length ? "everything" : scopes.join(", "),
    "Last used": ({ last_used_at }) => <Time at={last_used_at} none="never" />,
    Expires: ({ expires_at }) => <Time at={expires_at} none="never" show="moment" />,
    Created: ({ created_at }) => <Time at={created_at} />,
    Actions: (key) => <KeyActions apiKey={key} onSecret={setSecret} />,
  };
  return (
    <Page
      title="API keys"
      actions={
        <>
          <a className="button" href={`${BASE_URL}/docs`} target="_blank" rel="noreferrer">API reference ↗</a>
          {list.data?.length ? <NewKey onSecret={setSecret} /> : null}
        </>
      }
    >
      {secret === null ? null : (
        <>
          <SecretOnce secret={secret.key} what={`the key ${secret.name}`} />
          <p>Try it in a terminal:</p>
          <pre tabIndex={0} aria-label="A first call">
            {`curl ${BASE_URL}/v1/usage -H "Authorization: Bearer ${secret.key}"`}
          </pre>
        </>
      )}
      <ListTable list={list} what="the keys" caption="API keys" columns={columns} empty="No keys yet">
        <p>
          A program calls the API with a key:{" "}
          <code>Authorization: Bearer sk_…</code>. Create one for each program, with no more than it needs,
          and revoke it when the program goes.
        </p>
        <NewKey onSecret={setSecret} />
      </ListTable>
    </Page>
  );
}

function stateOf({ revoked_at, expires_at }: ApiKey): "revoked" | "expired" | "active" {
  if (revoked_at !== null) return "revoked";
  return expires_at !== null && Date.parse(expires_at) < Date.now() ? "expired" : "active";
}

type Secret = Pick<DataOf<"createApiKey">, "key" | "name">;

function NewKey({ onSecret }: { readonly onSecret: (secret: Secret) => void }) {
  const create = useChange("createApiKey", {}, ["listApiKeys"]);
  return (
    <FormDialog
      title="New API key"
      trigger={<Button className="primary">New key</Button>}
      defaults={{ name: "", scopes: [] as Scope[], expires_at: "" }}
      submit="Create the key"
      onSubmit={async ({ name, scopes, expires_at }) => {
        const expiry = expires_at === "" ? null : new Date(expires_at).toISOString();
        onSecret(await create.mutateAsync({ name, scopes, expires_at: expiry }));
      }}
    >
      <TextField name="name" label="Name" hint="The program that uses it" required maxLength={100} />
      <CheckList name="scopes" label="It may" options={SCOPES} />
      <TextField name="expires_at" label="Expires" type="datetime-local" hint="In your time zone" />
    </FormDialog>
  );
}

const GRACE_PERIODS = [
  ["0", "at once"],
  ["3600", "in an hour"],
  ["86400", "in a day"],
] as const;

function KeyActions(
  { apiKey: { id, name, revoked_at }, onSecret }: {
    readonly apiKey: ApiKey;
    readonly onSecret: (secret: Secret) => void;
  },
) {
  const rotate = useChange("rotateApiKey", { key_id: id }, ["listApiKeys"]);
  const requests = (
    <Link to="/requests" search={{ key_id: id }} aria-label={`Requests of ${name}`}>Requests</Link>
  );
  if (revoked_at !== null) return requests;
  return (
    <span className="actions">
      {requests}
      <FormDialog
        title={`Rotate ${name}`}
        description="The key gets a new secret and keeps its id, name and scopes."
        trigger={<Button small aria-label={`Rotate ${name}`}>Rotate</Button>}
        defaults={{ grace: "3600" }}
        submit="Rotate"
        onSubmit={async ({ grace }) =>
          onSecret(await rotate.mutateAsync({ grace_period_seconds: Number(grace) }))}
      >
        <SelectField name="grace" label="The old secret ends" options={GRACE_PERIODS} required />
      </FormDialog>
      <Act
        call={["deleteApiKey", { key_id: id }, ["listApiKeys"]]}
        label="Revoke"
        name={`Revoke ${name}`}
        title={`Revoke ${name}?`}
        consequence="Calls with this key are refused from now on. This cannot be taken back."
        confirm="Revoke the key"
      />
    </span>
  );
}
