import { join } from "node:path";
import process from "node:process";
import { type Browser, chromium, type Page } from "playwright-core";
import { findProgram } from "#dev/programs.ts";

/** The system's Chromium, headless. @throws Error where there is none. */
export async function startBrowser(): Promise<Browser> {
  const executablePath = findProgram(["chromium", "chromium-browser", "google-chrome"]);
  if (executablePath === undefined) throw new Error("Cannot find chromium on PATH: install it");
  // Run by root, as .ci/run is, Chromium wants no sandbox.
  return await chromium.launch({ executablePath, args: ["--no-sandbox"] });
}

export interface WatchedPage {
  readonly page: Page;
  /** What the page complained of: errors and warnings on its console, exceptions, requests that failed. */
  readonly complaints: readonly string[];
  /** Origins it asked something of, or tried to. */
  readonly origins: ReadonlySet<string>;
}

/** A page that is watched from its first request on. */
export async function watchedPage(browser: Browser): Promise<WatchedPage> {
  const page = await browser.newPage({ viewport: { width: 1400, height: 1000 } });
  const complaints: string[] = [];
  const origins = new Set<string>();
  page.on("console", (message) => {
    if (message.type() === "error") complaints.push(`${message.text()} at ${message.location().url}`);
  });
  page.on("pageerror", (error) => complaints.push(`${error}`));
  page.on("requestfailed", (request) => complaints.push(`${request.url()}: ${request.failure()?.errorText}`));
  page.on("response", (response) => {
    if (response.status() >= 400) complaints.push(`${response.url()}: ${response.status()}`);
  });
  page.on("request", (request) => {
    const { protocol, origin } = new URL(request.url());
    if (protocol.startsWith("http") || protocol.startsWith("ws")) origins.add(origin);
  });
  return { page, complaints, origins };
}

/** For people who judge how a page looks: into the folder that `SCREENSHOTS` names, nowhere without it. */
export async function screenshot(page: Page, name: string): Promise<void> {
  const folder = process.env.SCREENSHOTS;
  if (folder) await page.screenshot({ path: join(folder, `${name}.png`) });
}
