import { createServer } from "node:net";
import type { Log } from "./say.ts";

const HOST = "127.0.0.1";
/** Ports given out by this process, which no server may have taken yet. */
const given = new Set<number>();

/** A free port of the loopback address; `preferred` where it is free, which is said where it isn't. */
export async function freePort(preferred?: number, log?: Log): Promise<number> {
  const wanted = preferred !== undefined && !given.has(preferred) && await bindable(preferred);
  let port = wanted ? preferred : await bindable(0);
  while (port === false || given.has(port)) port = await bindable(0);
  if (preferred !== undefined && port !== preferred) log?.(`port ${preferred} is in use, taking ${port}`);
  given.add(port);
  return port;
}

function bindable(port: number): Promise<number | false> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "EADDRINUSE" || error.code === "EACCES") resolve(false);
      else reject(error);
    });
    server.listen({ port, host: HOST, exclusive: true }, () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address !== null ? address.port : false));
    });
  });
}
