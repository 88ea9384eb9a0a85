import type { Methodology } from "../methodologies/methodology.ts";
import { isReadable, isTierOne, type Match } from "../prediction/matcher.ts";
import type { RankedMethodology, Routing } from "./router.ts";

/** Chance, that some calibrated question is asked, from which on a question that no methodology takes is routed by it. */
const NEAR = 0.5;

/**
 * Routes by the calibrated question that a question matches: at tier 1 always, and where it is merely near if routing alone finds
 * no methodology or one of a survey. So laws and policies stay with policy support, and named companies with brand trust.
 * @param floor confidence from which on routing alone finds a methodology.
 */
export function routeByMatch(
  routing: Routing,
  match: Match,
  methodologies: readonly Methodology[],
  floor: number,
): Routing {
  const { best } = match;
  const owner = methodologies.find(({ calibrated_questions = [] }) =>
    calibrated_questions.some(({ id }) => id === best?.id)
  );
  if (best === undefined || owner === undefined) return routing;
  const known = best.sameWords ? 1 : 1 - match.none;
  if (!isTierOne(match)) {
    const routed = methodologies.find(({ slug }) => slug === routing.best?.slug);
    const takesIt = (routing.best?.confidence ?? 0) >= floor && routed?.calibration.illustrative === true;
    if (takesIt || known < NEAR || !isReadable(best)) return routing;
  }
  const ranked = [...(routing.best === null ? [] : [routing.best]), ...routing.alternatives];
  const own = ranked.find(({ slug }) => slug === owner.slug)?.confidence ?? 0;
  const first: RankedMethodology = { slug: owner.slug, confidence: Math.max(own, known, floor) };
  // What the matched methodology takes, the others lose.
  const left = own >= 1 ? 0 : (1 - first.confidence) / (1 - own);
  return {
    best: first,
    alternatives: ranked.filter(({ slug }) => slug !== owner.slug)
      .map(({ slug, confidence }) => ({ slug, confidence: confidence * Math.min(1, left) })),
  };
}
