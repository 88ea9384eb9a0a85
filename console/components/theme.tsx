import { useState } from "react";

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
    <label className="theme">
      <span>Colours</span>
      <select value={theme} onChange={(event) => choose(event.target.value as Theme)}>
        {THEMES.map((each) => <option key={each} value={each}>{each}</option>)}
      </select>
    </label>
  );
}
