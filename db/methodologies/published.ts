import { LRUCache } from "lru-cache";
import { methodologyVersion, PUBLISHED } from "#engine/bank/catalogue.ts";
import type { Methodology } from "#engine/bank/methodology.ts";
import { publishedMethodology, readMethodologyFile } from "#engine/bank/methodology-file.ts";
import { sharedFor } from "#shared/lazily.ts";
import type { Database, Statement } from "../postgres/database.ts";
import type { MethodologyRow } from "./methodologies.ts";

/** How often a process asks whether a methodology has changed: one row, by its key. Changes show within 5 s. */
const POLL_MS = 1_000;
/**
 * Characters of the contents in memory; what was not used for longest goes first. With what is computed from them they take up to
 * 15 times as much: 200 MB.
 */
const MAX_CHARACTERS = 16_000_000;
/** What an organization without methodologies of its own counts for, so that a process knows 16,000 of them. */
const CHARACTERS_OF_ORGANIZATION = 1_000;

/** Names a version of a methodology as a simulation's row does. */
export interface MethodologyRef {
  /** Null for a methodology of the release. */
  readonly methodology_id: string | null;
  readonly methodology_slug: string;
  readonly methodology_version: number;
}

/** A methodology and the size of its file, 0 for those of the release. */
interface Loaded {
  readonly methodology: Methodology;
  readonly characters: number;
}

interface Entry extends Loaded {
  readonly isPublished: boolean;
}

interface OwnEntries {
  readonly revision: string;
  readonly entries: readonly Entry[];
}

/**
 * The methodologies that organizations may use: the release's, and those that rows publish, for everybody or for one organization. All
 * is in memory; a version never changes, and a counter in one row says when to read the others again.
 */
export class PublishedMethodologies {
  readonly #database: Database;
  readonly #contents = new LRUCache<string, Loaded>({ maxSize: MAX_CHARACTERS });
  readonly #own = new LRUCache<string, OwnEntries>({ maxSize: MAX_CHARACTERS });
  #revision = "";
  #everybody: readonly Entry[] = PUBLISHED.map((methodology) => ({
    methodology,
    characters: 0,
    isPublished: true,
  }));
  #timer: ReturnType<typeof setInterval> | null = null;

  /** @param database of either role: row-level security shows the API's an organization's own rows alone. */
  constructor(database: Database) {
    this.#database = database;
  }

  /** Reads what is published, and looks for changes from then on until {@link close}. */
  async start(): Promise<void> {
    await this.refresh();
    // A failure is tried again at the next look; until then what was known holds.
    this.#timer = setInterval(() => void this.refresh().catch(() => {}), POLL_MS);
    this.#timer.unref();
  }

  close(): void {
    if (this.#timer !== null) clearInterval(this.#timer);
  }

  /** Reads everybody's methodologies again where the counter has changed. */
  readonly refresh = sharedFor(0, () => this.#readEverybody());

  /** Those that take new simulations of the organization: its own first, so that they come first among equals. */
  async usableBy(organizationId: string): Promise<readonly Methodology[]> {
    const entries = await this.#entriesOf(organizationId);
    return entries.filter(({ isPublished }) => isPublished).map(({ methodology }) => methodology);
  }

  /** The newest version of a methodology in any status, the organization's own before everybody's; undefined for an unknown slug. */
  async find(organizationId: string, slug: string): Promise<Methodology | undefined> {
    return (await this.#entriesOf(organizationId)).find(({ methodology }) => methodology.slug === slug)
      ?.methodology;
  }

  /** A version that a row of the organization names; undefined where it is kept no longer, or not in this release. */
  async version(organizationId: string, ref: MethodologyRef): Promise<Methodology | undefined> {
    const { methodology_id: id, methodology_slug, methodology_version: version } = ref;
    if (id === null) return methodologyVersion(methodology_slug, version);
    const known = this.#contents.get(keyOf({ id, version }));
    if (known !== undefined) return known.methodology;
    const rows = await this.#asOrganization<ContentRow>(organizationId, FIND_VERSION, [id, version]);
    return this.#contentsOf(rows)[0]?.methodology;
  }

  async #entriesOf(organizationId: string): Promise<readonly Entry[]> {
    const known = this.#own.get(organizationId);
    const own = known?.revision === this.#revision ? known.entries : await this.#readOwn(organizationId);
    if (own.length === 0) return this.#everybody;
    const slugs = new Set(own.map(({ methodology }) => methodology.slug));
    return [...own, ...this.#everybody.filter(({ methodology }) => !slugs.has(methodology.slug))];
  }

  async #readOwn(organizationId: string): Promise<readonly Entry[]> {
    // Read before the rows: a change in between is then read again.
    const revision = this.#revision;
    const rows = await this.#asOrganization<MethodologyRow>(organizationId, FIND_OWN, [organizationId]);
    const entries = await this.#entriesOfRows(rows, organizationId);
    const size = entries.reduce((sum, { characters }) => sum + characters, CHARACTERS_OF_ORGANIZATION);
    this.#own.set(organizationId, { revision, entries }, { size });
    return entries;
  }

  async #readEverybody(): Promise<void> {
    const row = await this.#database.first<{ revision: string }>(FIND_REVISION);
    if (row === null || row.revision === this.#revision) return;
    const rows = await this.#database.query<MethodologyRow>(FIND_EVERYBODYS);
    const surveys = await this.#entriesOfRows(rows.filter(({ origin }) => origin === "survey"), null);
    const taken = new Set(surveys.map(({ methodology }) => methodology.slug));
    const statuses = new Map(rows.map(({ slug, status }) => [slug, status]));
    const release = PUBLISHED.filter(({ slug }) => !taken.has(slug)).map((methodology): Entry => ({
      methodology,
      characters: 0,
      isPublished: statuses.get(methodology.slug) === "published",
    }));
    this.#everybody = [...surveys, ...release];
    this.#revision = row.revision;
  }

  /** @param organizationId null reads everybody's rows alone. */
  async #entriesOfRows(rows: readonly MethodologyRow[], organizationId: string | null): Promise<Entry[]> {
    const missing = rows.filter((row) => this.#contents.get(keyOf(row)) === undefined).map(({ id }) => id);
    const read = new Map<string, Loaded>();
    if (missing.length > 0) {
      const found = organizationId === null
        ? await this.#database.query<ContentRow>(FIND_NEWEST_CONTENTS, [missing])
        : await this.#asOrganization<ContentRow>(organizationId, FIND_NEWEST_CONTENTS, [missing]);
      for (const loaded of this.#contentsOf(found)) read.set(keyOf(loaded.methodology), loaded);
    }
    return rows.flatMap((row): Entry[] => {
      const loaded = this.#contents.get(keyOf(row)) ?? read.get(keyOf(row));
      return loaded === undefined ? [] : [{ ...loaded, isPublished: row.status === "published" }];
    });
  }

  #contentsOf(rows: readonly ContentRow[]): Loaded[] {
    return rows.map(({ id, version, content }) => {
      const methodology = publishedMethodology(readMethodologyFile(content), { id, version });
      const loaded = { methodology, characters: content.length };
      this.#contents.set(keyOf({ id, version }), loaded, { size: loaded.characters });
      return loaded;
    });
  }

  #asOrganization<Row extends object>(
    organizationId: string,
    statement: Statement,
    values: unknown[],
  ): Promise<Row[]> {
    return this.#database.withOrganization(organizationId, (tx) => tx.query<Row>(statement, values));
  }
}

interface ContentRow {
  readonly id: string;
  readonly version: number;
  readonly content: string;
}

const keyOf = ({ id, version }: { readonly id?: string; readonly version: number }) => `${id} ${version}`;

const FIND_REVISION: Statement = {
  name: "find_methodology_revision",
  text: "SELECT revision FROM methodology_revision",
};
const FIND_EVERYBODYS: Statement = {
  name: "find_everybodys_methodologies",
  text: "SELECT * FROM methodologies WHERE organization_id IS NULL ORDER BY created_at, slug",
};
const FIND_OWN: Statement = {
  name: "find_own_methodologies",
  text: "SELECT * FROM methodologies WHERE organization_id = $1 ORDER BY created_at, slug",
};
const FIND_NEWEST_CONTENTS: Statement = {
  name: "find_newest_methodology_contents",
  text: `SELECT v.methodology_id AS id, v.version, v.content FROM methodologies m
    JOIN methodology_versions v ON v.methodology_id = m.id AND v.version = m.version WHERE m.id = ANY($1::uuid[])`,
};
const FIND_VERSION: Statement = {
  name: "find_methodology_version",
  text:
    `SELECT methodology_id AS id, version, content FROM methodology_versions WHERE methodology_id = $1 AND version = $2
      AND (organization_id IS NULL OR organization_id = current_organization())`,
};
