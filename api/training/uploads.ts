import type { IncomingHttpHeaders } from "node:http";
import type { Readable } from "node:stream";

/** The calibration files of training runs, each under its run's id. */
export interface Uploads {
  /** A URL that takes a run's file by PUT until it expires. */
  presign(trainingId: string): Promise<{ readonly url: string; readonly expiresAt: Date }>;
  /** Whether a run's file is there. Rejects where the store is out of reach. */
  isReceived(trainingId: string, signal: AbortSignal): Promise<boolean>;
  /**
   * Takes the PUT of a URL that the service signed for itself, to its last byte or not at all; null where customers PUT to a store.
   * @throws ApiError saying why a file was refused
   */
  readonly receive:
    | ((token: string, headers: IncomingHttpHeaders, body: Readable) => Promise<{ readonly etag: string }>)
    | null;
}
