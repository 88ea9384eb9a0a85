import { useMutation } from "@tanstack/react-query";
import { AlertDialog, Dialog as RadixDialog, Popover } from "radix-ui";
import { type ReactNode, useRef, useState } from "react";
import type { ArgumentsOf, BodyOf, DataOf, Operation } from "../api/calls.ts";
import { useChange } from "../api/queries.ts";
import { Button, ErrorNotice } from "./page.tsx";

export interface DialogProps {
  readonly title: string;
  readonly description?: string | undefined;
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
          {description !== undefined && <RadixDialog.Description>{description}</RadixDialog.Description>}
          {children(() => setOpen(false))}
          <RadixDialog.Close className="close" aria-label="Close">×</RadixDialog.Close>
        </RadixDialog.Content>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  );
}

/**
 * A button that calls an operation; where it has a title, only after a question. The question stays open, with the error, when the call fails;
 * without one the error stands beside the button.
 */
export function Act<Id extends Operation>({
  call,
  body,
  label,
  name,
  disabled = false,
  onStart,
  onDone,
  title,
  consequence,
  confirm = label,
  ...given
}: {
  /** What the button does, as {@link useChange} takes it. */
  readonly call: readonly [operation: Id, args: ArgumentsOf<Id>, changes?: readonly Operation[]];
  readonly body?: BodyOf<Id>;
  readonly label: string;
  /** The button's name for screen readers, where several buttons of the page have one label: small ones, in rows. */
  readonly name?: string;
  readonly className?: string;
  readonly disabled?: boolean;
  /** Before each call: what the former one gave is out of date. */
  readonly onStart?: () => void;
  readonly onDone?: (data: DataOf<Id>) => unknown;
  /** What happens, as a question: it is asked before what cannot be taken back. */
  readonly title?: string;
  readonly consequence?: ReactNode;
  /** The label of the button that does it. */
  readonly confirm?: string;
}) {
  const change = useChange(...call);
  const [isOpen, setOpen] = useState(false);
  const isDone = useRef(false);
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: async () => {
      onStart?.();
      const data = await change.mutateAsync(body as never);
      await onDone?.(data);
    },
    onSuccess: () => {
      isDone.current = true;
      setOpen(false);
    },
  });
  const className = given.className ?? (name && "small");
  const button = { type: "button", className, "aria-label": name } as const;
  if (title === undefined) {
    return (
      <>
        <button {...button} disabled={disabled || isPending} onClick={() => mutate()}>
          {isPending ? "One moment …" : label}
        </button>
        {/* Within a table that is scrolled it would widen the page. */}
        {name === undefined && (
          <span role="status" className="visually-hidden">{isPending && "One moment …"}</span>
        )}
        <ErrorNotice error={error} />
      </>
    );
  }
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
      <AlertDialog.Trigger asChild>
        <button {...button} disabled={disabled}>{label}</button>
      </AlertDialog.Trigger>
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
          <p className="actions">
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

/** What can be done with a figure, a row or a page, behind one button. Escape and a click or focus elsewhere close it. */
export function Menu({ of, children }: {
  /** What it is the menu of, for screen readers. */
  readonly of: string;
  /** Buttons and links; `Popover.Close` around one has it close the menu too. */
  readonly children: ReactNode;
}) {
  return (
    <Popover.Root>
      <Popover.Trigger asChild>
        <Button className="small no-print" aria-label={`Menu: ${of}`}>⋯</Button>
      </Popover.Trigger>
      <Popover.Content className="choices no-print" align="end" collisionPadding={8} aria-label={of}>
        {children}
      </Popover.Content>
    </Popover.Root>
  );
}
