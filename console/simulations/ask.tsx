import { Page } from "../components/page.tsx";

/** To be written. */
export function AskPage() {
  return <Page title="AskPage">{null}</Page>;
}
