import { sha256 } from "#shared/crypto.ts";
import type { OrganizationTransaction } from "../postgres/database.ts";
import { didOwn, first, oneOwn } from "../postgres/queries.ts";

/** The read-only link to a simulation's verdict. */
export interface ShareRow {
  /** Encrypted. */
  token: string;
  created_at: Date;
}

const findShare = oneOwn<ShareRow, [simulationId: string]>(
  "SELECT token, created_at FROM simulation_shares WHERE organization_id = $1 AND simulation_id = $2",
);

/** Stores the link's token unless the simulation has one. @returns the stored one: this, or that of an earlier call */
export async function shareSimulation(
  tx: OrganizationTransaction,
  simulationId: string,
  { token, sealed, at }: { readonly token: string; readonly sealed: string; readonly at: Date },
): Promise<ShareRow> {
  await tx.sql(
    `INSERT INTO simulation_shares (simulation_id, organization_id, token_hash, token, created_at)
     VALUES ($1, $2, $3, $4, $5) ON CONFLICT (simulation_id) DO NOTHING`,
    [simulationId, tx.organizationId, sha256(token), sealed, at],
  );
  return await findShare(tx, simulationId);
}

/** Ends the link. False where there was none. */
export const endShare = didOwn<[simulationId: string]>(
  "DELETE FROM simulation_shares WHERE organization_id = $1 AND simulation_id = $2",
);

/** The simulation that a link shows, whosever it is; null for a link that has ended or never was, and of an organization that is being deleted. */
export const findShared = first<
  { readonly organization_id: string; readonly simulation_id: string },
  [token: string]
>(
  `SELECT s.organization_id, s.simulation_id FROM simulation_shares s JOIN organizations o ON o.id = s.organization_id
    WHERE s.token_hash = $1 AND o.deletion_requested_at IS NULL`,
  (token) => [sha256(token)],
);
