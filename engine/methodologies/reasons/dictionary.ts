import { logistic } from "../../random/normal.ts";
import { dimensionIndex, segmentNames, STRIDE } from "../../population/dimensions.ts";
import { GENERIC_THEMES } from "./generic-themes.ts";
import { NOT_APPLICABLE, NOT_APPLICABLE_REASONS, type Stance, STANCES, type Theme } from "./theme.ts";
import { THEME_SETS, themesFor } from "./themes.ts";

/** The reasons of a run as numbers into one list of texts, ready to be drawn. */
export interface ReasonDictionary {
  /** Noun phrase of the subject, for quotes. */
  readonly subject: string;
  readonly texts: readonly string[];
  /** By stance (place in `STANCES`): how the themes divide the unit interval, and each theme's texts. */
  readonly stances: readonly StanceReasons[];
  /** Numbers of the reasons for n_a. */
  readonly notApplicable: Uint16Array;
}

interface StanceReasons {
  /** Upper end of each theme's part of [0, 1); the last is 1. */
  readonly upTo: Float64Array;
  readonly themes: readonly ThemeReasons[];
}

interface ThemeReasons {
  readonly general: Uint16Array;
  /** Number of the text for people in `own[slot]` slots, and the dimension that decides; −1 when there is none. */
  readonly own: number;
  readonly ownDimension: number;
  readonly ownSegments: Uint8Array;
}

/** Of the people who could give their segment's own reason, this part does. */
export const OWN_REASON_SHARE = 0.4;

/**
 * The dictionary for a subject. The themes' sizes differ from question to question, not from segment to segment: a template
 * knows nothing about how groups differ. `weights` are standard normals, one for each stance and theme.
 */
export function reasonDictionary(
  subject: string,
  weights: (stance: number, theme: number) => number,
): ReasonDictionary {
  const set = themesFor(subject);
  const texts: string[] = [];
  const numbered = (list: readonly string[]) => Uint16Array.from(list, (text) => texts.push(text) - 1);
  const stances = STANCES.map((stance, s): StanceReasons => {
    const sizes = set.themes.map((_, t) => 0.25 + logistic(weights(s, t)));
    const sum = sizes.reduce((total, size) => total + size, 0);
    let end = 0;
    const upTo = Float64Array.from(sizes, (size) => Math.round((end += size / sum) * 1e9) / 1e9);
    upTo[upTo.length - 1] = 1;
    return { upTo, themes: set.themes.map((theme) => themeReasons(theme, stance, numbered)) };
  });
  return { subject: set.subject, stances, notApplicable: numbered(NOT_APPLICABLE_REASONS), texts };
}

function themeReasons(
  theme: Theme,
  stance: Stance,
  numbered: (list: readonly string[]) => Uint16Array,
): ThemeReasons {
  const own = theme.own?.[stance];
  const segments = new Uint8Array(STRIDE);
  if (theme.own === undefined || own === undefined) {
    return { general: numbered(theme[stance]), own: -1, ownDimension: 0, ownSegments: segments };
  }
  const dimension = dimensionIndex(theme.own.dimension);
  for (const segment of theme.own.segments) segments[segmentNames(dimension).indexOf(segment)] = 1;
  return {
    general: numbered(theme[stance]),
    own: numbered([own])[0] ?? -1,
    ownDimension: dimension,
    ownSegments: segments,
  };
}

/** Number of the reason of an agent with this stance, from two uniforms; `segmentOf` gives its segment in a dimension. */
export function drawReason(
  { upTo, themes }: StanceReasons,
  u: number,
  v: number,
  segmentOf: (dimension: number) => number,
): number {
  let t = 0;
  while (u >= (upTo[t] ?? 1)) t++;
  const theme = themes[t];
  if (theme === undefined) return 0;
  let rest = v;
  if (theme.own >= 0 && theme.ownSegments[segmentOf(theme.ownDimension)] === 1) {
    if (v < OWN_REASON_SHARE) return theme.own;
    rest = (v - OWN_REASON_SHARE) / (1 - OWN_REASON_SHARE);
  }
  return theme.general[Math.floor(rest * theme.general.length)] ?? 0;
}

/** Theme of every template reason, of all theme sets. */
const THEME_OF: ReadonlyMap<string, string> = new Map([
  ...[GENERIC_THEMES, ...THEME_SETS.map((set) => set.themes)].flat().flatMap((theme) =>
    STANCES.flatMap((stance) =>
      [...theme[stance], theme.own?.[stance] ?? ""].map((text) => [text, theme.theme] as const)
    )
  ),
  ...NOT_APPLICABLE_REASONS.map((text) => [text, NOT_APPLICABLE] as const),
]);

/** The theme of a reason that this engine gave; null for any other text. */
export function reasonTheme(reason: string): string | null {
  return reason === "" ? null : THEME_OF.get(reason) ?? null;
}
