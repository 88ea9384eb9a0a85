import type { PlanTier } from "./plans.ts";

const MIB = 1024 * 1024;

/** Of one calibration file (contract, "Training"). */
export const MAX_UPLOAD_BYTES = 25 * MIB;

/** The most runs of an organization that are QUEUED (contract, "Training"). */
export const MAX_QUEUED_RUNS = 20;

/** What an organization may upload, in bytes. */
export interface UploadLimits {
  /** From midnight to midnight, UTC; every PUT counts, one that breaks off too. */
  readonly perDay: number;
  /** Of the files of runs that have not ended. */
  readonly stored: number;
}

/** Of every plan at least: as many runs as may be QUEUED have room for the largest file, four times a day. */
const LEAST: UploadLimits = {
  perDay: 4 * MAX_QUEUED_RUNS * MAX_UPLOAD_BYTES,
  stored: MAX_QUEUED_RUNS * MAX_UPLOAD_BYTES,
};

/** One file is stored at once. */
const UNPROVED: UploadLimits = { perDay: 250 * MIB, stored: MAX_UPLOAD_BYTES };

const UPLOAD_LIMITS: Readonly<Record<PlanTier, UploadLimits>> = {
  sandbox: LEAST,
  growth: LEAST,
  studio: { perDay: 5_120 * MIB, stored: 1_024 * MIB },
  enterprise: { perDay: 20_480 * MIB, stored: 5_120 * MIB },
};

/**
 * What the plan lets an organization upload.
 * @param isUnproved whether nobody has proved the founder's address
 */
export function uploadLimitsOf(tier: PlanTier, isUnproved: boolean): UploadLimits {
  return isUnproved ? UNPROVED : UPLOAD_LIMITS[tier];
}

/** Why an upload would pass a bound, with the figures. */
export interface UploadRefusal {
  readonly bound: keyof UploadLimits;
  readonly limitBytes: number;
  readonly usedBytes: number;
}

/** The first moment of the next day, UTC. */
export function nextDay(now: Date): Date {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1));
}
