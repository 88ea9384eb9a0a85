import { Page } from "../components/page.tsx";

/** To be written. */
export function SimulationPage() {
  return <Page title="SimulationPage">{null}</Page>;
}
