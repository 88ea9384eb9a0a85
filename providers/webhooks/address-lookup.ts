import { promises as dns } from "node:dns";
import { isIP, type LookupFunction } from "node:net";
import { isLocalhostName, mayConnect, type TargetRules } from "#shared/webhooks/endpoint-url.ts";
import { SendFailure } from "./failures.ts";

/** All addresses of a name, v4 and v6. Rejects, or resolves to none, when the name has none. */
export type Lookup = (name: string) => Promise<readonly string[]>;

/**
 * Asks name servers for A and AAAA records: the system's, unless others are given. Not `dns.lookup`: that runs on a small pool of threads (4 in
 * Node), and names whose servers do not answer hold them for 10 s and more each. With 600 such names, a good one waited
 * over 60 s on Deno and Node alike; here it takes 1 ms. The price: /etc/hosts is not read, and `localhost` is known
 * here (RFC 6761, section 6.3).
 */
export function createDnsLookup(servers: readonly string[] = []): Lookup {
  // A second try after a second leaves time to connect within the 5 s that both have together.
  const resolver = new dns.Resolver({ timeout: 1_000, tries: 2 });
  if (servers.length > 0) resolver.setServers(servers);
  return async (name) => {
    if (isLocalhostName(name)) return ["127.0.0.1", "::1"];
    // With the root's dot: a search list must not turn a bare name into one of this network's.
    const answers = await Promise.allSettled([resolver.resolve4(`${name}.`), resolver.resolve6(`${name}.`)]);
    return answers.flatMap((answer) => answer.status === "fulfilled" ? answer.value : []);
  };
}

/**
 * The lookup of one connection. What it hands over is what is connected to, so that a name which resolves differently
 * the next moment gains nothing: addresses that the rules refuse are dropped, and with none left it fails.
 */
export function guardedLookup(url: URL, lookup: Lookup, rules: TargetRules): LookupFunction {
  return (name, options, callback) => {
    lookup(name).then((addresses) => {
      if (addresses.length === 0) throw new SendFailure("dns_failed", `${url.hostname} does not resolve.`);
      const allowed = addresses.filter((address) => mayConnect(url, address, rules));
      if (allowed.length === 0) {
        throw new SendFailure("target_refused", `${url.hostname} does not resolve to a public address.`);
      }
      return allowed.map((address) => ({ address, family: isIP(address) }));
    }).then(
      (allowed) => {
        if (options.all === true) callback(null, allowed);
        else callback(null, allowed[0]?.address ?? "", allowed[0]?.family);
      },
      (error) => {
        const failure = error instanceof SendFailure
          ? error
          : new SendFailure("dns_failed", `${url.hostname} could not be resolved.`);
        callback(failure, "");
      },
    );
  };
}
