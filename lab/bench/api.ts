import process from "node:process";
import Koa from "koa";
import { RateLimiter } from "#api/http/rate-limiter.ts";
import { RedisConnection } from "#api/http/redis.ts";
import { createHttpServer } from "#api/http/server.ts";
import { createDataSource } from "#db/data-source.ts";
import { Database } from "#db/postgres/database.ts";
import { listen } from "#testing/loopback.ts";
import { stack } from "#testing/stack.ts";
import { insertEndedSimulation, startScript } from "./client.ts";
import { inTurn, type Measurement, perSecond } from "./measure.ts";

const ROUNDS = 7;
const REQUESTS = 1_500;
const CONNECTIONS = 32;
/** The connections of the API's pool that the measured route reads from, by default: the bare route has as many. */
const POOL = 8;

/** Reading a simulation's status with an API key, beside a bare Koa route over the same Postgres and Redis. */
export async function measureApi(): Promise<Measurement[]> {
  const id = await insertEndedSimulation(100);
  const bare = await startScript("api.ts", ["floor"]);
  const get = async (url: string): Promise<void> => {
    const response = await fetch(url, { headers: { Authorization: `Bearer ${stack().apiKey}` } });
    const text = await response.text();
    // A busy machine lets Redis answer late now and then. The request is sent again, on the time of whoever sent it.
    if (response.status === 503) await get(url);
    else if (!response.ok) throw new Error(`GET ${url}: ${response.status} ${text}`);
  };
  const rate = (url: string) => perSecond(REQUESTS, CONNECTIONS, () => get(url));
  try {
    return [{
      name: `GET /v1/simulations/{id}, ${CONNECTIONS} connections`,
      unit: "requests a second",
      floor: "a bare Koa route with one Redis script call and one indexed select",
      aim: 0.7,
      rounds: await inTurn(
        ROUNDS,
        () => rate(`${stack().baseUrl}/v1/simulations/${id}`),
        () => rate(`${bare.firstLine}/${id}`),
      ),
    }];
  } finally {
    await bare.stop();
  }
}

const FIND = { name: "floor_find", text: "SELECT * FROM simulations WHERE organization_id = $1 AND id = $2" };

/** The bare route, in a process of its own. */
async function serve(): Promise<void> {
  const { databaseUrl, redisUrl, organizationId } = stack();
  const settings = { url: databaseUrl, role: "app_worker", pool: POOL, applicationName: "floor" } as const;
  const database = new Database(await createDataSource(settings).initialize());
  const redis = new RedisConnection(redisUrl);
  await redis.start();
  const limiter = new RateLimiter(redis);
  const app = new Koa();
  app.use(async (ctx) => {
    await limiter.consume("floor", 10_000_000);
    const [row] = await database.query(FIND, [organizationId, ctx.path.slice(1)]);
    ctx.body = { data: row };
  });
  console.log((await listen(createHttpServer(app.callback()))).url);
}

if (import.meta.main && process.argv[2] === "floor") await serve();
