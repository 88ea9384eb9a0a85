import assert from "node:assert/strict";
import fc from "fast-check";
import { MAX_ROWS, MAX_SEGMENTS, readCalibrationCsv } from "#engine/training/calibration-csv.ts";
import { bytesOf, collect } from "./bytes.ts";

const HEADER = "segment,question,observed_yes_pct,n\n";
const CHUNKS = [1, 2, 3, 7, 65_536];

const read = (content: string | Uint8Array, chunk?: number) =>
  collect(readCalibrationCsv(bytesOf(content, chunk)));

/** Latin-1: one byte a character, so that any bytes can be written in a literal. */
const bytes = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));

async function faultOf(content: string | Uint8Array, chunk?: number) {
  try {
    await read(content, chunk);
  } catch (error) {
    const { name, message } = error as Error;
    return { name, message };
  }
  assert.fail("the file was read without a fault");
}

describe("a calibration file", () => {
  it("is read row by row, with and without n", async () => {
    assert.deepEqual(await read(`${HEADER}overall,Would you?,45.5,1200\nage=18-24,Would you?,0,\n`), [
      { segment: "overall", question: "Would you?", observed_yes_pct: 45.5, n: 1200 },
      { segment: "age=18-24", question: "Would you?", observed_yes_pct: 0, n: null },
    ]);
    assert.deepEqual(await read("segment,question,observed_yes_pct\na,b,100"), [
      { segment: "a", question: "b", observed_yes_pct: 100, n: null },
    ]);
  });

  it("may have its columns in any order", async () => {
    assert.deepEqual(await read("n,observed_yes_pct,segment,question\n9,.5,a,b\n"), [
      { segment: "a", question: "b", observed_yes_pct: 0.5, n: 9 },
    ]);
  });

  it("may begin with a byte order mark, before a bare and before a quoted header", async () => {
    const expected = [{ segment: "a", question: "é", observed_yes_pct: 3, n: null }];
    for (const chunk of CHUNKS) {
      assert.deepEqual(await read("\ufeffsegment,question,observed_yes_pct\na,é,3\n", chunk), expected);
      assert.deepEqual(await read('\ufeff"segment",question,observed_yes_pct\na,é,3\n', chunk), expected);
    }
  });

  it("may end its lines with LF, CRLF, CR or a mixture, in any chunks", async () => {
    const text = 'segment,question,observed_yes_pct\na,"b\nc",1\nd,e,2\n';
    const expected = await read(text);
    assert.equal(expected[0]?.question, "b\nc");
    for (const end of ["\r\n", "\r"]) {
      for (const chunk of CHUNKS) assert.deepEqual(await read(text.replaceAll("\n", end), chunk), expected);
    }
    assert.deepEqual(await read(text.replace("\n", "\r\n")), expected);
  });

  it("keeps quotes, commas and line ends of quoted fields", async () => {
    const [row] = await read(`${HEADER}"a, b","He said ""yes"",\nthen left",7,1\n`);
    assert.equal(row?.segment, "a, b");
    assert.equal(row?.question, 'He said "yes",\nthen left');
  });

  it("may have empty lines, rows of empty cells and spaces around values", async () => {
    assert.equal((await read(`\n\n${HEADER}\n,,,\n a , b , 5 , 6 \n\n`)).length, 1);
  });

  it("has at most 100,000 rows", async () => {
    const file = HEADER + "overall,q,50,\n".repeat(MAX_ROWS + 1);
    const { message } = await faultOf(file);
    assert.equal(message, `Line ${MAX_ROWS + 2}, column 1: expected at most 100,000 rows.`);
  }).timeout(60_000);

  it("has at most 1,000 distinct segments", async () => {
    const rows = Array.from({ length: MAX_SEGMENTS + 1 }, (_, index) => `s${index},q,50,\n`);
    assert.equal((await read(HEADER + rows.slice(0, -1).join(""))).length, MAX_SEGMENTS);
    const { message } = await faultOf(HEADER + rows.join(""));
    assert.equal(
      message,
      `Line ${MAX_SEGMENTS + 2}, column 1 (segment): expected at most 1,000 different segments.`,
    );
  });

  it("passes on an error of its source", async () => {
    const broken = new Error("the store is away");
    async function* source() {
      yield* bytesOf(HEADER);
      throw await Promise.resolve(broken);
    }
    await assert.rejects(collect(readCalibrationCsv(source())), (error) => error === broken);
  });

  it("closes its source when the reader stops early", async () => {
    let closed!: () => void;
    const ended = new Promise<void>((resolve) => closed = resolve);
    async function* source() {
      try {
        yield* bytesOf(HEADER);
        while (true) yield* bytesOf("a,b,1,\n".repeat(10_000));
      } finally {
        closed();
      }
    }
    for await (const row of readCalibrationCsv(source())) {
      assert.equal(row.segment, "a");
      break;
    }
    await ended;
  });
});

describe("a fault in a calibration file", () => {
  const cell = (row: string) => HEADER + row + "\n";
  const long = "x".repeat(2_001);
  // What the file holds; the fault, its line, its column and a piece of the message.
  const table: [string | Uint8Array, string, number, number, RegExp][] = [
    ["", "empty", 1, 1, /expected the header segment,question,observed_yes_pct\[,n\]/],
    ["\ufeff", "empty", 1, 1, /expected the header/],
    [HEADER, "empty", 2, 1, /at least one row/],
    [`${HEADER},,,\n`, "empty", 3, 1, /at least one row/],
    ["segment,question\na,b\n", "header", 1, 3, /the column observed_yes_pct, which is missing/],
    ["question,observed_yes_pct\n", "header", 1, 3, /the column segment, which is missing/],
    ["segment,question,segment\n", "header", 1, 3, /segment once, it is here twice/],
    ["segment,question,observed_yes_pct,note\n", "header", 1, 4, /got "note"/],
    ["segment;question;observed_yes_pct\n", "header", 1, 1, /separated by commas/],
    ["\n\nSegment,question,observed_yes_pct\n", "header", 3, 1, /got "Segment"/],
    [cell("a,b,1"), "field_count", 2, 4, /expected 4 fields, got 3/],
    [cell("a,b,1,2,3"), "field_count", 2, 5, /expected 4 fields, got 5/],
    [cell(",".repeat(5_000)), "field_count", 2, 65, /at most 64 fields/],
    [cell(",b,1,"), "value", 2, 1, /\(segment\): expected a segment of 1 to 200 characters/],
    [cell(`${"s".repeat(201)},b,1,`), "value", 2, 1, /got "s{40}…"/],
    [cell("a, ,1,"), "value", 2, 2, /\(question\): expected a question of 1 to 2,000 characters/],
    [cell(`a,${long},1,`), "value", 2, 2, /1 to 2,000 characters/],
    [cell("a,b,,"), "value", 2, 3, /\(observed_yes_pct\): expected a number from 0 to 100, got ""/],
    [cell("a,b,100.01,"), "value", 2, 3, /got "100.01"/],
    [cell("a,b,-1,"), "value", 2, 3, /got "-1"/],
    [cell("a,b,45%,"), "value", 2, 3, /got "45%"/],
    [cell('a,b,"45,2",'), "value", 2, 3, /got "45,2"/],
    [cell("a,b,1e1,"), "value", 2, 3, /got "1e1"/],
    [cell("a,b,NaN,"), "value", 2, 3, /got "NaN"/],
    [cell("a,b,1,0"), "value", 2, 4, /\(n\): expected a whole number from 1/],
    [cell("a,b,1,-5"), "value", 2, 4, /got "-5"/],
    [cell("a,b,1,2.5"), "value", 2, 4, /got "2.5"/],
    // Lines are the file's, also behind quoted line ends, empty lines and CRLF.
    [cell('a,"b\n\nc",x,'), "value", 4, 3, /got "x"/],
    [`${HEADER}\n\na,"b\nc",1,\nd,e,x,\n`, "value", 6, 3, /got "x"/],
    [`${HEADER}\n\na,"b\nc",1,\nd,e,x,\n`.replaceAll("\n", "\r\n"), "value", 6, 3, /got "x"/],
    [cell('a,b "c",1,'), "quoting", 2, 2, /a quote only as a field's first character/],
    [cell('a,"b"c,1,'), "quoting", 2, 2, /after the closing quote/],
    [`${HEADER}a,b,1,\n\na,"b\nc,1,\nd,e,2,\n`, "quoting", 4, 2, /the file ends inside this quoted field/],
    [`${HEADER}a,b,1,\n\n"a\nc,1,\n`, "quoting", 4, 1, /expected a closing quote/],
    [`${HEADER}a,"b${"\nc,d,1,".repeat(3_000)}`, "row_too_long", 2, 2, /at most 20,000 bytes/],
    [bytes(`${HEADER}a,b,1,\nc,caf\xe9,2,\n`), "not_utf8", 3, 2, /\(question\): expected UTF-8/],
    [bytes(`${HEADER}a,"b\ncaf\xe9",2,\n`), "not_utf8", 2, 2, /expected UTF-8/],
    [bytes("\xff\xfes\0e\0g\0"), "not_utf8", 1, 1, /expected UTF-8/],
    // A surrogate and an overlong form are no UTF-8 either.
    [bytes(`${HEADER}a,\xed\xa0\x80,1,\n`), "not_utf8", 2, 2, /expected UTF-8/],
    [bytes(`${HEADER}a,\xc0\xaf,1,\n`), "not_utf8", 2, 2, /expected UTF-8/],
    [cell("a,b\0,1,"), "nul_character", 2, 2, /NUL/],
    [cell('a,"b"\0,1,'), "nul_character", 2, 2, /NUL/],
    ['{"rows": []}', "not_csv", 1, 1, /this is JSON/],
    [bytes("PK\x03\x04\x14\x00"), "not_csv", 1, 1, /export it as CSV in UTF-8/],
  ];

  for (const [content, fault, line, column, message] of table) {
    const shown = JSON.stringify(typeof content === "string" ? content : String.fromCharCode(...content));
    it(`is ${fault} at line ${line}, column ${column}, in any chunks, for ${shown.slice(0, 70)}`, async () => {
      for (const chunk of CHUNKS) {
        const found = await faultOf(content, chunk);
        assert.equal(found.name, "CalibrationFileFault");
        assert.match(found.message, new RegExp(`^Line ${line}, column ${column}[ :]`));
        assert.match(found.message, message);
      }
    });
  }

  it("is the first in the file, not the first that the parser meets", async () => {
    for (const chunk of CHUNKS) {
      const { message } = await faultOf(`${HEADER}a,b,101,\na,b,1,\n"a"b,c\n`, chunk);
      assert.match(message, /^Line 2, column 3 \(observed_yes_pct\): expected a number/);
    }
  });
});

describe("an export of our own", () => {
  const agents = [{ index: 0, answer: "yes", intensity: 4, reason: "It fits.", quote: null }];
  const exports: Record<string, string> = {
    "a CSV file that is marked": `# synthetic=true, simulation "sim_1"\n${HEADER}overall,q,50,1000\n`,
    "a marked CSV file with a byte order mark and CRLF":
      `\ufeff# synthetic=true\r\n${HEADER}overall,q,50,\r\n`,
    "a calibration file with a marked part behind it": `${HEADER}overall,q,50,\n# v1, synthetic = true\n`,
    "a marked row with as many fields as there are columns":
      `${HEADER}overall,q,50,\n# synthetic=true,q,50,\n`,
    "a table with a synthetic column":
      "segment,question,observed_yes_pct,n,synthetic\noverall,q,50,1000,true\n",
    "a table with a simulation_id": "simulation_id,segment,yes_pct\nsim_1,overall,50\n",
    "a table of agents": "index,answer,intensity,reason\n0,yes,4,It fits.\n",
    "a table of verdicts": "segment,yes,maybe,no,n_a,yes_pct,margin_of_error_pct\noverall,1,0,0,0,100,3\n",
    "a results body": JSON.stringify({ data: { simulation_id: "0199", agents }, error: null, meta: {} }),
    "a results body, pretty-printed": JSON.stringify({ data: { simulation_id: "0199", agents } }, null, 2),
    "the agents of a results body": JSON.stringify(agents),
  };
  for (const [what, content] of Object.entries(exports)) {
    it(`is refused: ${what}`, async () => {
      for (const chunk of CHUNKS) {
        const fault = await faultOf(content, chunk);
        assert.match(fault.message, /^Line \d+, column 1: expected answers that people gave/);
      }
    });
  }

  it("is not recognised in a question that mentions synthetic things", async () => {
    const rows = await read(`${HEADER}overall,"Is # synthetic=true fine?",50,\n#synthetics,q,50,\n`);
    assert.equal(rows.length, 2);
  });
});

describe("a calibration file of any content", () => {
  const text = (max: number) =>
    fc.string({ unit: "grapheme", minLength: 1, maxLength: max })
      .map((value) => value.replaceAll("\0", "0").trim())
      .filter((value) => value !== "" && !value.startsWith("#"));
  const row = fc.record({
    segment: text(20),
    question: fc.oneof(text(60), fc.constantFrom('"', ",", '",\n"', '""', "a\nb", "naïve", "日本", "👩‍👩‍👧")),
    observed_yes_pct: fc.integer({ min: 0, max: 10_000 }).map((value) => value / 100),
    n: fc.option(fc.integer({ min: 1, max: 999_999_999 })),
  });
  const quote = (value: string) => `"${value.replaceAll('"', '""')}"`;

  it("is read back, with any line end, mark and chunks", async () => {
    await fc.assert(fc.asyncProperty(
      fc.array(row, { minLength: 1, maxLength: 20 }),
      fc.constantFrom("\n", "\r\n"),
      fc.boolean(),
      fc.integer({ min: 1, max: 200 }),
      async (rows, end, marked, chunk) => {
        const lines = rows.map(({ segment, question, observed_yes_pct, n }) =>
          [quote(segment), quote(question), observed_yes_pct, n ?? ""].join(",")
        );
        const file = (marked ? "\ufeff" : "") + [HEADER.trim(), ...lines, ""].join(end);
        assert.deepEqual(
          await read(file, chunk),
          rows.map((expected) => ({
            ...expected,
            segment: expected.segment.replace(/\r\n?/g, "\n"),
            question: expected.question.replace(/\r\n?/g, "\n"),
          })),
        );
      },
    ));
  });

  it("is read or refused with a fault, never anything else, whatever the bytes and their chunks", async () => {
    // Longer than the beginning that is looked at in one piece, so that the parser meets the chunks as they are.
    const prefix = HEADER + "overall,q,50,\n".repeat(300);
    const piece = fc.constantFrom(
      ...'",\r\n#0a\\'.split(""),
      "segment",
      "question",
      "observed_yes_pct",
      "\ufeff",
    );
    const tails = fc.oneof(
      fc.uint8Array({ maxLength: 200 }),
      fc.array(piece, { maxLength: 60 }).map((all) => all.join("")),
    );
    await fc.assert(
      fc.asyncProperty(tails, fc.boolean(), async (tail, headed) => {
        const outcomes = [];
        for (const chunk of [1, 2, 5, 65_536]) {
          const file = async function* () {
            if (headed) yield* bytesOf(prefix);
            yield* bytesOf(tail, chunk);
          };
          try {
            outcomes.push(await collect(readCalibrationCsv(file())));
          } catch (error) {
            assert.equal((error as Error).name, "CalibrationFileFault");
            outcomes.push((error as Error).message);
          }
        }
        for (const outcome of outcomes) assert.deepEqual(outcome, outcomes[0]);
      }),
      { numRuns: 60 },
    );
  }).timeout(30_000);
});
