import { Page } from "../components/page.tsx";

/** To be written. */
export function OrganizationPage() {
  return <Page title="OrganizationPage">{null}</Page>;
}
