import { Dialog, Tabs } from "radix-ui";
import { useEffect, useState } from "react";
import { queryClient, useChange, useMe } from "../api/queries.ts";
import { Form, TextField } from "../components/form.tsx";
import { Button, Page } from "../components/page.tsx";

export function SignInPage() {
  return (
    <Page title="Sign in">
      <SignInForms email="" />
    </Page>
  );
}

/** By a mailed link, or by a password. */
function SignInForms({ email }: { readonly email: string }) {
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

function MailedLink({ email }: { readonly email: string }) {
  const request = useChange("requestMagicLink", {});
  useMe({ refetchInterval: request.isSuccess && LOOK_AGAIN_MS });
  if (request.isSuccess) {
    const { magic_link } = request.data;
    return (
      <div role="status">
        <p>
          A link is on its way to{" "}
          <strong>{request.variables.email}</strong>. It works once, for 15 minutes. This page goes on by
          itself when you have followed it in this browser.
        </p>
        {magic_link === undefined ? null : (
          <p>
            In development: <a href={magic_link}>follow the link</a>.
          </p>
        )}
        <Button onClick={request.reset}>Ask for another</Button>
      </div>
    );
  }
  return (
    <Form
      defaults={{ email, name: "", organization_name: "" }}
      submit="Mail me a link"
      onSubmit={({ email, name, organization_name }) => {
        const known = email.split("@")[0] ?? "";
        return request.mutateAsync({
          email,
          name: name || known,
          organization_name: organization_name || `${known}'s organization`,
        });
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
  const [isForgotten, setForgotten] = useState(false);
  const logIn = useChange("logIn", {});
  const requestReset = useChange("requestPasswordReset", {});
  if (requestReset.isSuccess) {
    return <p role="status">If the address is known, a link to set a new password is on its way to it.</p>;
  }
  if (isForgotten) {
    return (
      <Form
        defaults={{ email }}
        submit="Mail me a link to set a password"
        aside={<Button onClick={() => setForgotten(false)}>Back</Button>}
        onSubmit={(body) => requestReset.mutateAsync(body)}
      >
        <EmailField />
      </Form>
    );
  }
  return (
    <Form
      defaults={{ email, password: "" }}
      submit="Sign in"
      aside={<Button onClick={() => setForgotten(true)}>I have no password, or forgot it</Button>}
      onSubmit={async (body) => {
        await logIn.mutateAsync(body);
        await queryClient.invalidateQueries();
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

/**
 * Over the page, when the session has ended in the middle of something. What was typed stays underneath; the dialog goes when the same browser is
 * signed in again, by whatever window.
 */
export function SessionEnded({ email }: { readonly email: string }) {
  useMe({ refetchInterval: LOOK_AGAIN_MS });
  // Signed in again: what was refused meanwhile is read again.
  useEffect(() => () => void queryClient.invalidateQueries(), []);
  return (
    <Dialog.Root open>
      <Dialog.Portal>
        <Dialog.Overlay className="overlay" />
        <Dialog.Content
          className="dialog"
          onEscapeKeyDown={(event) => event.preventDefault()}
          onInteractOutside={(event) => event.preventDefault()}
        >
          <Dialog.Title>Your session has ended</Dialog.Title>
          <Dialog.Description>
            Sign in again to go on. What you were doing stays as it is on the page below.
          </Dialog.Description>
          <SignInForms email={email} />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** Forgets what was read and typed in this browser, and shows where to sign in: after the session was ended. */
export function leave(): void {
  sessionStorage.clear();
  queryClient.clear();
  location.reload();
}
