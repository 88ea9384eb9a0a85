import failures from "./failures.json" with { type: "json" };

const CONNECT_FAILURES: Readonly<Record<string, string>> = failures.connection;
/** By OpenSSL's codes. Deno reports an expired certificate as UNABLE_TO_VERIFY_LEAF_SIGNATURE, so that text names both faults. */
const TLS_FAILURES: Readonly<Record<string, string>> = failures.tls;

/** Why no response came. The codes are stable: Postgres stores them with attempts, and the API shows them. */
export type SendErrorCode =
  | "dns_failed"
  | "target_refused"
  | "connect_timeout"
  | "connect_failed"
  | "tls_failed"
  | "headers_timeout"
  | "total_timeout"
  | "reset"
  | "invalid_response"
  /** Nothing was sent: our own settings or a secret that cannot be decrypted. */
  | "configuration";

/**
 * A failure with a sentence for the customer. It names the host as the customer wrote it, never its addresses, so that deliveries reveal
 * nothing of a network.
 */
export class SendFailure extends Error {
  readonly code: SendErrorCode;

  constructor(code: SendErrorCode, message: string) {
    super(message);
    this.name = "SendFailure";
    this.code = code;
  }
}

/** The phase of an exchange. It explains a failure better than the runtime's error codes, which differ. */
export type Phase = "connecting" | "securing" | "waiting";

/** Classifies an error of the connection or the HTTP parser by the phase in which it occurred. */
export function failureOf(error: unknown, phase: Phase, host: string): SendFailure {
  if (error instanceof SendFailure) return error;
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const tls = TLS_FAILURES[code];
  if (tls !== undefined || phase === "securing") {
    return new SendFailure("tls_failed", `${host} ${tls ?? "broke off the TLS handshake."}`);
  }
  if (phase === "connecting") {
    return new SendFailure("connect_failed", `${host} ${CONNECT_FAILURES[code] ?? "could not be reached."}`);
  }
  if (code === "HPE_HEADER_OVERFLOW") {
    return new SendFailure("invalid_response", `${host} answered with more than 16 KiB of headers.`);
  }
  if (code.startsWith("HPE_")) {
    return new SendFailure("invalid_response", `${host} answered with something that is not HTTP/1.1.`);
  }
  return new SendFailure("reset", `${host} closed the connection before it answered.`);
}
