import assert from "node:assert/strict";
import { accountMessage } from "#shared/accounts.ts";

describe("A mail about an account", () => {
  const url = "https://api.example.com/auth/magic-link#token=secret";
  const warning = "Somebody has signed up with this address and not proved it yet.";

  it("warns of a sign-up that nobody has proved, and of no other", () => {
    const warns = (isUnproved: boolean) =>
      accountMessage("address_proof", { url, isUnproved }).paragraphs.some((text) =>
        text.startsWith(warning)
      );
    assert.deepEqual([warns(true), warns(false)], [true, false]);
  });

  it("is not written without what its text mentions", () => {
    for (const kind of ["address_proof", "magic_link", "checkout", "password_reset"] as const) {
      assert.throws(() => accountMessage(kind, { url }), { message: /mentions unproved/ });
    }
    for (const kind of ["sign_up_lapsing", "organization_lapsing"] as const) {
      assert.throws(() => accountMessage(kind, { url, isUnproved: true }), { message: /mentions day/ });
    }
  });
});
