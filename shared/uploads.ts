import type { PlanTier } from "./plans.ts";

const MIB = 1024 * 1024;

/** Of one calibration file (contract, "Training"). */
export const MAX_UPLOAD_BYTES = 25 * MIB;

/** What an organization may upload, in bytes. */
export interface UploadLimits {
  /** From midnight to midnight, UTC; every PUT counts, one that breaks off too. */
  readonly perDay: number;
  /** Of the files of runs that have not ended. */
  readonly stored: number;
}

const UPLOAD_LIMITS: Readonly<Record<PlanTier, UploadLimits>> = {
  sandbox: { perDay: 250 * MIB, stored: 100 * MIB },
  growth: { perDay: 1_024 * MIB, stored: 500 * MIB },
  studio: { perDay: 5_120 * MIB, stored: 1_024 * MIB },
  enterprise: { perDay: 20_480 * MIB, stored: 5_120 * MIB },
};

/**
 * What the plan lets an organization upload.
 * @param isUnproved whether nobody has proved the founder's address: then one file is stored at once
 */
export function uploadLimitsOf(tier: PlanTier, isUnproved: boolean): UploadLimits {
  const limits = UPLOAD_LIMITS[tier];
  return isUnproved ? { ...limits, stored: MAX_UPLOAD_BYTES } : limits;
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
