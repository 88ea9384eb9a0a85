import type { MigrationInterface, QueryRunner } from "typeorm";

/** Invitations, and what people change of their organization. */
export class Members1763601200000 implements MigrationInterface {
  readonly name = "Members1763601200000";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- An invitation is deleted when it is accepted or revoked, and once its address has a person.
      CREATE TABLE invitations (
        id uuid PRIMARY KEY,
        organization_id uuid NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
        email text NOT NULL,
        email_normalized text NOT NULL,
        -- Of the person who joins.
        name text NOT NULL,
        -- No foreign key, because an invitation outlives its author's membership.
        invited_by uuid NOT NULL,
        -- Mails that were asked for; each has a workflow of its own.
        mails integer NOT NULL DEFAULT 1,
        -- When a server took the last of them.
        sent_at timestamptz(3),
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        expires_at timestamptz(3) NOT NULL,
        UNIQUE (organization_id, id),
        UNIQUE (organization_id, email_normalized)
      );
      CREATE INDEX invitations_newest ON invitations (organization_id, created_at DESC, id DESC);
      CREATE INDEX invitations_of_address ON invitations (email_normalized);
      SELECT fence_by_organization('invitations');
      GRANT SELECT, INSERT, UPDATE, DELETE ON invitations TO app_api;
      GRANT SELECT, UPDATE, DELETE ON invitations TO app_worker;

      -- The links of an invitation go with it.
      ALTER TABLE magic_link_tokens ADD COLUMN invitation_id uuid,
        ADD FOREIGN KEY (organization_id, invitation_id) REFERENCES invitations (organization_id, id) ON DELETE CASCADE;
      CREATE INDEX magic_link_tokens_invitation ON magic_link_tokens (organization_id, invitation_id)
        WHERE invitation_id IS NOT NULL;

      GRANT UPDATE (name, updated_at, deletion_requested_at) ON organizations TO app_api;
      -- Whoever removes a member deletes those that were removed long ago.
      GRANT DELETE ON users TO app_api;
      CREATE INDEX users_revoked ON users (organization_id, revoked_at) WHERE revoked_at IS NOT NULL;
    `);
  }

  down(): Promise<void> {
    return Promise.reject(new Error("Migrations only go forward"));
  }
}
