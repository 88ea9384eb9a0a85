import { Page } from "../components/page.tsx";

/** To be written. */
export function SimulationsPage() {
  return <Page title="SimulationsPage">{null}</Page>;
}
