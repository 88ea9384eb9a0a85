import { join } from "node:path";
import process from "node:process";
import { type Browser, chromium, type Page } from "playwright-core";
import { findProgram } from "#dev/machine/programs.ts";

/** The system's Chromium, headless. @throws Error without one. */
export async function startBrowser(): Promise<Browser> {
  const executablePath = findProgram(["chromium", "chromium-browser", "google-chrome"]);
  if (executablePath === undefined) throw new Error("Cannot find chromium on PATH: install it");
  // Chromium refuses its sandbox under root, as .ci/run is.
  return await chromium.launch({ executablePath, args: ["--no-sandbox"] });
}

export interface WatchedPage {
  readonly page: Page;
  /** Errors on the page's console, exceptions, requests that failed. */
  readonly complaints: readonly string[];
  /** Origins of its requests, failed ones included. */
  readonly origins: ReadonlySet<string>;
}

/** Opens a page and records its complaints and origins from its first request on. */
export async function watchedPage(browser: Browser): Promise<WatchedPage> {
  return watch(await browser.newPage({ viewport: { width: 1400, height: 1000 } }));
}

/** A machine that builds images beside the browser may keep a page waiting for longer than Playwright's 30 s. */
const PATIENCE_MS = 90_000;

/** Chromium's words for an answer of 503: a full machine may miss Redis' 125 ms, after which a page asks again. */
const BUSY = "status of 503";

/** Records a page's complaints and origins from now on. */
export function watch(page: Page): WatchedPage {
  page.setDefaultTimeout(PATIENCE_MS);
  const complaints: string[] = [];
  const origins = new Set<string>();
  page.on("console", (message) => {
    const text = message.text();
    if (message.type() === "error" && !text.includes(BUSY)) {
      complaints.push(`${text} at ${message.location().url}`);
    }
  });
  page.on("pageerror", (error) => complaints.push(`${error}`));
  page.on("requestfailed", (request) => {
    const reason = request.failure()?.errorText;
    // A page that is left drops what it still waits for.
    if (reason !== "net::ERR_ABORTED") complaints.push(`${request.url()}: ${reason}`);
  });
  page.on("response", (response) => {
    if (response.status() >= 400 && response.status() !== 503) {
      complaints.push(`${response.url()}: ${response.status()}`);
    }
  });
  page.on("request", (request) => {
    const { protocol, origin } = new URL(request.url());
    if (protocol.startsWith("http") || protocol.startsWith("ws")) origins.add(origin);
  });
  return { page, complaints, origins };
}

/** Saves a screenshot in the folder `SCREENSHOTS`, for people who judge how a page looks; does nothing without that setting. */
export async function screenshot(page: Page, name: string): Promise<void> {
  const folder = process.env.SCREENSHOTS;
  if (folder) await page.screenshot({ path: join(folder, `${name}.png`) });
}
