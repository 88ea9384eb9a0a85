import { Page } from "../components/page.tsx";

/** To be written. */
export function OperateSystemPage() {
  return <Page title="OperateSystemPage">{null}</Page>;
}
