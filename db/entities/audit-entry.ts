import { EntitySchema } from "typeorm";

export interface AuditEntryRow {
  id: string;
  actor_key_id: string;
  action: string;
  subject: string;
  details: object;
  request_id: string;
  created_at: Date;
}

export const AuditLog = new EntitySchema<AuditEntryRow>({
  name: "audit_log",
  columns: {
    id: { type: "uuid", primary: true },
    actor_key_id: { type: "uuid" },
    action: { type: "text" },
    subject: { type: "text" },
    details: { type: "jsonb" },
    request_id: { type: "text" },
    created_at: { type: "timestamptz" },
  },
});
