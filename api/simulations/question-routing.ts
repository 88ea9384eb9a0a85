import type { Database } from "#db/database.ts";
import { publishedSlugs } from "#db/methodologies/methodologies.ts";
import { PUBLISHED } from "#engine/methodologies/catalogue.ts";
import type { Methodology } from "#engine/methodologies/methodology.ts";
import type { Forecaster } from "#engine/prediction/forecaster.ts";
import { routeByMatch, type Router, type Routing } from "#engine/routing/router.ts";

/** How old the set of published methodologies may be; a create checks in its own statement that its methodology is published. */
const MAX_AGE_MS = 1_000;

/** Routes questions to the methodologies that are published now. */
export class QuestionRouting {
  readonly #database: Database;
  readonly #createRouter: (methodologies: readonly Methodology[]) => Router;
  readonly forecaster: Forecaster;
  readonly #floor: number;
  #current: {
    readonly slugs: string;
    readonly methodologies: readonly Methodology[];
    readonly router: Router;
  } | null = null;
  #freshUntil = 0;

  /** @param createRouter takes 150 ms: it runs at start, and again when another set of methodologies is published */
  constructor(
    database: Database,
    createRouter: (methodologies: readonly Methodology[]) => Router,
    forecaster: Forecaster,
    floor: number,
  ) {
    this.#database = database;
    this.#createRouter = createRouter;
    this.forecaster = forecaster;
    this.#floor = floor;
  }

  /** Creates the router ahead of the first question. */
  async prepare(): Promise<void> {
    await this.#currentRouter();
  }

  /** Ranks the published methodologies by how well they fit the question, and by the calibrated question that it matches. */
  async route(question: string): Promise<Routing> {
    const { router, methodologies } = await this.#currentRouter();
    const match = this.forecaster.reader.matchAmong(question, methodologies);
    return routeByMatch(router.route(question), match, methodologies, this.#floor);
  }

  async #currentRouter() {
    if (this.#current !== null && Date.now() <= this.#freshUntil) return this.#current;
    const published = await publishedSlugs(this.#database);
    const methodologies = PUBLISHED.filter(({ slug }) => published.has(slug));
    const slugs = methodologies.map(({ slug }) => slug).join();
    if (this.#current === null || slugs !== this.#current.slugs) {
      this.#current = { slugs, methodologies, router: this.#createRouter(methodologies) };
    }
    this.#freshUntil = Date.now() + MAX_AGE_MS;
    return this.#current;
  }
}
