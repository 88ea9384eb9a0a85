import type { Methodology } from "#engine/bank/methodology.ts";
import { GENERIC } from "#engine/forecast/basis.ts";
import { type Audience, canonicalAudience, whereBoth } from "#engine/population/audience.ts";
import { dimensionIndex, segmentNames } from "#engine/population/dimensions.ts";
import { shareOf } from "#engine/population/frame.ts";
import { type FramedPopulation, populationFrame } from "#engine/population/own-frame.ts";
import { ApiError, type FieldFault, refuseFaults, validationError } from "#shared/errors.ts";
import { pointerToken } from "../http/json.ts";

/** Of its population an audience is at least this share: of less, no survey has answers enough. */
const MIN_SHARE = 0.01;

/** When a create answers 422 for its audience, as the document says it. */
export const AUDIENCE_TOO_SMALL = "the audience is under 1 % of the population; meta.frame_share_pct";

/**
 * The audience that a body asks for, in its one form; null for the whole population.
 *
 * @param methodology null for the generic population
 * @throws ApiError 400 for what the population does not tell apart, 422 for less than 1 % of it
 */
export function checkAudience(
  audience: Audience | null | undefined,
  methodology: Methodology | null,
): Audience | null {
  if (audience === undefined || audience === null) return null;
  refuseFaults(faultsOf(audience, (methodology ?? GENERIC).segments));
  const canonical = canonicalAudience(audience);
  if (canonical !== null) checkShare(canonical, methodology);
  return canonical;
}

/** An audience from a row, in its one form: jsonb has an order of keys of its own. */
export function shownAudience(audience: Audience | null): Audience | null {
  return audience === null ? null : canonicalAudience(audience);
}

function faultsOf(audience: Audience, dimensions: readonly string[]): FieldFault[] {
  return Object.entries(audience).flatMap(([name, segments]): FieldFault[] => {
    const field = `/audience/${pointerToken(name)}` as const;
    if (!dimensions.includes(name)) {
      return [{ field, message: `must be a dimension of the population: ${dimensions.join(", ")}` }];
    }
    const known = segmentNames(dimensionIndex(name));
    return segments.flatMap((segment, place): FieldFault[] => {
      if (!known.includes(segment)) {
        return [{ field: `${field}/${place}`, message: `must be one of ${known.join(", ")}` }];
      }
      return segments.indexOf(segment) === place
        ? []
        : [{ field: `${field}/${place}`, message: "must not be there twice" }];
    });
  });
}

/** The share of its population that an audience is, 0 to 1. */
function audienceShare(audience: Audience, methodology: Methodology | null): number {
  const { population }: { readonly population: FramedPopulation } = methodology ?? GENERIC;
  return shareOf(populationFrame(population), whereBoth(population.where ?? {}, audience));
}

/** The population of which an audience can be taken: its segments by dimension, and the share that the audience is of it. */
export function audienceFrame(audience: Audience | null, methodology: Methodology | null) {
  return {
    share_pct: audience === null ? 100 : percentOf(audienceShare(audience, methodology)),
    dimensions: (methodology ?? GENERIC).segments.map((dimension) => ({
      dimension,
      segments: [...segmentNames(dimensionIndex(dimension))],
    })),
  };
}

function percentOf(share: number): number {
  return Math.round(1e6 * share) / 1e4;
}

function checkShare(audience: Audience, methodology: Methodology | null): void {
  const share = audienceShare(audience, methodology);
  if (share >= MIN_SHARE) return;
  const frame_share_pct = percentOf(share);
  const message = `is ${frame_share_pct} % of the population: at least ${100 * MIN_SHARE} % is needed`;
  const { meta } = validationError([{ field: "/audience", message }]);
  throw new ApiError("validation_error", `The audience ${message}.`, {
    status: 422,
    meta: { ...meta, frame_share_pct },
  });
}
