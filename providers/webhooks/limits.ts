import type { PoolLimits } from "./connection-pool.ts";

/** Times in milliseconds. */
export interface SendLimits extends PoolLimits {
  /** For the name, the TCP connection and the TLS handshake together. */
  readonly connectMs: number;
  /** From then until the answer's headers have arrived. */
  readonly headersMs: number;
  /** For everything, the answer's body included. */
  readonly totalMs: number;
  /** Most bytes of an answer's body that are read. */
  readonly excerptBytes: number;
}

/** The contract's limits. An idle connection is kept for a second: servers keep theirs for 2 s (gunicorn), 5 s (Node, Apache) or more. */
export const DEFAULT_LIMITS: SendLimits = {
  connectMs: 5_000,
  headersMs: 15_000,
  totalMs: 20_000,
  excerptBytes: 16 * 1024,
  idleConnections: 256,
  idleMs: 1_000,
};
