import { OUTSIDE_TRANSACTION } from "#db/migrations/index.ts";

/** What an action of ALTER TABLE must not be, and why. */
const REFUSED_ACTIONS: readonly (readonly [action: RegExp, reason: string])[] = [
  [/\bADD (?!COLUMN|CONSTRAINT|CHECK|FOREIGN|UNIQUE|PRIMARY)/i, "write ADD COLUMN, which the rules look for"],
  [
    /\bADD COLUMN [^,]*\bDEFAULT (?!now\(|current_)\w+ ?\(/i,
    "the default of a new column is volatile, so that Postgres writes every row: add the column, set the default, fill it in batches",
  ],
  [
    /\bADD COLUMN [^,]*\b(GENERATED|(big|small)?serial)\b/i,
    "a generated column makes Postgres write every row",
  ],
  [
    /\bADD COLUMN [^,]*\b(CHECK|REFERENCES|UNIQUE|PRIMARY KEY)\b/i,
    "a new column has a constraint in line: add it NOT VALID by itself, or by an index",
  ],
  [
    /\bADD (CONSTRAINT \w+ )?(CHECK|FOREIGN KEY)\b(?!.*\bNOT VALID\b)/i,
    "a constraint reads every row: add it NOT VALID, and validate it in the next migration",
  ],
  [
    /\bADD (CONSTRAINT \w+ )?(UNIQUE|PRIMARY KEY)\b(?! USING INDEX)/i,
    "a constraint builds its index: build it CONCURRENTLY, and add it USING INDEX",
  ],
  [
    /\bALTER (COLUMN )?\w+ (SET DATA )?TYPE\b/i,
    "a column's new type makes Postgres write every row: add another column",
  ],
  [/\bRENAME\b/i, "the release before still reads the old name while processes are replaced"],
];

/**
 * Why a migration may not run beside a service at work: each reason with its table. The tables that it creates itself have no rows, so that
 * everything may be done to them.
 */
export function refusals(sql: string): string[] {
  const statements = statementsOf(sql);
  const created = new Set(
    statements.flatMap((one) => /^CREATE TABLE (?:IF NOT EXISTS )?(\w+)/i.exec(one)?.[1] ?? []),
  );
  const found = statements.flatMap((statement, index) => {
    const [table, reason] = refusalOf(statement, statements.slice(0, index)) ?? [];
    return table === undefined || created.has(table) ? [] : [`${table}: ${reason}`];
  });
  const isOutside = sql.startsWith(OUTSIDE_TRANSACTION);
  const [concurrent, others] = [true, false].map((is) =>
    statements.filter((one) => /^\w+ (UNIQUE )?INDEX CONCURRENTLY\b/i.test(one) === is)
  );
  if (!isOutside && concurrent?.length) {
    found.push(`CONCURRENTLY needs the first line "${OUTSIDE_TRANSACTION}"`);
  }
  if (isOutside && others?.length) {
    found.push(
      "only statements with CONCURRENTLY run outside a transaction, which leaves half of a file that fails",
    );
  }
  return found;
}

/** Without comments and the bodies of functions, which it only stores. */
function statementsOf(sql: string): string[] {
  const bare = sql.replaceAll(/--.*/g, "").replaceAll(/\bAS \$(\w*)\$[^]*?\$\1\$/gi, "AS ''");
  return bare.split(";").map((one) => one.replaceAll(/\s+/g, " ").trim()).filter((one) => one !== "");
}

function refusalOf(
  statement: string,
  before: readonly string[],
): readonly [table: string, reason: string] | null {
  const [, concurrently, index = "", indexed] =
    /^CREATE (?:UNIQUE )?INDEX (CONCURRENTLY )?(?:IF NOT EXISTS )?(\w+) ON (?:ONLY )?(\w+)/i.exec(
      statement,
    ) ?? [];
  if (indexed !== undefined) {
    if (concurrently === undefined) {
      return [indexed, "an index holds up writers while it is built: build it CONCURRENTLY"];
    }
    if (before.includes(`DROP INDEX CONCURRENTLY IF EXISTS ${index}`)) return null;
    return [
      indexed,
      `an attempt that failed leaves an invalid index: DROP INDEX CONCURRENTLY IF EXISTS ${index} first`,
    ];
  }
  const [, changed] = /^(?:UPDATE|DELETE FROM) (\w+)(?!.*\bWHERE\b)/i.exec(statement) ?? [];
  if (changed !== undefined) {
    return [changed, "a statement locks every row: change them in batches, by a command or a workflow"];
  }
  const [, table, actions = ""] = /^ALTER TABLE (?:IF EXISTS )?(?:ONLY )?(\w+) (.*)$/i.exec(statement) ?? [];
  if (table === undefined) return null;
  for (const [action, reason] of REFUSED_ACTIONS) if (action.test(actions)) return [table, reason];
  const [, required] = /\bALTER (?:COLUMN )?(\w+) SET NOT NULL\b/i.exec(actions) ?? [];
  if (
    required !== undefined &&
    !before.includes(`ALTER TABLE ${table} VALIDATE CONSTRAINT ${required}_not_null`)
  ) {
    return [
      table,
      `NOT NULL reads every row: VALIDATE CONSTRAINT ${required}_not_null before, CHECK (${required} IS NOT NULL)`,
    ];
  }
  const [, validated] = /\bVALIDATE CONSTRAINT (\w+)/i.exec(actions) ?? [];
  if (
    validated !== undefined &&
    before.some((one) => new RegExp(`\\bADD CONSTRAINT ${validated} `, "i").test(one))
  ) {
    return [
      table,
      "the lock under which a constraint is added lasts to the commit: validate it in the next migration",
    ];
  }
  return null;
}
