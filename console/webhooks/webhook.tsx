import { Page } from "../components/page.tsx";

/** To be written. */
export function WebhookPage() {
  return <Page title="WebhookPage">{null}</Page>;
}
