import { ApiKeys } from "./api-key.ts";
import { AuditLog } from "./audit-entry.ts";
import { Organizations } from "./entities.ts";

/** The tables that are read and written through TypeORM's own calls; the others are reached by SQL in stores/. */
export const ENTITIES = [ApiKeys, AuditLog, Organizations];
