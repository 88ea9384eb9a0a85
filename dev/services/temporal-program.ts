import { mkdirSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import process from "node:process";
import {
  cacheFolder,
  findGo,
  findProgram,
  goInstall,
  type GoProgram,
  isProgram,
  output,
} from "../machine/programs.ts";
import { type Log, since } from "../machine/terminal.ts";

/** The last version that `go install` can build: go.mod has a replace directive since 1.6.0. */
const CLI: GoProgram = {
  name: "temporal",
  module: "github.com/temporalio/cli/cmd/temporal",
  version: "v1.5.1",
};
const OLDEST_SERVER = [1, 29] as const;

/** Where Temporal publishes its builds; the SDK's own downloader asks the same host. */
const DOWNLOADS = "https://temporal.download";
/** A machine without a way to the builds must not wait for longer, since it then builds for minutes. */
const REACH_MS = 10_000;
/** 110 MB at 400 kB/s. */
const DOWNLOAD_MS = 300_000;

const BY_HAND =
  "Cannot get the temporal command: install it (https://docs.temporal.io/cli, or `brew install temporal`) and start again";

/**
 * The path of the `temporal` command: the installed one, otherwise the official build, which takes seconds to download, otherwise one
 * that Go builds in minutes.
 */
export async function temporalProgram(log: Log, signal?: AbortSignal): Promise<string> {
  const go = findGo();
  const goBin = go === undefined ? [] : [join(await output(go, ["env", "GOPATH"]), "bin")];
  const installed = findProgram(["temporal"], [...goBin, join(homedir(), ".temporalio/bin")]);
  if (installed !== undefined) {
    const version = await output(installed, ["--version"]);
    if (isRecent(version)) return installed;
    log(`${installed} is too old (${version}; server ${OLDEST_SERVER.join(".")} is needed)`);
  }
  const cached = join(cacheFolder(), "bin", `temporal-${CLI.version}`);
  if (isProgram(cached)) return cached;
  try {
    return await download(cached, log);
  } catch (error) {
    log(`cannot download temporal ${CLI.version}: ${(error as Error).message}`);
    if (go === undefined) throw new Error(BY_HAND, { cause: error });
    return await goInstall(CLI, log, signal);
  }
}

/** Whether the output of `temporal --version` names a server that this project runs on. */
export function isRecent(version: string): boolean {
  const [, major, minor] = /Server (\d+)\.(\d+)/.exec(version) ?? [];
  if (major === undefined || minor === undefined) return false;
  const [oldestMajor, oldestMinor] = OLDEST_SERVER;
  return Number(major) > oldestMajor || Number(major) === oldestMajor && Number(minor) >= oldestMinor;
}

/**
 * Checks that the official build can be downloaded: that its host names an archive, and that the archive's host has it.
 * @param downloads the host's URL.
 * @param limitMs milliseconds for both answers together.
 * @throws Error that says what did not answer.
 */
export async function reachOfficialBuild(downloads = DOWNLOADS, limitMs = REACH_MS): Promise<void> {
  const signal = AbortSignal.timeout(limitMs);
  const platform = process.platform === "win32" ? "windows" : process.platform;
  const architecture = process.arch === "x64" ? "amd64" : process.arch;
  const url = `${downloads}/cli/${CLI.version}?platform=${platform}&arch=${architecture}`;
  const build = await responseOf(url, "GET", signal);
  const { archiveUrl } = await build.json().catch(() => ({}));
  if (typeof archiveUrl !== "string") throw new Error(`${url} names no archive`);
  await responseOf(archiveUrl, "HEAD", signal);
}

async function responseOf(url: string, method: string, signal: AbortSignal): Promise<Response> {
  const { host } = new URL(url);
  const response = await fetch(url, { method, signal }).catch((cause) => {
    throw new Error(signal.aborted ? `${host} did not answer in time` : `${host} cannot be reached`, {
      cause,
    });
  });
  if (!response.ok) {
    await response.body?.cancel();
    throw new Error(`${host} answered ${response.status}`);
  }
  return response;
}

/** Downloads the official build by the SDK, which starts a server from it once and leaves the program in the folder. */
async function download(path: string, log: Log): Promise<string> {
  const begin = performance.now();
  log(`downloading temporal ${CLI.version} from ${new URL(DOWNLOADS).host}`);
  await reachOfficialBuild();
  const progress = setInterval(() => log(`downloading temporal, ${since(begin)}`), 5_000);
  try {
    await Promise.race([downloadBySdk(dirname(path)), rejectAfter(DOWNLOAD_MS)]);
  } finally {
    clearInterval(progress);
  }
  if (!isProgram(path)) throw new Error(`the SDK left no program at ${path}`);
  log(`downloaded temporal ${CLI.version} in ${since(begin)}, kept in ${path}`);
  return path;
}

async function downloadBySdk(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  // Imported here, because it loads the whole SDK, 0.5 s.
  const { TestWorkflowEnvironment } = await import("@temporalio/testing");
  const executable = { type: "cached-download", downloadDir: folder, version: CLI.version } as const;
  const environment = await TestWorkflowEnvironment.createLocal({ server: { executable } });
  await environment.teardown();
}

function rejectAfter(ms: number): Promise<never> {
  return new Promise((_, reject) => {
    setTimeout(() => reject(new Error(`it took longer than ${ms / 1000} s`)), ms).unref();
  });
}
