import assert from "node:assert/strict";
import type { Page } from "playwright-core";

/** A text that would run where a page took it for HTML; short enough for a name. */
export const HOSTILE = '<img src=x onerror="hacked=1"><script>hacked=1</script>';

/** Nothing of a hostile text has run or become an element, and no link leads to a script. */
export async function assertUnharmed(page: Page): Promise<void> {
  assert.equal(await page.evaluate("typeof hacked"), "undefined", page.url());
  assert.equal(await page.locator("main img, main script, [role=dialog] img").count(), 0, page.url());
  const links = await page.locator("a[href]").evaluateAll((all) =>
    all.map((link) => (link as unknown as { protocol: string }).protocol)
  );
  assert.deepEqual(links.filter((protocol) => !["http:", "https:"].includes(protocol)), [], page.url());
}
