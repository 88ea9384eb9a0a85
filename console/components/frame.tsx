import type { ReactNode } from "react";
import { ThemeChoice } from "./theme.tsx";

/** The head of every page, with its main part and, where there is one, the way to the others. */
export function Frame({ navigation, aside, children }: {
  readonly navigation?: ReactNode;
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <>
      <a className="skip" href="#main">Skip to the page</a>
      <header className="top">
        <span className="brand">Simulation service</span>
        <div className="top-end">
          {aside}
          <ThemeChoice />
        </div>
      </header>
      <div className={navigation === undefined ? "frame bare" : "frame"}>
        {navigation}
        <main id="main" tabIndex={-1}>{children}</main>
      </div>
    </>
  );
}
