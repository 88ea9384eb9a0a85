import type { Database } from "#db/database.ts";
import { publishedSlugs } from "#db/methodologies/methodologies.ts";
import { PUBLISHED } from "#engine/methodologies/catalogue.ts";
import type { Methodology } from "#engine/methodologies/methodology.ts";
import type { Router, Routing } from "#engine/routing/router.ts";

/** How old the set of published methodologies may be; a create checks in its own statement that its methodology is published. */
const MAX_AGE_MS = 1_000;

/** Routes questions to the methodologies that are published now. */
export class QuestionRouting {
  readonly #database: Database;
  readonly #createRouter: (methodologies: readonly Methodology[]) => Router;
  #published = "";
  #router: Router | null = null;
  #freshUntil = 0;

  /** @param createRouter takes 150 ms: it runs at start, and again when another set of methodologies is published */
  constructor(database: Database, createRouter: (methodologies: readonly Methodology[]) => Router) {
    this.#database = database;
    this.#createRouter = createRouter;
  }

  /** Creates the router ahead of the first question. */
  async prepare(): Promise<void> {
    await this.#currentRouter();
  }

  /** Ranks the published methodologies by how well they fit the question. */
  async route(question: string): Promise<Routing> {
    return (await this.#currentRouter()).route(question);
  }

  async #currentRouter(): Promise<Router> {
    if (this.#router !== null && Date.now() <= this.#freshUntil) return this.#router;
    const slugs = await publishedSlugs(this.#database);
    const methodologies = PUBLISHED.filter(({ slug }) => slugs.has(slug));
    const published = methodologies.map(({ slug }) => slug).join();
    if (this.#router === null || published !== this.#published) {
      this.#router = this.#createRouter(methodologies);
      this.#published = published;
    }
    this.#freshUntil = Date.now() + MAX_AGE_MS;
    return this.#router;
  }
}
