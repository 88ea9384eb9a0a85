import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import type { Database } from "#db/postgres/database.ts";
import {
  KEPT_VERSIONS,
  POLL_MS,
  PublishedMethodologies,
  publishMethodology,
} from "#db/methodologies/published.ts";
import { surveyTables } from "#engine/bank/calibrated-survey.ts";
import { CalibrationFault } from "#engine/bank/mapping.ts";
import { encodeRespondents } from "#engine/bank/respondents.ts";
import { methodologyFile } from "#engine/bank/methodology-file.ts";
import { newId } from "#shared/ids.ts";
import { ask, connectAs } from "#testing/stack.ts";
import { eventually } from "#testing/times.ts";
import { createDatabase, type TestDatabase } from "#testing/processes.ts";

/** A methodology file of one question, whose yes share is that of `yes` in 200 people. */
function fileOf(slug: string, yes: number): string {
  const mapping = {
    survey: slug,
    title: slug,
    years: "2026",
    citation: slug,
    license: "own",
    weight: "w",
    dimensions: { sex: [{ column: "sex", values: { F: "female", M: "male" } }] },
    questions: [{
      variable: "q",
      wordings: [`Should the city build a ${slug} tower?`] as [string],
      answers: { y: "yes", n: "no" } as const,
    }],
    methodology: { slug, name: slug, label: slug, description: slug, topic: slug },
  };
  const rows = Array.from(
    { length: 200 },
    (_, i) => ({ w: "1", sex: i % 2 === 0 ? "F" : "M", q: i < yes ? "y" : "n" }),
  );
  const tables = surveyTables(mapping, encodeRespondents(mapping, ["w", "sex", "q"], rows));
  return JSON.stringify(methodologyFile(tables, mapping.methodology, { sex: { female: 0.5, male: 0.5 } }));
}

describe("Published methodologies", () => {
  let database: TestDatabase;
  let worker: Database;
  let api: Database;
  const [own, other] = [newId(), newId()];
  before(async () => {
    database = await createDatabase();
    const connect = (role: "app_api" | "app_worker") => connectAs(role, { url: database.url });
    [worker, api] = [await connect("app_worker"), await connect("app_api")];
    for (const id of [own, other]) {
      await ask(
        "INSERT INTO organizations (id, name, plan_tier) VALUES ($1, $2, 'growth')",
        [id, id],
        database.url,
      );
    }
  });
  after(async () => {
    await Promise.all([worker?.close(), api?.close()]);
    await database?.drop();
  });

  const publish = (content: string, organizationId: string | null = own) =>
    worker.transaction((tx) => publishMethodology(tx, { content, organizationId }));
  const refused = async (code: string, content: string, organizationId: string | null = own) =>
    await assert.rejects(
      publish(content, organizationId),
      (error: unknown) => error instanceof CalibrationFault && error.code === code,
    );

  it("are refused where their respondents are worth too few", async () => {
    const content = fileOf("feeble", 90).replace(/"overall":\[([^\]]*),200,200\]/, '"overall":[$1,200,1]');
    assert.notEqual(content, fileOf("feeble", 90));
    await refused("too_few_respondents", content);
  });

  it("keep the newest versions, and older ones that a simulation in flight runs with", async () => {
    const { id } = await publish(fileOf("clock", 100));
    const inFlight = await ask<{ id: string }>(
      `INSERT INTO simulations (id, organization_id, methodology_id, methodology_slug, methodology_version, agent_count, seed,
         generate_insights, insights_status, created_at) VALUES ($1, $2, $3, 'clock', 2, 1, 1, false, 'disabled', now()) RETURNING id`,
      [newId(), own, id],
      database.url,
    );
    assert.equal(inFlight.length, 1);
    for (let yes = 101; yes < 101 + KEPT_VERSIONS + 3; yes++) await publish(fileOf("clock", yes));
    const kept = await ask<{ version: number }>(
      "SELECT version FROM methodology_versions WHERE methodology_id = $1 ORDER BY version",
      [id],
      database.url,
    );
    const newest = KEPT_VERSIONS + 4;
    const expected = [2, ...Array.from({ length: KEPT_VERSIONS }, (_, k) => newest - KEPT_VERSIONS + 1 + k)];
    assert.deepEqual(kept.map(({ version }) => version), expected);
    const methodologies = new PublishedMethodologies(api);
    const versionOf = (version: number) =>
      methodologies.version(own, {
        methodology_id: id,
        methodology_slug: "clock",
        methodology_version: version,
      });
    assert.equal((await versionOf(2))?.calibrated_questions?.[0]?.overall.yes, 0.505);
    assert.equal(await versionOf(1), undefined);
  });

  it("show each organization its own, from memory until something changes", async () => {
    await publish(fileOf("bell", 60));
    const methodologies = new PublishedMethodologies(api);
    await methodologies.refresh();
    assert.equal((await methodologies.find(own, "bell"))?.calibrated_questions?.[0]?.overall.yes, 0.3);
    assert.equal(await methodologies.find(other, "bell"), undefined);
    const asked = countQueries(api);
    for (let i = 0; i < 20; i++) {
      await methodologies.usableBy(own);
      await methodologies.find(other, "brand-trust");
      await methodologies.find(own, "bell");
    }
    assert.equal(asked.count, 0);
    await publish(fileOf("bell", 90));
    await methodologies.refresh();
    assert.equal((await methodologies.find(own, "bell"))?.calibrated_questions?.[0]?.overall.yes, 0.45);
    asked.stop();
  });

  it("say once that they cannot be read, and what was known holds", async () => {
    const failures: unknown[] = [];
    const lost = await connectAs("app_api", { url: database.url });
    const known = new PublishedMethodologies(lost);
    try {
      await known.start((error) => void failures.push(error));
      await lost.close();
      await eventually("a failure", () => Promise.resolve(failures[0]));
      await assert.rejects(known.refresh());
      await sleep(2 * POLL_MS + 100);
      assert.equal(failures.length, 1);
    } finally {
      known.close();
    }
  });

  it("are refused under a slug that others see, for an organization that is none, and past the limit", async () => {
    await publish(fileOf("gate", 50), null);
    await refused("slug_taken", fileOf("gate", 50), own);
    await refused("slug_taken", fileOf("bell", 50), null);
    await refused("slug_taken", fileOf("brand-trust", 50), null);
    await refused("organization_unknown", fileOf("lamp", 50), newId());
    assert.equal((await publish(fileOf("bell", 50), other)).version, 1, "two organizations may use one slug");
    const many = newId();
    await ask(
      "INSERT INTO organizations (id, name, plan_tier) VALUES ($1, 'many', 'growth')",
      [many],
      database.url,
    );
    for (let k = 0; k < 20; k++) await publish(fileOf(`tower-${k}`, 50), many);
    await refused("too_many_methodologies", fileOf("tower-20", 50), many);
    assert.equal((await publish(fileOf("tower-3", 51), many)).version, 2);
  });

  it("are refused where the file is not what the command writes", async () => {
    const file = JSON.parse(fileOf("mast", 50));
    const changed = (change: (copy: typeof file) => void) => {
      const copy = structuredClone(file);
      change(copy);
      return JSON.stringify(copy);
    };
    await refused("file_invalid", "{");
    await refused("file_invalid", changed((copy) => copy.format = "methodology/2"));
    await refused("file_invalid", changed((copy) => copy.extra = 1));
    await refused("file_invalid", changed((copy) => copy.methodology.slug = "Mast!"));
    await refused("file_invalid", changed((copy) => copy.questions[0].overall = [0.5, 0.2, 0.5, 200, 200]));
    await refused("file_invalid", changed((copy) => copy.questions[0].overall[4] = 300));
    await refused(
      "file_invalid",
      changed((copy) => copy.questions[0].segments["sex=martian"] = copy.questions[0].segments["sex=male"]),
    );
    await refused("file_invalid", changed((copy) => copy.questions.push(copy.questions[0])));
    await refused(
      "question_open",
      changed((copy) => copy.questions[0].wordings = ["Why should the city build a mast?"]),
    );
  });

  it("go with their organization", async () => {
    await ask("DELETE FROM organizations WHERE id = $1", [other], database.url);
    assert.deepEqual(
      await ask("SELECT FROM methodology_versions WHERE organization_id = $1", [other], database.url),
      [],
    );
  });
});

/** Counts a database's statements and transactions from now on. */
function countQueries(database: Database) {
  const counted = { count: 0, stop: () => {} };
  const { query, first, begin } = database;
  const counting =
    <Given extends unknown[], Result>(method: (...given: Given) => Result) => (...given: Given) => {
      counted.count++;
      return method.apply(database, given);
    };
  Object.assign(database, { query: counting(query), first: counting(first), begin: counting(begin) });
  counted.stop = () => Object.assign(database, { query, first, begin });
  return counted;
}
