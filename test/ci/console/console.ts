import assert from "node:assert/strict";
import { AxeBuilder } from "@axe-core/playwright";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { SESSION_COOKIE } from "#api/http/identity.ts";
import { builtConsole } from "#dev/machine/builds.ts";
import { type Person, signIn, type SignInOptions } from "#testing/accounts.ts";
import { stack } from "#testing/stack.ts";
import { screenshot, startBrowser, watch, type WatchedPage } from "../browser.ts";
import { assertLooksAsBefore } from "./pictures.ts";

/** A browser with the console built for it. Needs chromium on the PATH. */
export async function startConsoleBrowser(): Promise<Browser> {
  const [browser] = await Promise.all([startBrowser(), builtConsole()]);
  return browser;
}

export interface ConsolePage extends WatchedPage {
  readonly person: Person;
  readonly context: BrowserContext;
  /** Opens a page of the console, such as `/api-keys`, and waits for its title. */
  open(path: string, title: string | RegExp): Promise<Page>;
}

interface ConsoleOptions extends SignInOptions {
  readonly width?: number;
  readonly height?: number;
  readonly colorScheme?: "light" | "dark";
  /** Somebody who exists; a new person by default. */
  readonly person?: Person;
}

/** A window of somebody who is signed in, in a browser profile of their own. */
export async function openConsole(browser: Browser, options: ConsoleOptions = {}): Promise<ConsolePage> {
  const { width = 1400, height = 1000, colorScheme = "light", baseUrl = stack().baseUrl } = options;
  const person = options.person ?? await signIn(options);
  const context = await browser.newContext({ viewport: { width, height }, colorScheme });
  await context.addCookies([{ name: SESSION_COOKIE, value: person.token, url: baseUrl, httpOnly: true }]);
  const watched = watch(await context.newPage());
  const { page } = watched;
  return {
    ...watched,
    person,
    context,
    open: async (path, title) => {
      await page.goto(`${baseUrl}/console${path}`);
      await page.getByRole("heading", { level: 1, name: title }).waitFor();
      return page;
    },
  };
}

/** Has axe look at the page, as its rules for WCAG 2.2 AA and best practice have it. */
export async function assertAccessible(page: Page, rules?: string[]): Promise<void> {
  const builder = new AxeBuilder({ page });
  const { violations } = await (rules === undefined ? builder : builder.withRules(rules)).analyze();
  const found = violations.map(({ id, impact, nodes }) => ({
    id,
    impact,
    nodes: nodes.slice(0, 5).map(({ html, failureSummary }) => ({ html, failureSummary })),
  }));
  assert.deepEqual(found, [], page.url());
}

/** The most characters of prose in a line. */
const MEASURE = 68;

/** The lines of prose in the page's main part that are longer: paragraphs, list items, terms and captions, without code and what can be pressed. */
const LONG_LINES = `(() => {
  const found = [];
  for (const block of document.querySelectorAll("main :is(p, li, dd, figcaption > span, blockquote)")) {
    if (block.querySelector("p, li, code, button, .button, input, select") !== null || block.closest("table, .actions, pre, .visually-hidden") !== null) continue;
    const lines = [];
    let last = null;
    const texts = document.createTreeWalker(block, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      for (const { 0: word, index } of texts.currentNode.data.matchAll(/\\S+/g)) {
        const range = document.createRange();
        range.setStart(texts.currentNode, index);
        range.setEnd(texts.currentNode, index + word.length);
        const box = range.getClientRects()[0];
        if (box === undefined || box.width === 0) continue;
        // Beside the last word, and not in the next column.
        const isBeside = last !== null && Math.abs(box.top + box.bottom - last.top - last.bottom) < box.height &&
          box.left >= last.left && box.left - last.right < 1.5 * box.height;
        lines.push(isBeside ? lines.pop() + " " + word : word);
        last = box;
      }
    }
    // Names may have words that are broken.
    found.push(...lines.filter((line) => line.length > ${MEASURE} && !/\\S{30}/.test(line)));
  }
  return found;
})()`;

/** No line of prose is longer than {@link MEASURE} characters. */
export async function assertReadable(page: Page): Promise<void> {
  assert.deepEqual(await page.evaluate(LONG_LINES), [], `${page.url()} has lines over ${MEASURE} characters`);
}

/**
 * Has axe look at the page, at its colours in the dark too, and at what stands otherwise at 360 px; nothing is wider than the window at
 * 360 and 2,560 px. Saves pictures of all where SCREENSHOTS names a folder.
 */
export async function assertWellMade(page: Page, name: string): Promise<void> {
  const size = page.viewportSize() ?? { width: 1400, height: 1000 };
  await assertAccessible(page);
  await assertReadable(page);
  await assertLooksAsBefore(page, name);
  await screenshot(page, `console-${name}`);
  await page.emulateMedia({ colorScheme: "dark" });
  await assertAccessible(page, ["color-contrast"]);
  await screenshot(page, `console-${name}-dark`);
  await page.emulateMedia({ colorScheme: "light" });
  for (const width of [360, 2_560]) {
    await page.setViewportSize({ width, height: size.height });
    const overflow = await page.evaluate<number>(
      "document.documentElement.scrollWidth - document.documentElement.clientWidth",
    );
    assert.ok(overflow <= 0, `${name} is ${overflow} px too wide at ${width} px`);
    if (width < 400) await assertAccessible(page, ["target-size", "scrollable-region-focusable"]);
    else await assertReadable(page);
    await screenshot(page, `console-${name}-${width}`);
  }
  await page.setViewportSize(size);
}
