import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { randomUUID } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { historyToJSON } from "@temporalio/common/lib/proto-utils.js";
import { Redis } from "ioredis";
import { anonymousCaller, callerWithCookie, newEmail, tokenSetBy, writtenMailTo } from "#testing/accounts.ts";
import type { Caller, Reply } from "#testing/caller.ts";
import { ask, stack, temporalClient } from "#testing/stack.ts";
import { eventually } from "#testing/times.ts";
import { newOrganization } from "#testing/organizations.ts";
import { startApi, type TestProcess } from "#testing/processes.ts";
import { recordHistory } from "#test/workflows/record-history.ts";
import { tokenIn } from "#testing/smtp-server.ts";

/** What must stand nowhere in clear, by what it is. */
const secrets: Record<string, string> = {};
/** What does stand there: a search that finds none of it would find no secret either. */
const known: Record<"email" | "userId" | "organizationId", string> = {
  email: newEmail(),
  userId: "",
  organizationId: "",
};

describe("No secret stands in clear", function () {
  this.timeout(120_000);
  let api: TestProcess & { baseUrl: string };
  let call: Caller;
  before(async () => {
    api = await startApi({ TRUSTED_PROXIES: "1", LOG_LEVEL: "trace" });
    call = anonymousCaller(api.baseUrl);
    await plant();
  });
  after(() => api?.stop());

  /** Walks through all of sign-in, well and badly, and notes each secret on the way. */
  async function plant(): Promise<void> {
    const { email } = known;
    const post = (path: string, body: object) => call("POST", `/v1/auth/${path}`, { body });
    const noteCookie = (name: string, reply: Reply) => {
      secrets[name] = tokenSetBy(reply).split(".")[1] ?? "";
    };
    const password = secrets["password"] = `planted-${randomUUID()}`;
    const names = {
      name: "Planted",
      organization_name: `Planted ${randomUUID()}`,
    };
    const signedUp = await post("password/signup", {
      email,
      password,
      ...names,
    });
    noteCookie("the sign-up's cookie", signedUp);
    known.userId = signedUp.data.user.id;
    known.organizationId = signedUp.data.organization.id;
    secrets["the sign-up's token"] = tokenIn(await writtenMailTo(email));
    noteCookie(
      "the login's cookie",
      await post("password/login", { email, password }),
    );
    const wrong = secrets["wrong password"] = `wrong-${randomUUID()}`;
    await post("password/login", { email, password: wrong });
    await post("password/login", { email, password: wrong, token: wrong });
    await post("magic-link/request", { email, ...names });
    const link = secrets["the magic link's token"] = tokenIn(
      await writtenMailTo(email, 2),
    );
    const verified = await post("magic-link/verify", { token: link });
    noteCookie("the magic link's cookie", verified);
    await post("magic-link/verify", { token: link });
    await callerWithCookie(tokenSetBy(verified), api.baseUrl)(
      "GET",
      "/v1/auth/me",
    );
    await post("magic-link/request", { email, ...names });
    secrets["an unused magic link's token"] = tokenIn(
      await writtenMailTo(email, 3),
    );
    await post("password/reset/request", { email });
    const token = secrets["the reset's token"] = tokenIn(
      await writtenMailTo(email, 4),
    );
    secrets["the new password"] = `renewed-${randomUUID()}`;
    const reset = await post("password/reset/confirm", {
      token,
      password: secrets["the new password"],
    });
    assert.equal(reset.status, 200, JSON.stringify(reset.meta));
    await post("password/reset/confirm", {
      token,
      password: secrets["the new password"],
    });
    await writtenMailTo(email, 5);
    secrets["an API key"] = (await newOrganization({ baseUrl: api.baseUrl })).call.key;
    await post("logout", {});
  }

  const assertHasNone = (place: string, text: string) => {
    for (const [name, secret] of Object.entries(secrets)) {
      assert.ok(secret.length >= 20, name);
      for (
        const form of [
          secret,
          Buffer.from(secret).toString("base64").replace(/=+$/, ""),
          encodeURIComponent(secret),
        ]
      ) {
        assert.ok(!text.includes(form), `${name} stands in ${place}`);
      }
    }
  };

  it("in any process' log", () => {
    assert.equal(Object.keys(secrets).length, 11);
    const logs = readdirSync(stack().dir, { recursive: true, encoding: "utf8" })
      .filter((path) => path.endsWith(".log"));
    assert.ok(logs.length >= 5, `${logs}`);
    const texts = logs.map((path) => ({
      path,
      text: readFileSync(join(stack().dir, path), "utf8"),
    }));
    for (const { path, text } of texts) assertHasNone(path, text);
    assert.ok(
      texts.some(({ text }) => text.includes(known.userId)),
      "the logs name the person",
    );
  });

  it("in any workflow's history", async () => {
    const { client, close } = await temporalClient();
    try {
      const runs = await eventually("the runs of all three mails", async () => {
        const query = `OrganizationId = "${known.organizationId}" AND ExecutionStatus = "Completed"`;
        const found = await Array.fromAsync(client.workflow.list({ query }));
        return found.length === 3 ? found : undefined;
      });
      for (const { workflowId } of runs) {
        const text = historyToJSON(
          await client.workflow.getHandle(workflowId).fetchHistory(),
        );
        const payloads = [...text.matchAll(/"data": ?"([^"]+)"/g)].map((
          [, data],
        ) => Buffer.from(data ?? "", "base64").toString("utf8"));
        const decoded = text + payloads.join("\n");
        assert.ok(decoded.includes(known.userId));
        assert.ok(
          !decoded.includes(known.email),
          "the history holds ids alone",
        );
        assertHasNone(workflowId, decoded);
        const [, kind] = /"(address_proof|password_reset|password_changed)"/.exec(decoded) ??
          [];
        await recordHistory(
          `account-mail-${kind?.replace(/^\w+_/, "")}`,
          workflowId,
        );
      }
    } finally {
      await close();
    }
  });

  it("in any column of the database", async () => {
    const tables = await ask<{ name: string }>(
      "SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')",
    );
    let people = 0;
    for (const { name } of tables) {
      const columns = await ask<{ column: string }>(
        "SELECT attname AS column FROM pg_attribute WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped",
        [name],
      );
      // Bytes as the text that they may be, everything else as Postgres writes it.
      const asText = columns.map(({ column }) =>
        `CASE WHEN pg_typeof(t."${column}") = 'bytea'::regtype THEN encode(t."${column}"::text::bytea, 'escape') ELSE t."${column}"::text END`
      );
      const forms = Object.values(secrets).flatMap((
        secret,
      ) => [secret, Buffer.from(secret).toString("hex")]);
      const [found] = await ask<{ forms: string[]; people: number }>(
        `SELECT coalesce(array_agg(form) FILTER (WHERE form IS DISTINCT FROM $2), '{}') AS forms,
                count(*) FILTER (WHERE form = $2)::int AS people
           FROM (SELECT concat_ws(' ', ${asText}) AS text FROM ${name} AS t OFFSET 0) AS rows
           JOIN unnest($1::text[]) AS form ON strpos(text, form) > 0`,
        [[...forms, known.email], known.email],
      );
      assert.deepEqual(found?.forms, [], name);
      people += found?.people ?? 0;
    }
    // The person, and the links of the sign-up and of a request that were not followed.
    assert.equal(people, 3);
  });

  it("in Redis", async () => {
    const redis = new Redis(stack().redisUrl);
    try {
      let text = "";
      for await (const keys of redis.scanStream({ count: 1_000 })) {
        for (const key of keys as string[]) {
          const type = await redis.type(key);
          text += `${key}\n`;
          if (type === "string") text += `${await redis.get(key)}\n`;
          if (type === "zset") text += `${await redis.zrange(key, 0, -1)}\n`;
        }
      }
      assertHasNone("Redis", text);
      assert.ok(
        !text.includes(known.email),
        "limits know addresses by their hashes",
      );
    } finally {
      await redis.quit();
    }
  });
});
