import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { findGo, output } from "#dev/machine/programs.ts";
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
export async function kubernetesSchemas(): Promise<string> {
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
