import { Page } from "../components/page.tsx";

/** To be written. */
export function AuditPage() {
  return <Page title="AuditPage">{null}</Page>;
}
