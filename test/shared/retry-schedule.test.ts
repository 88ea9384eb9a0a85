import assert from "node:assert/strict";
import fc from "fast-check";
import { DEFAULT_RETRY_SCHEDULE, nextDelay, parseRetrySchedule } from "#shared/retry-schedule.ts";

const HOUR = 3_600_000;
const never = () => 0;
const most = () => 1 - Number.EPSILON;

describe("the retry schedule", () => {
  it("is the contract's unless another is set", () => {
    const hours = [2, 5, 10, 14, 20, 24].map((count) => count * HOUR);
    assert.deepEqual(DEFAULT_RETRY_SCHEDULE, [0, 5_000, 300_000, 1_800_000, ...hours]);
  });

  it("is read from comma-separated durations", () => {
    assert.deepEqual(parseRetrySchedule("0s,5s,5m,30m,2h"), [0, 5_000, 300_000, 1_800_000, 2 * HOUR]);
    assert.deepEqual(parseRetrySchedule(" 0ms , 250ms , 1.5s,1d "), [0, 250, 1_500, 24 * HOUR]);
  });

  it("is refused with the duration that cannot be read", () => {
    for (
      const text of ["", "5", "5 s", "s", "-1s", "1s,", "1s,,2s", "1h30m", "1w", "1e3s", "0x1s", "NaNs", "∞s"]
    ) {
      assert.throws(() => parseRetrySchedule(text), /^RangeError: Cannot read ".*" as a duration/, text);
    }
    assert.throws(() => parseRetrySchedule("31d"), /longest wait is 30d/);
    assert.throws(() => parseRetrySchedule(Array(101).fill("1s").join()), /at most 100/);
  });

  it("is refused unless its first attempt is made at once, as every first attempt is", () => {
    for (const text of ["1m,5m", "1ms", "5s,0s"]) {
      assert.throws(() => parseRetrySchedule(text), /before the first attempt.*begin with 0s/, text);
    }
    assert.deepEqual(parseRetrySchedule("0m,5m"), [0, 300_000]);
  });
});

describe("the next delay", () => {
  it("follows the schedule and ends with it", () => {
    const delays = Array.from(
      { length: 11 },
      (_, made) => nextDelay(DEFAULT_RETRY_SCHEDULE, made, { random: never }),
    );
    assert.deepEqual(delays, [...DEFAULT_RETRY_SCHEDULE, null]);
  });

  it("is lengthened by at most a fifth", () => {
    fc.assert(
      fc.property(
        fc.nat(9),
        fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
        (made, chance) => {
          const wait = DEFAULT_RETRY_SCHEDULE[made] ?? NaN;
          const delay = nextDelay(DEFAULT_RETRY_SCHEDULE, made, { random: () => chance }) ?? NaN;
          assert.ok(delay >= wait && delay <= wait * 1.2, `${wait} became ${delay}`);
        },
      ),
    );
    assert.equal(nextDelay([1_000], 0, { random: most }), 1_200);
  });

  it("is lengthened by Retry-After to an hour more at most, and never shortened", () => {
    const delay = (retryAfterSeconds: number | null) =>
      nextDelay([0, 300_000], 1, { random: never, retryAfterSeconds });
    assert.equal(delay(null), 300_000);
    assert.equal(delay(0), 300_000);
    assert.equal(delay(299), 300_000);
    assert.equal(delay(301), 301_000);
    assert.equal(delay(3_900), 300_000 + HOUR);
    assert.equal(delay(86_400), 300_000 + HOUR);
  });

  it("is a whole number of milliseconds", () => {
    assert.equal(nextDelay([5], 0, { random: () => 0.123456 }), 5);
    assert.equal(nextDelay([0], 0, { random: most }), 0);
  });
});
