import { Dialog } from "radix-ui";
import { useEffect } from "react";
import { queryClient } from "../api/queries.ts";
import { Act } from "../components/dialog.tsx";
import { SignInForms, useSignedInElsewhere } from "./sign-in.tsx";

/**
 * Over the page, when the session has ended in the middle of something. What was typed stays underneath; the dialog goes when the same browser is
 * signed in again, by whatever window.
 */
export function SessionEnded({ email }: { readonly email: string }) {
  useSignedInElsewhere(true);
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

/** Ends this browser's session, and forgets what was read in it. */
export function SignOut() {
  return <Act call={["logOut", "POST", "/v1/auth/logout"]} label="Sign out" onDone={leave} />;
}
