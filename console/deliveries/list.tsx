import { Page } from "../components/page.tsx";

/** To be written. */
export function DeliveriesPage() {
  return <Page title="DeliveriesPage">{null}</Page>;
}
