import { useQueryClient } from "@tanstack/react-query";
import { Tabs } from "radix-ui";
import { useState } from "react";
import { type DataOf, send } from "../api/calls.ts";
import { useMe } from "../api/queries.ts";
import { Form, TextField } from "../components/form.tsx";
import { Page } from "../components/page.tsx";

/** The page that a visitor sees until signing in. */
export function SignInPage() {
  return (
    <Page title="Sign in">
      <SignInForms email="" />
    </Page>
  );
}

/** By a mailed link, or by a password. */
export function SignInForms({ email }: { readonly email: string }) {
  return (
    <Tabs.Root defaultValue="mail" className="tabs">
      <Tabs.List aria-label="How to sign in">
        <Tabs.Trigger value="mail">By a mailed link</Tabs.Trigger>
        <Tabs.Trigger value="password">By password</Tabs.Trigger>
      </Tabs.List>
      <Tabs.Content value="mail">
        <MailedLink email={email} />
      </Tabs.Content>
      <Tabs.Content value="password">
        <Password email={email} />
      </Tabs.Content>
    </Tabs.Root>
  );
}

/** Somebody follows the link in another tab, and comes back. */
const LOOK_AGAIN_MS = 3_000;

/** Looks again and again whether this browser is signed in by now. */
export function useSignedInElsewhere(isAwaited: boolean): void {
  useMe({ refetchInterval: isAwaited ? LOOK_AGAIN_MS : false });
}

function MailedLink({ email }: { readonly email: string }) {
  const [sent, setSent] = useState<{ readonly to: string; readonly link: string | undefined } | null>(null);
  useSignedInElsewhere(sent !== null);
  if (sent !== null) {
    return (
      <div role="status">
        <p>
          A link is on its way to{" "}
          <strong>{sent.to}</strong>. It works once, for 15 minutes. This page goes on by itself when you have
          followed it in this browser.
        </p>
        {sent.link === undefined ? null : (
          <p>
            In development: <a href={sent.link}>follow the link</a>.
          </p>
        )}
        <button type="button" onClick={() => setSent(null)}>Ask for another</button>
      </div>
    );
  }
  return (
    <Form
      defaults={{ email, name: "", organization_name: "" }}
      submit="Mail me a link"
      onSubmit={async (values) => {
        const known = values.email.split("@")[0] ?? "";
        const body = {
          email: values.email,
          name: values.name || known,
          organization_name: values.organization_name || `${known}'s organization`,
        };
        const data: DataOf<"requestMagicLink"> = await send({
          operation: "requestMagicLink",
          method: "POST",
          path: "/v1/auth/magic-link/request",
          body,
        }, "");
        setSent({ to: values.email, link: data.magic_link });
      }}
    >
      <EmailField />
      <details>
        <summary>You are new here?</summary>
        <p>An address that is unknown gets an organization of its own on the plan sandbox.</p>
        <TextField name="name" label="Your name" autoComplete="name" maxLength={100} />
        <TextField
          name="organization_name"
          label="Organization"
          autoComplete="organization"
          maxLength={100}
        />
      </details>
    </Form>
  );
}

function Password({ email }: { readonly email: string }) {
  const client = useQueryClient();
  const [mode, setMode] = useState<"enter" | "forgotten" | "sent">("enter");
  if (mode === "sent") {
    return <p role="status">If the address is known, a link to set a new password is on its way to it.</p>;
  }
  if (mode === "forgotten") {
    return (
      <Form
        defaults={{ email }}
        submit="Mail me a link to set a password"
        aside={<button type="button" onClick={() => setMode("enter")}>Back</button>}
        onSubmit={async (body) => {
          const path = "/v1/auth/password/reset/request";
          await send({ operation: "requestPasswordReset", method: "POST", path, body }, "");
          setMode("sent");
        }}
      >
        <EmailField />
      </Form>
    );
  }
  return (
    <Form
      defaults={{ email, password: "" }}
      submit="Sign in"
      aside={
        <button type="button" onClick={() => setMode("forgotten")}>I have no password, or forgot it</button>
      }
      onSubmit={async (body) => {
        await send({ operation: "logIn", method: "POST", path: "/v1/auth/password/login", body }, "");
        await client.invalidateQueries();
      }}
    >
      <EmailField />
      <TextField
        name="password"
        label="Password"
        type="password"
        autoComplete="current-password"
        required
        maxLength={200}
      />
    </Form>
  );
}

function EmailField() {
  return (
    <TextField name="email" label="Email" type="email" autoComplete="username" required maxLength={254} />
  );
}
