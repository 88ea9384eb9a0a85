import { Page } from "../components/page.tsx";

/** To be written. */
export function OperateSimulationsPage() {
  return <Page title="OperateSimulationsPage">{null}</Page>;
}
