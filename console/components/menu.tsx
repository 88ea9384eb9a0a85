import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useEffect,
  useRef,
} from "react";

/** What can be done with a figure, a row or a page, behind one button. Escape and a click or focus elsewhere close it. */
export function Menu({ of, children }: {
  /** What it is the menu of, for screen readers. */
  readonly of: string;
  /** Buttons and links. */
  readonly children: ReactNode;
}) {
  const menu = useRef<HTMLDetailsElement>(null);
  const close = () => menu.current?.removeAttribute("open");
  useEffect(() => {
    const leave = ({ target }: Event) => {
      if (!menu.current?.contains(target as Node)) close();
    };
    addEventListener("pointerdown", leave);
    return () => removeEventListener("pointerdown", leave);
  }, []);
  const leaveTo = (element: Element | null | undefined) => {
    close();
    if (element instanceof HTMLElement) element.focus();
  };
  const onKeyDown = ({ key, currentTarget }: KeyboardEvent) => {
    if (key === "Escape") leaveTo(currentTarget.querySelector("summary"));
  };
  // Others say within the menu what became of them, or open a dialog that gives the focus back.
  const onChoice = ({ target, currentTarget }: MouseEvent) => {
    if ((target as Element).closest("[aria-expanded]") !== null) {
      leaveTo(currentTarget.previousElementSibling);
    }
  };
  // A dialog that the menu opened gives the focus back to its button, which must be on the page then.
  const onBlur = ({ relatedTarget: next, currentTarget }: FocusEvent) => {
    if (next instanceof Element && !currentTarget.contains(next) && next.closest("[role$=dialog]") === null) {
      close();
    }
  };
  return (
    <details ref={menu} className="more-menu no-print" onKeyDown={onKeyDown} onBlur={onBlur}>
      <summary className="button small" aria-label={`Menu: ${of}`}>⋯</summary>
      <div onClick={onChoice}>{children}</div>
    </details>
  );
}
