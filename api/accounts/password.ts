import { markUnproved } from "#db/accounts/proof.ts";
import { findLoginUser, insertUser, lockEmail, recordLogin, takenBy } from "#db/accounts/users.ts";
import type { Transaction } from "#db/postgres/database.ts";
import { insertOrganization } from "#db/organizations/organizations.ts";
import { enqueue } from "#db/outbox/outbox.ts";
import { PASSWORD_LENGTH } from "#shared/accounts.ts";
import { ApiError } from "#shared/errors.ts";
import { newId } from "#shared/ids.ts";
import { accountMailStart } from "#temporal/mail.ts";
import { addressOf } from "../http/fields.ts";
import { defineRoute } from "../http/define-route.ts";
import { refuseUnlessOperator } from "../http/maintenance.ts";
import { nameRefused, organizationNameTaken } from "../organizations/serialize.ts";
import { loginLimits, proofMailLimits, signUpLimits } from "./limits.ts";
import { LogIn, SessionResponse, SignUp } from "./schema.ts";
import { FOR_VISITORS, openSession } from "./session.ts";

export const signUp = defineRoute({
  ...FOR_VISITORS,
  endpoint: "POST /v1/auth/password/signup",
  body: SignUp,
  responses: {
    201: { description: "Created, and signed in", data: SessionResponse, headers: ["Set-Cookie"] },
  },
  errors: ["email_already_registered", "organization_name_taken"],
  read: async ({ body, client, inTransaction, services }) => {
    const { email, emailNormalized } = addressOf(body.email);
    await services.limiter.count(signUpLimits(client.network));
    const organizationName = body.organization_name.trim();
    // Ahead of the hash, which costs a hundred times as much.
    await inTransaction((tx) => assertFree(tx, emailNormalized, organizationName));
    const password_hash = await services.passwords.hash(body.password, client.network);
    return await inTransaction(async (tx) => {
      await lockEmail(tx, emailNormalized);
      await assertFree(tx, emailNormalized, organizationName);
      await services.limiter.count(proofMailLimits(emailNormalized));
      const organization = await insertOrganization(tx, { name: organizationName, plan_tier: "sandbox" })
        .catch(nameRefused("/organization_name"));
      const user = await insertUser(tx, {
        organization_id: organization.id,
        email,
        email_normalized: emailNormalized,
        name: body.name.trim(),
        password_hash,
        email_verified: false,
      });
      await markUnproved(tx, organization.id);
      const message = { kind: "address_proof", message_id: newId(), user_id: user.id } as const;
      await enqueue(tx, organization.id, accountMailStart(message, user));
      return await openSession(tx, services, { user, method: "password", client, status: 201 });
    });
  },
});

/** @throws ApiError 409, for the address first */
async function assertFree(tx: Transaction, emailNormalized: string, organizationName: string): Promise<void> {
  const taken = await takenBy(tx, emailNormalized, organizationName);
  if (taken.email) {
    throw new ApiError("email_already_registered", undefined, { meta: { field: "/email" } });
  }
  if (taken.organization_name) throw organizationNameTaken("/organization_name");
}

export const logIn = defineRoute({
  ...FOR_VISITORS,
  endpoint: "POST /v1/auth/password/login",
  body: LogIn,
  responses: { 200: { description: "Signed in", data: SessionResponse, headers: ["Set-Cookie"] } },
  errors: ["invalid_credentials"],
  read: async ({ body, client, inTransaction, services }) => {
    const { emailNormalized } = addressOf(body.email);
    await refuseUnlessOperator(services, emailNormalized);
    const windows = loginLimits(emailNormalized, client.network);
    const giveBack = await services.limiter.count(windows);
    const { passwords, systemDatabase } = services;
    const found = await findLoginUser(systemDatabase, emailNormalized);
    // Nobody has a longer password: it fails as any wrong one, after a hash that costs no more. A character has two units at most.
    const { max } = PASSWORD_LENGTH;
    const isPossible = [...body.password.slice(0, 2 * max + 1)].length <= max;
    const stored = isPossible ? found?.password_hash ?? null : null;
    const matches = await passwords.verify(isPossible ? body.password : "", stored, client.network);
    if (found === null || stored === null || !matches) throw loginFailed();
    await giveBack(windows);
    const rehashed = passwords.isOutdated(stored)
      ? await passwords.hash(body.password, client.network)
      : null;
    return await inTransaction(async (tx) => {
      const user = await recordLogin(tx, found.id, found.session_generation, { rehashed });
      if (user === null) throw loginFailed();
      return await openSession(tx, services, { user, method: "password", client, status: 200 });
    });
  },
});

function loginFailed(): ApiError {
  return new ApiError("invalid_credentials", "Address and password do not match.");
}
