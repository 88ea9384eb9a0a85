import { type ReactNode, useState } from "react";
import { BASE_PATH } from "../api/calls.ts";
import { Button } from "./page.tsx";

/** The head of every page, with its main part and, where there is one, the way to the others. */
export function Frame({ navigation, aside, children }: {
  readonly navigation?: ReactNode;
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <>
      <a className="visually-hidden" href="#main">Skip to the page</a>
      <header className="top">
        {navigation !== undefined && <Button className="nav-toggle" popoverTarget="pages">Pages</Button>}
        <a className="brand" href={`${BASE_PATH}/console/`}>Simulation service</a>
        <div className="top-end">{aside ?? <ThemeChoice />}</div>
      </header>
      <div className={navigation === undefined ? "frame bare" : "frame"}>
        {navigation}
        <main id="main" tabIndex={-1}>{children}</main>
      </div>
    </>
  );
}

/** The pages by what somebody comes for; the menu and the search list them. */
export const GROUPS = [
  ["Ask", [
    ["/", "Ask a question"],
    ["/simulations", "Simulations"],
    ["/compare", "Compare"],
    ["/training", "Training runs"],
  ]],
  ["Integrate", [
    ["/api-keys", "API keys"],
    ["/webhooks", "Webhooks"],
    ["/deliveries", "Deliveries"],
    ["/events", "Events"],
    ["/requests", "Requests"],
  ]],
  ["Organization", [["/usage", "Usage and plan"], ["/organization", "People"], ["/audit", "Audit log"]]],
] as const;
/** For operators. */
export const OPERATE = [
  "Operate",
  [
    ["/operate", "Overview"],
    ["/operate/organizations", "Organizations"],
    ["/operate/simulations", "Runs"],
    ["/operate/deliveries", "All deliveries"],
    ["/operate/system", "Service"],
    ["/operate/audit", "Operators' audit log"],
  ],
] as const;

export type Group = (typeof GROUPS)[number] | typeof OPERATE;

const STORED = "theme";
const THEMES = ["system", "light", "dark"] as const;
type Theme = (typeof THEMES)[number];

function storedTheme(): Theme {
  const stored = localStorage.getItem(STORED);
  return THEMES.find((theme) => theme === stored) ?? "system";
}

/** Shows the page in the colours that the viewer chose; `system` follows the machine's setting. */
export function applyTheme(theme: Theme = storedTheme()): void {
  document.documentElement.style.colorScheme = theme === "system" ? "light dark" : theme;
}

/** Light, dark, or as the machine has it; stays in this browser. */
export function ThemeChoice() {
  const [theme, setTheme] = useState(storedTheme);
  const choose = (chosen: Theme) => {
    localStorage.setItem(STORED, chosen);
    applyTheme(chosen);
    setTheme(chosen);
  };
  return (
    <label className="check">
      <span>Colours</span>
      <select value={theme} onChange={(event) => choose(event.target.value as Theme)}>
        {THEMES.map((each) => <option key={each} value={each}>{each}</option>)}
      </select>
    </label>
  );
}
