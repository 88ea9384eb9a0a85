import { Page } from "../components/page.tsx";

/** To be written. */
export function DeliveryPage() {
  return <Page title="DeliveryPage">{null}</Page>;
}
