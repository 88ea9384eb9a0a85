import type { Buffer } from "node:buffer";
import { EntitySchema } from "typeorm";
import type { Scope } from "#shared/scopes.ts";

export interface ApiKeyRow {
  id: string;
  organization_id: string;
  name: string;
  prefix: string;
  secret_hash: Buffer;
  previous_secret_hash: Buffer | null;
  previous_valid_until: Date | null;
  scopes: Scope[];
  created_at: Date;
  last_used_at: Date | null;
  expires_at: Date | null;
  revoked_at: Date | null;
}

export const ApiKeys = new EntitySchema<ApiKeyRow>({
  name: "api_keys",
  columns: {
    id: { type: "uuid", primary: true },
    organization_id: { type: "uuid" },
    name: { type: "text" },
    prefix: { type: "text" },
    secret_hash: { type: "bytea" },
    previous_secret_hash: { type: "bytea", nullable: true },
    previous_valid_until: { type: "timestamptz", nullable: true },
    scopes: { type: "text", array: true },
    created_at: { type: "timestamptz" },
    last_used_at: { type: "timestamptz", nullable: true },
    expires_at: { type: "timestamptz", nullable: true },
    revoked_at: { type: "timestamptz", nullable: true },
  },
});
