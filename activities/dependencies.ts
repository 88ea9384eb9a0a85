import type { Client } from "@temporalio/client";
import type { PublishedMethodologies } from "#db/methodologies/published.ts";
import type { Database } from "#db/postgres/database.ts";
import type { QuestionRouting } from "#engine/routing/router.ts";
import type { AgentEngine } from "#providers/agents/engine.ts";
import type { CancelSubscription } from "#providers/billing/provider.ts";
import type { ChatRewriter } from "#providers/reading-model/chat-rewriter.ts";
import type { ObjectStorage } from "#providers/storage/storage.ts";
import type { Sender } from "#providers/webhooks/sender.ts";
import type { Mailer } from "#shared/mail.ts";
import type { RetrySchedule } from "#shared/retry-schedule.ts";
import type { ProcessorTurns } from "#shared/turns.ts";
import type { Keyring } from "#shared/crypto.ts";
import type { OutboxDispatcher } from "#temporal/outbox-dispatcher.ts";
import type { QuestionForecasts } from "./question-forecasts.ts";

/** The term of each kind of data. */
export interface RetentionPolicy {
  /** At least the 24 hours during which the API replays a stored response. */
  readonly idempotencyHours: number;
  /** Of events with their deliveries and attempts. */
  readonly deliveryDays: number;
  readonly uploadDays: number;
  readonly auditDays: number;
  /** Of the billing provider's events, which are applied once within it, and of checkouts since they were claimed. */
  readonly paymentDays: number;
}

/** What a process has for its activities. Each function names those that it takes. */
export interface Dependencies {
  /** Sees every organization. */
  readonly database: Database;
  readonly client: Client;
  /** Wakes runs whose attempts have ended. */
  readonly dispatcher: Pick<OutboxDispatcher, "executeOnce">;
  readonly storage: ObjectStorage;
  readonly mailer: Mailer;
  /** The API's, for links in mails, in events and in the Temporal UI. */
  readonly baseUrl: string;
  readonly retention: RetentionPolicy;
  readonly cancelSubscription: CancelSubscription;
  readonly methodologies: PublishedMethodologies;
  readonly forecasts: QuestionForecasts;
  readonly routing: QuestionRouting;
  readonly engine: AgentEngine;
  /** Organizations take turns for whatever computes in this process. */
  readonly turns: ProcessorTurns;
  /** Seconds after which a run that has not ended fails. */
  readonly deadlineSeconds: number;
  /** Chunks of one run in flight at once. */
  readonly parallelChunks: number;
  /** Null where no model rewrites the texts of Readings. */
  readonly rewriter: Pick<ChatRewriter, "rewrite" | "longestSeconds"> | null;
  readonly keyring: Keyring;
  readonly sender: Sender;
  readonly schedule: RetrySchedule;
  /** The attempts in flight of an organization, over all workers, from which on its callbacks wait. */
  readonly attemptsPerOrganization: number;
}
