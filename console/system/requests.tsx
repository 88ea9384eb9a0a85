import { Page } from "../components/page.tsx";

/** To be written. */
export function RequestsPage() {
  return <Page title="RequestsPage">{null}</Page>;
}
