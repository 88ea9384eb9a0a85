import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import process from "node:process";

/** The bare server that results are measured against: it writes what came by its standard input anew for every request. */
const body = JSON.parse(await text(process.stdin));
const server = createServer((_request, response) => {
  response.setHeader("Content-Type", "application/json");
  response.end(JSON.stringify(body));
});
server.listen(0, "127.0.0.1", () => console.log((server.address() as AddressInfo).port));
