/**
 * Answers of simulated respondents must never come back as the observations that a simulation is measured against: the
 * engine would be found accurate at predicting itself (Westwood 2025, PNAS 122(47) e2518075122, on why exports are
 * labelled at all). What this service gives out is recognised by any of
 * - a line that begins with `#` and says `synthetic=true`: whatever writes simulated answers as CSV begins with `# synthetic=true`;
 * - a column named `synthetic` or `simulation_id`;
 * - the columns of an agents table, `answer` and `intensity`, or of a verdict, `yes_pct` and `margin_of_error_pct`;
 * - JSON that carries a `simulation_id`, or agents with `answer` and `intensity`: a results body saved to a file.
 *
 * Figures that somebody typed over into the calibration columns cannot be recognised; nothing in them says where they are from.
 */
const MARKED_LINE = /^#.*\bsynthetic\s*=\s*true\b/im;
const EXPORT_COLUMNS = [
  ["synthetic"],
  ["simulation_id"],
  ["answer", "intensity"],
  ["yes_pct", "margin_of_error_pct"],
];

/** True where a line of the text is marked as synthetic. */
export function hasSyntheticMark(text: string): boolean {
  return MARKED_LINE.test(text);
}

/** True where a header's columns are those of one of our exports. */
export function areExportColumns(names: readonly string[]): boolean {
  const found = new Set(names.map((name) => name.toLowerCase()));
  return EXPORT_COLUMNS.some((columns) => columns.every((name) => found.has(name)));
}

/** True where a text, JSON of which only the beginning need be there, is one of our results bodies. */
export function isExportedJson(text: string): boolean {
  const keys = [...text.matchAll(/"(\w+)"\s*:/g)].map(([, key]) => key ?? "");
  return areExportColumns(keys);
}
