import type { Database } from "#db/database.ts";
import { publishedSlugs } from "#db/methodologies/methodologies.ts";
import { PUBLISHED } from "#engine/methodologies/catalogue.ts";
import type { Methodology } from "#engine/methodologies/methodology.ts";
import type { Router, Routing } from "#engine/routing/router.ts";

/** How long a change of what is published may go unnoticed by routing; a create checks it again in any case. */
const AGE_MS = 1_000;

/** Routes questions to the methodologies that are published now. */
export class QuestionRouting {
  readonly #database: Database;
  readonly #create: (methodologies: readonly Methodology[]) => Router;
  #published = "";
  #router: Router | null = null;
  #until = 0;

  /** @param create makes a router, which takes 150 ms: done at start, and again when another set is published. */
  constructor(database: Database, create: (methodologies: readonly Methodology[]) => Router) {
    this.#database = database;
    this.#create = create;
  }

  async route(question: string): Promise<Routing> {
    if (Date.now() > this.#until) {
      const published = await publishedSlugs(this.#database);
      const routable = PUBLISHED.filter(({ slug }) => published.has(slug));
      const key = routable.map(({ slug }) => slug).join();
      if (this.#router === null || key !== this.#published) {
        [this.#router, this.#published] = [this.#create(routable), key];
      }
      this.#until = Date.now() + AGE_MS;
    }
    return this.#router?.route(question) ?? { best: null, alternatives: [] };
  }
}
