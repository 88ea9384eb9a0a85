import { Page } from "../components/page.tsx";

/** To be written. */
export function OperateDeliveriesPage() {
  return <Page title="OperateDeliveriesPage">{null}</Page>;
}
