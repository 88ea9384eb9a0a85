import { cpSync, existsSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { type Child, startChild } from "#dev/machine/child.ts";
import { ROOT } from "#dev/machine/folder.ts";
import { signalProcess } from "#dev/machine/processes.ts";
import { madeOnce, output } from "#dev/machine/programs.ts";
import { newFolder } from "#testing/processes.ts";
import { stack } from "#testing/stack.ts";

export type Target = "api" | "worker" | "command";

/** Without namespaces and control groups, which this machine may not give. */
const ISOLATION = ["--isolation", "chroot"];
const DEBIAN = "http://deb.debian.org/debian";
/** Certificates that this machine trusts beside Debian's, such as a company's proxy's. */
const OWN_CERTIFICATES = "/usr/local/share/ca-certificates";

/** What an image says of itself. */
export interface ImageConfig {
  readonly User: string;
  readonly Env: readonly string[];
  readonly Entrypoint: readonly string[];
  readonly Cmd?: readonly string[];
}

/**
 * Builds deploy/Dockerfile with buildah, in a folder of its own, and runs what it built, without a daemon and without Docker's registry: the
 * Dockerfile's two bases are made here, from Debian's packages and from the Deno that runs this.
 */
export class Images {
  readonly #folder = newFolder("images");

  /** Builds the image of each target. Minutes. */
  async build(targets: readonly Target[]): Promise<void> {
    await this.#baseOf("docker.io/library/debian:12-slim", await debian(), [
      "--env",
      "DENO_TLS_CA_STORE=system",
    ]);
    const deno = newFolder("deno");
    mkdirSync(deno);
    cpSync(process.execPath, join(deno, "deno"));
    await this.#baseOf("docker.io/denoland/deno:bin-2.9.6", deno);
    for (const target of targets) {
      const options = [
        "--layers",
        "--pull-never",
        "--file",
        "deploy/Dockerfile",
        "--target",
        target,
        "--tag",
        target,
      ];
      await this.#buildah(["bud", ...ISOLATION, ...options, "."], ROOT);
    }
  }

  async config(target: Target): Promise<ImageConfig> {
    return JSON.parse(await this.#buildah(["inspect", "--type", "image", target])).OCIv1.config;
  }

  /** The image's files, in a folder. */
  async files(target: Target): Promise<string> {
    return await this.#buildah(["mount", await this.#buildah(["from", target])]);
  }

  /**
   * Runs the image's command with these settings.
   * @param args replace the image's own arguments.
   * @param volumes folders of this machine, by their paths in the container.
   */
  async run(target: Target, { settings, args, volumes = {} }: {
    readonly settings: Readonly<Record<string, string>>;
    readonly args?: readonly string[] | undefined;
    readonly volumes?: Readonly<Record<string, string>>;
  }): Promise<Child> {
    const { Entrypoint, Cmd = [] } = await this.config(target);
    const container = await this.#buildah(["from", target]);
    return await startChild({
      name: target,
      command: "buildah",
      args: [
        ...this.#storage(),
        "run",
        ...ISOLATION,
        ...Object.entries(settings).map(([name, value]) => `--env=${name}=${value}`),
        ...Object.entries(volumes).map(([path, folder]) => `--volume=${folder}:${path}`),
        container,
        "--",
        ...Entrypoint,
        ...(args ?? Cmd),
      ],
      logFile: join(newFolder("image"), "output.log"),
      register: stack().register,
      stopSeconds: 30,
    });
  }

  /** Sends SIGTERM to what a container runs, as an orchestrator does: buildah, between, would kill it. Resolves to how it ended. */
  async terminate(container: Child): Promise<string> {
    signalProcess(await innermost(container.pid), "SIGTERM");
    return await container.exited;
  }

  async remove(): Promise<void> {
    await this.#buildah(["rm", "--all"]);
    rmSync(this.#folder, { recursive: true, force: true });
  }

  async #baseOf(name: string, folder: string, config: readonly string[] = []): Promise<void> {
    const container = await this.#buildah(["from", "scratch"]);
    await this.#buildah(["add", "--quiet", container, folder, "/"]);
    await this.#buildah(["config", ...config, container]);
    await this.#buildah(["commit", "--rm", "--quiet", container, name]);
  }

  #buildah(args: readonly string[], cwd?: string): Promise<string> {
    return output("buildah", [...this.#storage(), ...args], cwd);
  }

  #storage(): string[] {
    return ["--root", join(this.#folder, "root"), "--runroot", join(this.#folder, "run")];
  }
}

/** The last of a chain of processes, each of which has started the next one. */
async function innermost(pid: number): Promise<number> {
  const children = await output("ps", ["-o", "pid=", "--ppid", String(pid)]).catch(() => "");
  const [child] = children.split("\n").map(Number).filter((id) => id > 0);
  return child === undefined ? pid : await innermost(child);
}

/** A folder with Debian 12, minimal, once for this user. */
async function debian(): Promise<string> {
  const folder = await madeOnce("debian-12", console.log, async (unfinished) => {
    await output("debootstrap", ["--variant=minbase", "bookworm", unfinished, DEBIAN]);
    rmSync(join(unfinished, "var/cache/apt"), { recursive: true });
  });
  for (const name of existsSync(OWN_CERTIFICATES) ? readdirSync(OWN_CERTIFICATES) : []) {
    cpSync(join(OWN_CERTIFICATES, name), join(folder, OWN_CERTIFICATES, name));
  }
  return folder;
}
