import assert from "node:assert/strict";
import { announceLapses, deleteLapsed } from "#db/accounts/proof.ts";
import type { Database } from "#db/postgres/database.ts";
import { type Person, signIn, writtenMails } from "#testing/accounts.ts";
import { ask, connectAs, stack } from "#testing/stack.ts";
import { eventually } from "#testing/times.ts";

describe("A sign-up that nobody has proved", () => {
  let database: Database;
  before(async () => {
    database = await connectAs("app_worker");
  });
  after(() => database?.close());

  /** A person whose sign-up lapses in `days` days. */
  const lapsingIn = async (days: number, change: Parameters<typeof signIn>[0] = {}): Promise<Person> => {
    const person = await signIn(change);
    await ask("UPDATE users SET email_verified_at = NULL WHERE id = $1", [person.userId]);
    await lapseIn(person, days);
    return person;
  };
  const lapseIn = ({ userId }: Person, days: number) =>
    ask("UPDATE users SET lapses_at = now() + make_interval(secs => $2) WHERE id = $1", [
      userId,
      days * 86_400,
    ]);
  const announcedDaysAgo = ({ userId }: Person, days: number) =>
    ask("UPDATE users SET lapse_announced_at = now() - make_interval(secs => $2) WHERE id = $1", [
      userId,
      days * 86_400,
    ]);
  const isAnnounced = async ({ userId }: Person) =>
    (await ask("SELECT FROM users WHERE id = $1 AND lapse_announced_at IS NOT NULL", [userId])).length === 1;
  const isIn = async ({ call }: Person) => (await call("GET", "/v1/auth/me")).status === 200;
  const deletionMails = ({ email }: Person) =>
    writtenMails(stack().mailDir, email).filter(({ subject }) => subject.endsWith("will be deleted"));
  /** As the retention's activity does: until fewer than the limit are left. */
  const inBatches = async (batch: typeof deleteLapsed, limit = 2) => {
    while (await batch(database, limit) === limit);
  };

  it("lapses 30 days after it", async () => {
    const { userId } = await signIn();
    const [row] = await ask<{ days: number }>(
      "SELECT extract(epoch FROM lapses_at - created_at)::float / 86400 AS days FROM users WHERE id = $1",
      [userId],
    );
    assert.equal(Math.round(row?.days ?? 0), 30);
  });

  it("is announced once, a week ahead, to everybody in its organization", async () => {
    const founder = await lapsingIn(6.99);
    const member = await signIn({ organizationId: founder.organizationId });
    const later = await lapsingIn(7.01);
    const proved = await signIn();
    await lapseIn(proved, 6);
    for (let i = 0; i < 2; i++) await inBatches(announceLapses);
    assert.deepEqual(await Promise.all([founder, later, proved].map(isAnnounced)), [true, false, false]);
    const [entry, ...others] = (await member.call("GET", "/v1/audit")).data;
    assert.deepEqual(
      [entry.action, entry.actor, others],
      ["organization.announce_lapse", { kind: "service", id: null, name: "data retention" }, []],
    );
    for (const person of [founder, member]) {
      await eventually("the mail", () => Promise.resolve(deletionMails(person).length > 0 || undefined));
    }
    const texts = [founder, member].map((person) => deletionMails(person).map(({ text }) => text).join());
    assert.deepEqual(texts.map((text) => text.includes("/auth/magic-link#token=")), [true, false]);
    const runs = await ask<{ mails: number }>(
      "SELECT count(*)::integer AS mails FROM magic_link_tokens WHERE email = $1",
      [founder.email],
    );
    assert.deepEqual(runs, [{ mails: 1 }]);
  });

  it("is deleted with its organization after its term, and no earlier than a week after the mail", async () => {
    const lapsed = [await lapsingIn(-0.01), await lapsingIn(-0.01), await lapsingIn(-0.01)];
    const [unannounced, announcedLate, notYet] = [
      await lapsingIn(-30),
      await lapsingIn(-30),
      await lapsingIn(0.01),
    ];
    const proved = await signIn();
    await lapseIn(proved, -1);
    for (const person of [...lapsed, notYet, proved]) await announcedDaysAgo(person, 7.01);
    await announcedDaysAgo(announcedLate, 6.99);
    await inBatches(deleteLapsed);
    for (const person of lapsed) assert.equal(await isIn(person), false);
    for (const person of [unannounced, announcedLate, notYet, proved]) assert.ok(await isIn(person));
    for (const { organizationId } of lapsed) {
      await eventually("the organization to be deleted", async () => {
        const rows = await ask("SELECT FROM organizations WHERE id = $1", [organizationId]);
        return rows.length === 0 || undefined;
      });
    }
    // The address is free.
    assert.ok(await isIn(await signIn({ email: lapsed[0]!.email })));
  });
});
