import { DATABASE } from "#shared/metrics.ts";

/** Postgres cannot be reached, does not answer in time or takes no writes. Whether a COMMIT got through is not known. */
export class DatabaseUnavailable extends Error {
  constructor(cause: unknown) {
    super("The database does not answer", { cause });
    this.name = "DatabaseUnavailable";
  }
}

/** Serialisation failure and deadlock: Postgres has rolled all back, so the same work can succeed when it runs again. */
const CONFLICTS: ReadonlySet<string> = new Set(["40001", "40P01"]);
const ATTEMPTS = 5;

/** Runs the work up to five times while it conflicts with other transactions. */
export async function retryConflicts<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1;; attempt++) {
    try {
      return await work();
    } catch (error) {
      const conflict = CONFLICTS.has(errorCode(error));
      if (conflict) DATABASE.failures.inc({ kind: "conflict" });
      else if (error instanceof DatabaseUnavailable) DATABASE.failures.inc({ kind: "unavailable" });
      if (attempt >= ATTEMPTS || !conflict) throw error;
    }
  }
}

/**
 * Connection failures (class 08), shutdown and start-up (57P), statement timeouts (57014), no more disk, memory or connections (class 53), a
 * server that only reads (25006): a standby, or one whose provider has locked a full disk.
 */
const CONNECTION_ERROR_CODE =
  /^(08...|57P0[123]|57014|53...|25006|ECONNREFUSED|ECONNRESET|EPIPE|ENOTFOUND|ETIMEDOUT)$/;
const CONNECTION_ERROR_MESSAGE =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Query read timeout)/;

/** Whether the connection is of no more use, or the server takes no writes. */
export function isConnectionError(error: unknown): boolean {
  if (!(error instanceof Error) || error instanceof DatabaseUnavailable) return false;
  return CONNECTION_ERROR_CODE.test(errorCode(error)) || CONNECTION_ERROR_MESSAGE.test(error.message) ||
    isConnectionError(error.cause) ||
    (error instanceof AggregateError && error.errors.some(isConnectionError));
}

/** Whether Postgres is unavailable to a statement that took longer than it may: the statement's own fault, perhaps. */
export function isTooSlow({ cause }: DatabaseUnavailable): boolean {
  return errorCode(cause) === "57014" ||
    (cause instanceof Error && cause.message.startsWith("Query read timeout"));
}

/** The code of an error of Postgres or of the system; empty where an error has none. */
function errorCode(error: unknown): string {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "";
}

/** Whether a statement failed because it violates this unique constraint (SQLSTATE 23505). */
export function isUniqueViolation(error: unknown, constraint: string): boolean {
  return errorCode(error) === "23505" && (error as { constraint?: string }).constraint === constraint;
}
