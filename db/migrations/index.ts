import { Simulations1763600000000 } from "./0001-simulations.ts";
import { ModelResponses1763600100000 } from "./0002-model-responses.ts";
import { Webhooks1763600200000 } from "./0003-webhooks.ts";
import { Training1763600300000 } from "./0004-training.ts";
import { Readings1763600400000 } from "./0005-readings.ts";
import { Methodologies1763600500000 } from "./0006-methodologies.ts";
import { Endpoints1763600600000 } from "./0007-endpoints.ts";
import { Bounds1763600700000 } from "./0008-bounds.ts";
import { Answers1763600800000 } from "./0009-answers.ts";
import { Accounts1763600900000 } from "./0010-accounts.ts";
import { ApiKeys1763601100000 } from "./0012-api-keys.ts";
import { Members1763601200000 } from "./0013-members.ts";
import { Plans1763601300000 } from "./0014-plans.ts";
import { Payments1763601400000 } from "./0015-payments.ts";
import { PublishedMethodologies1763601500000 } from "./0016-published-methodologies.ts";
import { Finding1763601700000 } from "./0018-finding.ts";
import { AuditedCommands1763601800000 } from "./0019-audited-commands.ts";
import { Figures1763601900000 } from "./0020-figures.ts";

/** All migrations in the order of their application; a new one goes to the end. */
export const MIGRATIONS = [
  Simulations1763600000000,
  ModelResponses1763600100000,
  Webhooks1763600200000,
  Training1763600300000,
  Readings1763600400000,
  Methodologies1763600500000,
  Endpoints1763600600000,
  Bounds1763600700000,
  Answers1763600800000,
  Accounts1763600900000,
  ApiKeys1763601100000,
  Members1763601200000,
  Plans1763601300000,
  Payments1763601400000,
  PublishedMethodologies1763601500000,
  Finding1763601700000,
  AuditedCommands1763601800000,
  Figures1763601900000,
];
