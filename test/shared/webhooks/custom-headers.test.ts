import assert from "node:assert/strict";
import { checkCustomHeaders, checkHeaderName, checkHeaderValue } from "#shared/webhooks/custom-headers.ts";

describe("custom headers", () => {
  it("may have names of their own", () => {
    for (
      const name of [
        "X-Tenant",
        "Authorization",
        "x_y",
        "Accept",
        "X-Api-Key",
        "Referer",
        "Hosting",
        "Webhooks",
      ]
    ) {
      assert.equal(checkHeaderName(name), null, name);
    }
  });

  it("may not have names that the service, the connection or a proxy sets, in any case", () => {
    for (
      const name of [
        ...[
          "Host",
          "Connection",
          "Keep-Alive",
          "TE",
          "Trailer",
          "Transfer-Encoding",
          "Upgrade",
          "Expect",
          "Date",
        ],
        ...[
          "User-Agent",
          "Accept-Encoding",
          "Cookie",
          "Forwarded",
          "Via",
          "X-Real-IP",
          "traceparent",
          "tracestate",
        ],
        ...["Content-Type", "Content-Length", "content-anything", "Proxy-Authorization", "Sec-Fetch-Mode"],
        ...["X-Forwarded-For", "X-Service-Signature", "x-service-anything", "Webhook-Id"],
      ]
    ) {
      for (const spelling of [name, name.toLowerCase(), name.toUpperCase()]) {
        assert.match(checkHeaderName(spelling) ?? "", /is set by the service/, spelling);
      }
    }
  });

  it("may not have names that are no HTTP tokens", () => {
    for (const name of ["", " ", "a b", "a:", ":a", "a\r\nb", "ä", "a\0", "(a)", "a/b", '"a"']) {
      assert.match(checkHeaderName(name) ?? "", /not a valid/, name);
    }
  });

  it("may have values of visible ASCII, with blanks between", () => {
    for (const value of ["", "x", "Bearer a.b-c", "a\tb", "!~"]) {
      assert.equal(checkHeaderValue(value), null, value);
    }
    for (const value of [" x", "x ", "\t", "a\r\nX-Evil: 1", "a\nb", "a\0b", "\x7f", "é", "ā", "💥"]) {
      assert.notEqual(checkHeaderValue(value), null, JSON.stringify(value));
    }
  });

  it("number at most 20, with at most 4,096 bytes together", () => {
    const many = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`x-${index}`, ""]));
    assert.equal(checkCustomHeaders(many(20)), null);
    assert.deepEqual(checkCustomHeaders(many(21))?.name, null);
    assert.equal(checkCustomHeaders({ "x-a": "v".repeat(4093) }), null);
    assert.match(checkCustomHeaders({ "x-a": "v".repeat(4094) })?.reason ?? "", /and has 4097$/);
  });

  it("are named in the fault", () => {
    assert.equal(checkCustomHeaders({ "X-Good": "1", "Host": "x" })?.name, "Host");
    assert.equal(checkCustomHeaders({ "X-Bad": "\n" })?.name, "X-Bad");
    assert.match(checkCustomHeaders({ "X-Twice": "1", "x-twice": "2" })?.reason ?? "", /given twice/);
    assert.equal(checkCustomHeaders({}), null);
  });
});
