import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { ROOT } from "#dev/machine/folder.ts";
import { readMailConfig } from "#providers/mail/mailer.ts";
import { readStorageConfig } from "#providers/storage/storage.ts";
import { readConfig } from "#shared/config.ts";
import { readSettings } from "#shared/settings-reader.ts";
import { SEARCH_ATTRIBUTES } from "#temporal/search-attributes.ts";

interface Service {
  image: string;
  build?: object;
  environment?: Record<string, string>;
  command?: string[];
  ports?: string[];
  volumes?: string[];
  depends_on?: Record<string, { condition: string }>;
  configs?: { source: string }[];
  healthcheck?: unknown;
}

/** Docker is missing on machines that run these specs, so they check what a parser can. */
describe("temporal-dev.yml", () => {
  const text = readFileSync(join(ROOT, "temporal-dev.yml"), "utf8");
  const file: {
    services: Record<string, Service>;
    volumes: object;
    configs: Record<string, { content: string }>;
  } = parse(text, { strict: true, uniqueKeys: true, merge: true });
  const services = Object.entries(file.services);

  it("starts what the embedded stack starts, and a mail catcher and an object store beside it", () => {
    for (const name of ["postgres", "redis", "temporal", "temporal-ui", "mail", "s3"]) {
      assert.ok(file.services[name], name);
    }
  });

  it("pins every image to a version, but for those that it builds", () => {
    for (const [name, { image, build }] of services) {
      assert.match(
        image,
        build === undefined ? /^[\w./-]+:v?\d[\w.-]*$/ : /^simulation-service-\w+:dev$/,
        name,
      );
    }
  });

  it("gives the service settings that it knows and takes", () => {
    const environment = file.services["api"]!.environment!;
    const { config } = readSettings((read) => ({
      config: readConfig(read),
      mail: readMailConfig(read),
      storage: readStorageConfig(read),
    }), environment);
    assert.equal(config.port, 8080);
    const readme = readFileSync(join(ROOT, "README.md"), "utf8");
    for (const name of Object.keys(environment)) assert.ok(readme.includes(`\`${name}\``), name);
    assert.deepEqual(file.services["worker"]!.environment, environment);
  });

  it("publishes every port on the loopback address alone", () => {
    for (const [name, { ports = [] }] of services) {
      for (const port of ports) assert.match(port, /^127\.0\.0\.1:\d+:\d+$/, name);
    }
  });

  it("names only services, volumes, configs and files that are there", () => {
    for (const [name, { depends_on = {}, volumes = [], configs = [] }] of services) {
      for (const [other, { condition }] of Object.entries(depends_on)) {
        assert.ok(file.services[other], `${name} depends on ${other}`);
        if (condition === "service_healthy") {
          assert.ok(file.services[other].healthcheck, `${other} has no health check`);
        }
      }
      for (const volume of volumes) {
        const [source] = volume.split(":");
        assert.ok(
          source!.startsWith("./") ? existsSync(join(ROOT, source!)) : source! in file.volumes,
          volume,
        );
      }
      for (const { source } of configs) assert.ok(source in file.configs, source);
    }
  });

  it("declares the search attributes that the dev server gets", () => {
    const declared = [
      ...file.services["temporal-namespace"]!.command!.join("\n").matchAll(/--name (\w+) --type (\w+)/g),
    ];
    assert.deepEqual(Object.fromEntries(declared.map(([, name, type]) => [name, type])), SEARCH_ATTRIBUTES);
  });

  it("turns fairness on, in a dynamic configuration that is YAML itself", () => {
    const dynamic = parse(file.configs["temporal-dynamic"]!.content, { strict: true });
    assert.deepEqual(dynamic["matching.enableFairness"], [{ value: true }]);
  });
});
