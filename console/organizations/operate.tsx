import { Page } from "../components/page.tsx";

/** To be written. */
export function OperateOrganizationsPage() {
  return <Page title="OperateOrganizationsPage">{null}</Page>;
}
