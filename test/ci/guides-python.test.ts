import { newOrganization } from "#testing/organizations.ts";
import { stack } from "#testing/stack.ts";
import { guides } from "#testing/documentation-page.ts";
import { createPython, type Python } from "../docs/python.ts";
import { runPage } from "../docs/run-page.ts";

describe("the guides", function () {
  this.timeout(600_000);
  let python: Python;
  before(async () => {
    python = await createPython(["requests", "pandas"]);
  });
  after(() => python.remove());

  for (const page of guides()) {
    if (!page.snippets.some(({ language }) => language === "python")) continue;
    it(`print what ${page.path} says in Python`, async () => {
      const { call } = await newOrganization({ requests_per_minute: null });
      await runPage(page, "python", {
        baseUrl: stack().baseUrl,
        apiKey: call.key,
        python: python.interpreter,
      });
    });
  }
});
