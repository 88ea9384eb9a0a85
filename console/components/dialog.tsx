import { useMutation } from "@tanstack/react-query";
import { AlertDialog, Dialog as RadixDialog } from "radix-ui";
import { type ReactNode, useRef, useState } from "react";
import { ErrorNotice } from "./notices.tsx";

export interface DialogProps {
  readonly title: string;
  readonly description?: string | undefined;
  /** The button that opens it. */
  readonly trigger: ReactNode;
  readonly children: (close: () => void) => ReactNode;
}

/** A dialog over the page: focus stays within, Escape closes it, and focus returns to its button. */
export function Dialog({ title, description, trigger, children }: DialogProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <RadixDialog.Root open={isOpen} onOpenChange={setOpen}>
      <RadixDialog.Trigger asChild>{trigger}</RadixDialog.Trigger>
      <RadixDialog.Portal>
        <RadixDialog.Overlay className="overlay" />
        <RadixDialog.Content
          className="dialog"
          {...(description === undefined ? { "aria-describedby": undefined } : {})}
        >
          <RadixDialog.Title>{title}</RadixDialog.Title>
          {description === undefined
            ? null
            : <RadixDialog.Description>{description}</RadixDialog.Description>}
          {children(() => setOpen(false))}
          <RadixDialog.Close className="close" aria-label="Close">×</RadixDialog.Close>
        </RadixDialog.Content>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  );
}

interface ConfirmProps {
  /** What happens, as a question. */
  readonly title: string;
  readonly consequence: ReactNode;
  /** The button that asks. */
  readonly trigger: ReactNode;
  /** The label of the button that does it. */
  readonly confirm: string;
  readonly onConfirm: () => Promise<unknown>;
}

/** Asks before something that cannot be taken back. It stays open, with the error, when that fails. */
export function Confirm({ title, consequence, trigger, confirm, onConfirm }: ConfirmProps) {
  const [isOpen, setOpen] = useState(false);
  const isDone = useRef(false);
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: onConfirm,
    onSuccess: () => {
      isDone.current = true;
      setOpen(false);
    },
  });
  return (
    <AlertDialog.Root
      open={isOpen}
      onOpenChange={(open) => {
        // Somebody must see how it ends.
        if (isPending) return;
        isDone.current = false;
        reset();
        setOpen(open);
      }}
    >
      <AlertDialog.Trigger asChild>{trigger}</AlertDialog.Trigger>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className="overlay" />
        <AlertDialog.Content
          className="dialog"
          onCloseAutoFocus={(event) => {
            // What was done often takes its button away.
            if (!isDone.current) return;
            event.preventDefault();
            document.querySelector("h1")?.focus();
          }}
        >
          <AlertDialog.Title>{title}</AlertDialog.Title>
          <AlertDialog.Description asChild>
            <div>{consequence}</div>
          </AlertDialog.Description>
          <ErrorNotice error={error} />
          <p className="form-end">
            <button type="button" className="danger" disabled={isPending} onClick={() => mutate()}>
              {isPending ? "One moment …" : confirm}
            </button>
            <AlertDialog.Cancel asChild>
              <button type="button">Keep it</button>
            </AlertDialog.Cancel>
          </p>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
