import { Page } from "../components/page.tsx";

/** To be written. */
export function ComparePage() {
  return <Page title="ComparePage">{null}</Page>;
}
