import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { errorTable } from "#api/openapi/responses.ts";
import { ROOT } from "#dev/machine/folder.ts";
import { ERROR_STATUS } from "#shared/errors.ts";
import { newOrganization } from "#testing/organizations.ts";
import { stack } from "#testing/stack.ts";
import { checkEachSnippet, checkTypes, compare, runPage } from "./run-page.ts";
import { GUIDES, guides, nodesOf, readPage, type Snippet } from "#testing/documentation-page.ts";

const PAGES = guides();

/** What whoever copies a snippet of the client's page has already. */
const GLOBALS = `
import type { AcceptedSimulation, NewSimulation, SimulationService, WebhookEvent } from "@simulation-service/client";
declare global {
  var service: SimulationService, simulation: AcceptedSimulation, request: NewSimulation, event: WebhookEvent;
  var rawBody: Uint8Array, header: string | null, secret: string;
}
`;

describe("the guides", function () {
  this.timeout(120_000);
  let api: { readonly baseUrl: string };
  before(() => {
    // Behind a proxy, so that each page signs up from an address of its own.
    api = stack();
  });

  for (const page of PAGES) {
    for (const language of ["sh", "ts"] as const) {
      if (!page.snippets.some((snippet) => snippet.language === language)) continue;
      it(`print what ${page.path} says in ${language}`, async () => {
        const { call } = await newOrganization({ requests_per_minute: null });
        await runPage(page, language, { baseUrl: api.baseUrl, apiKey: call.key });
      });
    }
  }

  it("compile in TypeScript", () => checkTypes(PAGES));

  it("are all in the index, and link to files that exist", () => {
    const index = PAGES.find(({ path }) => path === `${GUIDES}/README.md`);
    assert.ok(index !== undefined);
    const listed = linksOf(index.path).filter((url) => !url.startsWith("../"));
    assert.deepEqual(
      listed.toSorted(),
      PAGES.filter((page) => page !== index).map(({ path }) => path.slice(GUIDES.length + 1)),
    );
    for (const { path } of PAGES) {
      const missing = linksOf(path).filter((url) => !existsSync(resolve(ROOT, dirname(path), url)));
      assert.deepEqual(missing, [], path);
    }
  });

  it("name every error code with the document's own table", () => {
    const page = readFileSync(resolve(ROOT, GUIDES, "errors.md"), "utf8");
    const [, table = ""] = /## Every code\n\n((?:\|.*\n)+)/.exec(page) ?? [];
    assert.equal(
      table,
      `${errorTable()}\n`,
      "the table of shared/errors.json stands here word for word",
    );
    for (const code of Object.keys(ERROR_STATUS)) assert.ok(table.includes(`\n| \`${code}\` | `), code);
  });
});

describe("the client's page", function () {
  this.timeout(120_000);

  it("has snippets that compile in TypeScript", () =>
    checkEachSnippet(readPage("client/README.md"), GLOBALS));

  it("would be told of one that does not, by its line", async () => {
    const broken = readPage(
      "e.md",
      "```ts\nexport const status: number = (await service.status()).status;\n```\n",
    );
    await assert.rejects(checkEachSnippet(broken, GLOBALS), /line-1\.ts/);
  });
});

describe("a page's snippets", () => {
  it("are what its fences hold; a fence that nothing runs is refused", () => {
    const page = readPage("a.md", "```sh\necho 1\n```\n\nIt prints:\n\n```text\n1\n```\n\n```ts\n1;\n```\n");
    assert.deepEqual(page.snippets.map(({ language, line, output }) => [language, line, output]), [
      ["sh", 1, "1"],
      ["ts", 11, null],
    ]);
    for (const text of ["```\nGET /\n```", "```rust\n```", "```json\n{}\n```", "```sh later\nls\n```"]) {
      assert.throws(() => readPage("b.md", text), /b\.md:1: nothing runs this fence/, text);
    }
  });

  it("must print what the page says, but for white space and what … stands for", () => {
    const snippet: Snippet = { language: "sh", line: 1, code: "", output: '{ "id": "…",\n  "n": 1 }' };
    compare(snippet, '{"id":"01a2","n":1}\n', "here");
    assert.throws(() => compare(snippet, '{"id":"01a2","n":12}', "here"), /here: the page says/);
    assert.throws(() => compare(snippet, '{"id":"01a2","n":1}{}', "here"), /here: the page says/);
  });

  it("may get an error from the API only where the page shows it", () => {
    const silent: Snippet = { language: "sh", line: 1, code: "", output: null };
    compare(silent, '{"data":{},"error":null}', "here");
    assert.throws(() => compare(silent, '{"data":null,"error":"not_found"}', "here"), /the API refused this/);
  });

  it("fail the spec with their line when they fail", async () => {
    const nowhere = { baseUrl: "http://127.0.0.1:1", apiKey: "none" };
    const page = readPage("c.md", "```sh\necho one\n```\n\n```sh\nfalse\n```\n\n```sh\necho three\n```\n");
    await assert.rejects(runPage(page, "sh", nowhere), /c\.md:5: this snippet fails/);
    const typed = readPage(
      "d.md",
      "```ts\nconst n = 1;\n```\n\n```ts\nconsole.log(n + 1);\n```\n\n```text\n3\n```\n",
    );
    await assert.rejects(
      runPage(typed, "ts", nowhere),
      /d\.md:5: the page says\n3\nand the snippet printed\n2/,
    );
  });
});

function linksOf(path: string): string[] {
  return nodesOf(readPage(path).tree, "link").map(({ url = "" }) => url.split("#", 1)[0] ?? "")
    .filter((url) => url !== "" && !url.startsWith("http"));
}
