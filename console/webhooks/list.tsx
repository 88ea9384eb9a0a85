import { Page } from "../components/page.tsx";

/** To be written. */
export function WebhooksPage() {
  return <Page title="WebhooksPage">{null}</Page>;
}
