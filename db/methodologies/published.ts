import { LRUCache } from "lru-cache";
import { methodologyVersion, PUBLISHED } from "#engine/bank/catalogue.ts";
import type { Methodology } from "#engine/bank/methodology.ts";
import {
  checkPublishable,
  publishedMethodology,
  readMethodologyFile,
} from "#engine/bank/methodology-file.ts";
import { sharedFor } from "#shared/lazily.ts";
import type { Database, Transaction } from "../postgres/database.ts";
import type { MethodologyRow } from "./methodologies.ts";
import { CalibrationFault } from "#engine/bank/mapping.ts";

/** How often a process asks whether a methodology has changed: one row, by its key. Changes show within 5 s. */
export const POLL_MS = 1_000;
/**
 * Characters of the contents in memory; what was not used for longest goes first. With what is computed from them they take up to
 * 15 times as much: 200 MB.
 */
const MAX_CHARACTERS = 16_000_000;
/** What an organization without methodologies of its own counts for, so that a process knows 16,000 of them. */
const CHARACTERS_OF_ORGANIZATION = 1_000;

/** Names a version of a methodology as a simulation's row does. */
interface MethodologyRef {
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

/**
 * The methodologies that organizations may use: the release's, and those that rows publish, for everybody or for one organization. All
 * is in memory; a version never changes, and a counter in one row says when to read the others again.
 */
export class PublishedMethodologies {
  readonly #database: Database;
  readonly #contents = new LRUCache<string, Loaded>({ maxSize: MAX_CHARACTERS });
  /** By revision and organization. */
  readonly #own = new LRUCache<string, readonly Entry[]>({ maxSize: MAX_CHARACTERS });
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

  /**
   * Reads what is published, and looks for changes from then on until {@link close}. While looks fail, what was known holds.
   * @param onFailure gets the first failure of several in a row
   */
  async start(onFailure: (error: unknown) => void): Promise<void> {
    await this.refresh();
    let isFailing = false;
    const look = async () => {
      const fault = await this.refresh().then(() => null, (error: unknown) => ({ error }));
      if (fault !== null && !isFailing) onFailure(fault.error);
      isFailing = fault !== null;
    };
    this.#timer = setInterval(look, POLL_MS);
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
    // The revision is read before the rows: a change in between is then read again.
    const key = `${this.#revision} ${organizationId}`;
    const own = this.#own.get(key) ?? await this.#readOwn(key, organizationId);
    if (own.length === 0) return this.#everybody;
    const slugs = new Set(own.map(({ methodology }) => methodology.slug));
    return [...own, ...this.#everybody.filter(({ methodology }) => !slugs.has(methodology.slug))];
  }

  async #readOwn(key: string, organizationId: string): Promise<readonly Entry[]> {
    const rows = await this.#asOrganization<MethodologyRow>(organizationId, FIND_OWN, [organizationId]);
    const entries = await this.#entriesOfRows(rows, organizationId);
    const size = entries.reduce((sum, { characters }) => sum + characters, CHARACTERS_OF_ORGANIZATION);
    this.#own.set(key, entries, { size });
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
    statement: string,
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

const FIND_REVISION = "SELECT revision FROM methodology_revision";
const FIND_EVERYBODYS = "SELECT * FROM methodologies WHERE organization_id IS NULL ORDER BY created_at, slug";
const FIND_OWN = "SELECT * FROM methodologies WHERE organization_id = $1 ORDER BY created_at, slug";
const FIND_NEWEST_CONTENTS = `SELECT v.methodology_id AS id, v.version, v.content FROM methodologies m
    JOIN methodology_versions v ON v.methodology_id = m.id AND v.version = m.version WHERE m.id = ANY($1::uuid[])`;
const FIND_VERSION =
  `SELECT methodology_id AS id, version, content FROM methodology_versions WHERE methodology_id = $1 AND version = $2
      AND (organization_id IS NULL OR organization_id = current_organization())`;

/** Versions of a methodology that are kept, beside older ones that a simulation in flight runs with. */
export const KEPT_VERSIONS = 20;
/** Methodologies of one organization, and of everybody beside the release's: each is matched against every question. */
const MAX_OF_ORGANIZATION = 20;
const MAX_OF_EVERYBODY = 100;

export interface PublishedVersion {
  readonly id: string;
  readonly slug: string;
  readonly version: number;
  /** False where the file is the published version's already. */
  readonly isNew: boolean;
}

/**
 * Publishes a methodology file for one organization, or for everybody: a new version where its content is new. One that was deprecated is
 * published again.
 * @throws CalibrationFault for a file that does not fit, a slug that is taken, an unknown organization, or one methodology too many.
 */
export async function publishMethodology(
  tx: Transaction,
  { content, organizationId }: { readonly content: string; readonly organizationId: string | null },
): Promise<PublishedVersion> {
  const file = readMethodologyFile(content);
  checkPublishable(file);
  const { slug } = file.methodology;
  // One publisher at a time: the checks below read what another one would change.
  await tx.sql("SELECT FROM methodology_revision FOR UPDATE");
  const existing = await checkPlace(tx, slug, organizationId);
  if (existing !== null) {
    const same = await tx.first(
      "SELECT FROM methodology_versions WHERE methodology_id = $1 AND version = $2 AND content = $3",
      [existing.id, existing.version, content],
    );
    if (same !== null && existing.status === "published") {
      return { id: existing.id, slug, version: existing.version, isNew: false };
    }
  }
  const row = await tx.one<{ id: string; version: number }>(
    existing === null
      ? `INSERT INTO methodologies (slug, organization_id, version, status, origin) VALUES ($1, $2, 1, 'published', 'survey')
         RETURNING id, version`
      : `UPDATE methodologies SET version = version + 1, status = 'published', updated_at = now()
         WHERE slug = $1 AND organization_id IS NOT DISTINCT FROM $2::uuid RETURNING id, version`,
    [slug, organizationId],
  );
  await tx.sql(
    "INSERT INTO methodology_versions (methodology_id, version, organization_id, content) VALUES ($1, $2, $3, $4)",
    [row.id, row.version, organizationId, content],
  );
  await tx.sql(
    `DELETE FROM methodology_versions v WHERE v.methodology_id = $1 AND v.version <= $2
       AND NOT EXISTS (SELECT FROM simulations s WHERE s.methodology_id = v.methodology_id AND s.methodology_version = v.version
         AND s.status IN ('queued', 'running'))`,
    [row.id, row.version - KEPT_VERSIONS],
  );
  return { ...row, slug, isNew: true };
}

type Place = Pick<MethodologyRow, "id" | "organization_id" | "version" | "status" | "origin">;

/** The row to publish anew; null for a new one. A slug means the same methodology to everybody who can see it. */
async function checkPlace(
  tx: Transaction,
  slug: string,
  organizationId: string | null,
): Promise<Place | null> {
  if (organizationId !== null) {
    const count = await tx.count("SELECT FROM organizations WHERE id = $1", [organizationId]);
    if (count === 0) {
      throw new CalibrationFault("organization_unknown", `There is no organization ${organizationId}`);
    }
  }
  const rows = await tx.query<Place>(
    "SELECT id, organization_id, version, status, origin FROM methodologies WHERE slug = $1",
    [slug],
  );
  const existing = rows.find(({ organization_id }) => organization_id === organizationId);
  const isTaken = existing?.origin === "release" ||
    rows.some(({ organization_id }) =>
      organization_id !== organizationId && (organization_id === null || organizationId === null)
    );
  if (isTaken) {
    throw new CalibrationFault(
      "slug_taken",
      `Cannot publish ${slug}: ${
        existing?.origin === "release" || organizationId !== null
          ? "a methodology for everybody has this slug"
          : "an organization's own methodology has this slug"
      }; choose another one in the mapping`,
    );
  }
  if (existing === undefined) await checkRoom(tx, organizationId);
  return existing ?? null;
}

async function checkRoom(tx: Transaction, organizationId: string | null): Promise<void> {
  const count = await tx.count(
    "SELECT FROM methodologies WHERE origin = 'survey' AND organization_id IS NOT DISTINCT FROM $1::uuid",
    [organizationId],
  );
  const most = organizationId === null ? MAX_OF_EVERYBODY : MAX_OF_ORGANIZATION;
  if (count < most) return;
  throw new CalibrationFault(
    "too_many_methodologies",
    `Cannot publish another methodology: there are ${count}, at most ${most} may be; publish under the slug of one of them`,
  );
}
