import assert from "node:assert/strict";
import fc from "fast-check";
import { checkTargetUrl, MAX_TARGET_URL_LENGTH, mayConnect } from "#shared/webhooks/endpoint-url.ts";
import { isPublicAddress } from "#shared/webhooks/ip-addresses.ts";

const strict = { allowLoopback: false };
const development = { allowLoopback: true };
const accepted = (url: string, rules = strict) => checkTargetUrl(url, rules).ok;

describe("target URLs", () => {
  it("are accepted on public hosts, on port 443 and 1024 to 65535", () => {
    for (
      const url of [
        "https://example.com",
        "https://example.com/hooks?x=1#part",
        "HTTPS://EXAMPLE.com:443/",
        "https://example.com:1024/",
        "https://example.com:65535/",
        "https://example.com./",
        "https://8.8.8.8/",
        "https://134744072/",
        "https://[2606:4700:4700::1111]/",
        "https://[::ffff:8.8.8.8]/",
        "https://bücher.example/",
        "https://printer.local/",
        "https://service.internal/",
        "https://localhost.example.com/",
        "https://notlocalhost/",
      ]
    ) assert.deepEqual(checkTargetUrl(url, strict), { ok: true, url: new URL(url) }, url);
  });

  it("are refused when they are not absolute HTTPS URLs", () => {
    for (
      const url of [
        "",
        "example.com",
        "//example.com/",
        "https:example.com",
        "https:/example.com",
        "https:\\\\example.com",
        "http://example.com/",
        "ftp://example.com/",
        "javascript:alert(1)",
        "https://",
        "https://[::1",
        "https://example.com:65536/",
        "https://exa\tmple.com/",
        "https://example.com/\nx",
        " https://example.com/",
        "https://example.com/ ",
        "https://example.com\\@10.0.0.1/",
        "https://[fe80::1%25eth0]/",
        "https://[fe80::1%eth0]/",
        `https://example.com/${"x".repeat(MAX_TARGET_URL_LENGTH)}`,
      ]
    ) {
      const check = checkTargetUrl(url, strict);
      assert.ok(!check.ok && /^must .*[^.]$/.test(check.reason), url);
    }
  });

  it("are refused with a user name or password", () => {
    for (
      const url of ["https://user@example.com/", "https://user:pw@example.com/", "https://:pw@example.com/"]
    ) {
      assert.equal(accepted(url), false, url);
    }
  });

  it("are refused on other ports", () => {
    for (const port of [0, 1, 22, 25, 80, 442, 444, 1023]) {
      assert.equal(accepted(`https://example.com:${port}/`), false, `${port}`);
    }
  });

  const LOOPBACK_SPELLINGS = [
    "127.0.0.1",
    "127.0.0.1.",
    "127.1",
    "2130706433",
    "0x7f000001",
    "0x7f.1",
    "017700000001",
    "0177.0.0.1",
    "0177.0x0.0.01",
    "%31%32%37.0.0.1",
    "127。0。0。1",
    "\uff11\uff12\uff17.0.0.1",
    "127.255.255.254",
    "[::1]",
    "[0:0:0:0:0:0:0:1]",
    "[::ffff:127.0.0.1]",
    "[::ffff:7f00:1]",
    "[::FFFF:7F00:0001]",
    "localhost",
    "LOCALHOST",
    "localhost.",
    "localhost..",
    "a.localhost",
    "a.b.localhost.",
    "%6cocalhost",
    "ⓛocalhost",
  ];

  it("are refused for every spelling of a private address", () => {
    for (
      const host of [
        ...LOOPBACK_SPELLINGS,
        "0",
        "0.0.0.0",
        "10.0.0.1",
        "167772161",
        "0xa.1",
        "012.1",
        "169.254.169.254",
        "2852039166",
        "0xa9fea9fe",
        "[::ffff:169.254.169.254]",
        "[::ffff:a9fe:a9fe]",
        "[64:ff9b::a9fe:a9fe]",
        "[2002:a9fe:a9fe::]",
        "[::a9fe:a9fe]",
        "192.168.0.1",
        "172.16.0.1",
        "100.100.100.200",
        "255.255.255.255",
        "4294967295",
        "[::]",
        "[fd00:ec2::254]",
        "[fe80::1]",
      ]
    ) {
      assert.equal(accepted(`https://${host}/`), false, host);
      assert.equal(accepted(`https://${host}:8443/`), false, host);
    }
  });

  it("are accepted on loopback, in clear too, where that is allowed, and nowhere else", () => {
    for (const host of LOOPBACK_SPELLINGS) {
      assert.equal(accepted(`http://${host}:8080/`, development), true, host);
      assert.equal(accepted(`https://${host}:8080/`, development), true, host);
    }
    for (
      const url of [
        "http://example.com:8080/",
        "http://8.8.8.8:8080/",
        "https://10.0.0.1/",
        "http://[::]:8080/",
        "http://0:8080/",
      ]
    ) {
      assert.equal(accepted(url, development), false, url);
    }
    assert.equal(accepted("http://localhost/", development), false, "port 80");
  });

  it("never end at an address that is not public, whatever is written", () => {
    const host = fc.oneof(
      fc.ipV4(),
      fc.ipV4Extended(),
      fc.ipV6().map((ip) => `[${ip}]`),
      fc.nat(0xffffffff).map(String),
      fc.domain(),
    );
    fc.assert(
      fc.property(host, fc.option(fc.nat(70_000)), (name, port) => {
        const check = checkTargetUrl(`https://${name}${port === null ? "" : `:${port}`}/`, strict);
        if (!check.ok) return;
        const literal = check.url.hostname.replace(/^\[|\]$/g, "");
        assert.ok(!/^[\d.]+$|:/.test(literal) || isPublicAddress(literal), literal);
        assert.ok(check.url.port === "" || Number(check.url.port) >= 1024);
      }),
      { numRuns: 2_000 },
    );
  });
});

describe("connections", () => {
  it("may be made to public addresses over HTTPS, and to loopback where that is allowed", () => {
    const secure = new URL("https://example.com/");
    const clear = new URL("http://localhost:8080/");
    assert.equal(mayConnect(secure, "8.8.8.8", strict), true);
    assert.equal(mayConnect(secure, "127.0.0.1", strict), false);
    assert.equal(mayConnect(secure, "::ffff:10.0.0.1", development), false);
    assert.equal(mayConnect(secure, "::ffff:127.0.0.1", development), true);
    assert.equal(mayConnect(clear, "::1", development), true);
    assert.equal(mayConnect(clear, "8.8.8.8", development), false);
    assert.equal(mayConnect(clear, "127.0.0.1", strict), false);
  });
});
