import { Page } from "../components/page.tsx";

/** To be written. */
export function UsagePage() {
  return <Page title="UsagePage">{null}</Page>;
}
