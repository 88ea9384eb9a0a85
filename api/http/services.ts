import type { IncomingHttpHeaders } from "node:http";
import type { Readable } from "node:stream";
import type { Database } from "#db/database.ts";
import type { ModelForecasts } from "#db/methodologies/model-forecasts.ts";
import type { PublishedMethodologies } from "#db/methodologies/published.ts";
import type { OutboxDispatcher } from "#db/outbox/dispatcher.ts";
import type { Config } from "#shared/config.ts";
import type { Logger } from "#shared/log.ts";
import type { Mailer } from "#shared/mail.ts";
import type { TemporalClient } from "#temporal/client.ts";
import type { PasswordHasher } from "../accounts/password-hasher.ts";
import type { SessionStore } from "../accounts/sessions.ts";
import type { QuestionRouting } from "../simulations/question-routing.ts";
import type { Authenticator } from "./identity.ts";
import type { CursorCodec } from "./pagination.ts";
import type { RateLimiter } from "./rate-limiter.ts";
import type { RequestHistory } from "./request-history.ts";
import type { Waits } from "./waits.ts";

/** What the handlers of organizations' routes are given; main.ts composes it once. */
export interface Services {
  readonly config: Config;
  readonly log: Logger;
  /** The present moment, which decides the month that quotas count in. */
  readonly now: () => Date;
  /** Row-level security shows a transaction the rows of its organization alone. */
  readonly tenantDatabase: Database;
  readonly authenticate: Authenticator;
  readonly limiter: RateLimiter;
  readonly requestHistory: RequestHistory;
  /** Opens the billing provider's portal for a customer, and returns its URL. @throws Error where the provider gives none */
  readonly billingPortal: (customerId: string) => Promise<string>;
  readonly status: { read(): Promise<object> };
  readonly sessions: SessionStore;
  readonly mailer: Mailer;
  /** Whether any organization has a person with this normalised address: all that a customer's route may know of the others'. */
  readonly isRegistered: (emailNormalized: string) => Promise<boolean>;
  readonly dispatcher: OutboxDispatcher;
  readonly temporal: TemporalClient;
  readonly uploads: Uploads;
  readonly cursors: CursorCodec;
  /** In memory; it shows an organization everybody's and its own. */
  readonly methodologies: PublishedMethodologies;
  readonly waits: Waits;
  readonly routing: QuestionRouting;
  /** The model that answers for agents; null for the embedded engine. */
  readonly model: AnsweringModel | null;
}

export interface AnsweringModel {
  readonly engine: string;
  /** A question's forecast with the error of the model in place of the forecast's own. */
  readonly forecasts: Pick<ModelForecasts, "of">;
  /** US dollars per million tokens; null where it is unknown. */
  readonly price: { readonly input: number; readonly output: number } | null;
}

/** What the handlers of public and operators' routes are given. */
export interface SystemServices extends Services {
  /** Sees every organization. */
  readonly systemDatabase: Database;
  readonly passwords: PasswordHasher;
}

const restricted = new WeakMap<SystemServices, Services>();

/** Takes the database of every organization away, so that no handler of an organization's route reaches it. */
export function servicesOfOrganizations(all: SystemServices): Services {
  const known = restricted.get(all);
  if (known !== undefined) return known;
  const { systemDatabase: _, ...services } = all;
  restricted.set(all, services);
  return services;
}

/** `too_large`: a store that customers PUT to takes any size, which no signature of a PUT can bind. */
export type FoundUpload = "none" | "received" | "too_large";

/** The calibration files of training runs, each under its run's id, on local disk or in an object store. */
export interface Uploads {
  /** Signs a URL that takes the run's file by PUT until it expires. */
  presign(trainingId: string): Promise<{ readonly url: string; readonly expiresAt: Date }>;
  /** What there is of the run's file. @throws when the store is out of reach */
  find(trainingId: string, signal: AbortSignal): Promise<FoundUpload>;
  /** Removes the run's file, if there is one. @throws when the store is out of reach */
  remove(trainingId: string): Promise<void>;
  /**
   * Takes the PUT of a URL that the service signed for itself, to its last byte or not at all; null where customers PUT to a store.
   * @throws ApiError saying why a file was refused
   */
  readonly receive:
    | ((token: string, headers: IncomingHttpHeaders, body: Readable) => Promise<{ readonly etag: string }>)
    | null;
}
