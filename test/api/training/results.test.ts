import assert from "node:assert/strict";
import { MAX_QUESTIONS, MAX_ROWS } from "#engine/training/calibration-csv.ts";
import { newOrganization, type TestOrganization } from "#testing/organizations.ts";
import {
  ended,
  endedRun,
  HEADER,
  KPI,
  newSimulation,
  newTrainingRun,
  putFile,
  resultsOf,
  startRun,
  uploadedRun,
} from "#testing/simulations.ts";
import { stack } from "#testing/stack.ts";

const BALLOT = "If the election were held today, would you vote yes on this ballot measure?";

describe("Results of training runs", () => {
  let own: TestOrganization;
  before(async () => {
    own = await newOrganization();
  });

  const results = (id: string) => own.call("GET", `/v1/training/${id}/results`);

  describe("without a file", () => {
    it("are a mock whose disclaimer says so, the same at every call", async () => {
      const { id } = await newTrainingRun(own.call);
      assert.equal((await startRun(own.call, id)).data.upload_received, false);
      const { data, status } = await results(id);
      assert.equal(status, 200);
      assert.deepEqual([data.training_id, data.basis, data.preview_only], [id, "mock", true]);
      assert.match(data.disclaimer, /^Mock figures: no calibration file was uploaded/);
      assert.equal(typeof data.mape, "number");
      assert.ok(data.by_segment.every(({ observations }: { observations: number }) => observations === 0));
      assert.deepEqual((await results(id)).data, data);
    });

    it("are another mock for another run", async () => {
      const mapes = await Promise.all([1, 2, 3, 4].map(async () => {
        const { id } = await newTrainingRun(own.call);
        await startRun(own.call, id);
        return (await results(id)).data.mape;
      }));
      assert.ok(new Set(mapes).size > 1);
    });
  });

  describe("of a small file, recomputed by hand from the API's own responses", () => {
    const SEGMENTS = ["overall", "age=18-24", "sex=female", "region=west"];
    /** A row observed at 0 has no part in MAPE, and its error in points is the prediction itself. */
    const predictions = async (question: string): Promise<Map<string, number>> => {
      const rows = [...SEGMENTS, "region=Atlantis"].map((segment) => `${segment},"${question}",0`);
      const { mape, by_segment } = await resultsOf(own.call, [HEADER, ...rows].join("\n"));
      assert.equal(mape, null);
      return new Map(
        by_segment.map((
          { segment, mae_points }: { segment: string; mae_points: number },
        ) => [segment, mae_points]),
      );
    };
    const close = (actual: number, wanted: number) =>
      assert.ok(Math.abs(actual - wanted) <= 1.1e-5, `${actual}, by hand ${wanted}`);

    it("have the MAPE and the mean absolute error that a hand computes, overall and by segment", async () => {
      const [buy, vote] = [await predictions(KPI), await predictions(BALLOT)];
      const rows = [
        { segment: "overall", question: KPI, observed: 40 },
        { segment: "age=18-24", question: KPI, observed: 55.5 },
        { segment: "sex=female", question: KPI, observed: 4.99 }, // too small for MAPE
        { segment: "sex=female", question: BALLOT, observed: 5 }, // just large enough
        { segment: "region=west", question: BALLOT, observed: 62 },
        { segment: "region=Atlantis", question: BALLOT, observed: 50 }, // unknown: the overall share
      ];
      const file = [
        HEADER,
        ...rows.map(({ segment, question, observed }) => `${segment},"${question}",${observed}`),
      ];
      const data = await resultsOf(own.call, file.join("\r\n"));

      const errors = rows.map(({ segment, question, observed }) => {
        const predicted = (question === KPI ? buy : vote).get(segment)!;
        return { segment, observed, points: Math.abs(predicted - observed), predicted };
      });
      const mean = (values: number[]) => values.reduce((sum, x) => sum + x, 0) / values.length;
      const mape = (of: typeof errors) =>
        mean(
          of.filter(({ observed }) => observed >= 5).map(({ points, observed }) => 100 * points / observed),
        );
      close(data.mape, mape(errors));
      close(data.mae_points, mean(errors.map(({ points }) => points)));
      close(data.smape, mean(errors.map((e) => 200 * e.points / (e.predicted + e.observed))));
      assert.deepEqual(data.by_segment.map(({ segment }: { segment: string }) => segment), [
        ...SEGMENTS,
        "region=Atlantis",
      ]);
      for (const line of data.by_segment) {
        const of = errors.filter(({ segment }) => segment === line.segment);
        close(line.mape, mape(of));
        close(line.mae_points, mean(of.map(({ points }) => points)));
        assert.equal(line.observations, of.length);
        assert.equal(line.small_actuals, of.filter(({ observed }) => observed < 5).length);
      }
      close(buy.get("region=Atlantis")!, buy.get("overall")!);
      assert.equal(data.basis, "uploaded_file");
      assert.equal(data.preview_only, true);
      assert.match(
        data.disclaimer,
        /^Computed from the uploaded calibration file: 6 rows of 5 segments and 2 distinct questions/,
      );
      assert.match(data.disclaimer, /1 row is below that/);
      assert.match(data.disclaimer, /The population, or the forecast, lacks the segment of 1 row/);
      for (const slug of ["product-purchase-intent", "ballot-measure"]) {
        assert.ok(data.disclaimer.includes(slug));
      }
    });

    it("predict what a simulation of the row's question is drawn from", async () => {
      for (
        const question of [
          KPI,
          "Should the country spend more on education and schools?",
          "Should the country spend less on education and schools?",
          "Would you pay $12 a month for this recipe service?",
          "Would you pay $48 a month for this recipe service?",
          "Do you support raising the minimum wage?",
          "What is the boiling point of mercury?",
        ]
      ) {
        const { data } = await own.call("POST", "/v1/simulations/preview", { body: { question } });
        const said = await predictions(question);
        assert.ok(Math.abs(said.get("overall")! - data.expected_pct.yes) < 0.01, question);
        if (data.tier < 3) assert.ok(new Set(said.values()).size > 2, "segments differ");
      }
    });
  });

  it("name the methodologies with their tiers, and the questions that none of them fits", async () => {
    const questions = [
      "Would you vote for this referendum on election day?",
      "Do you favor or oppose the death penalty for persons convicted of murder?",
      "Should the country spend less on education and schools?",
      "What is the boiling point of mercury?",
    ];
    const file = [HEADER, ...questions.map((question) => `overall,${question},30`)].join("\n");
    const { disclaimer } = await resultsOf(own.call, file);
    for (
      const sentence of [
        "The methodology ballot-measure (version 1), calibrated on illustrative figures, predicted 1 question on its topic that matches no " +
        "calibrated question of it (tier 2).",
        "The methodology policy-support (version 1) predicted 1 question on its topic that matches no calibrated question of it (tier 2).",
        "The methodology public-spending (version 1) predicted 1 question that matches a calibrated question (tier 1).",
        "No published methodology fits 1 question: predicted as a simulation of it would be, on tier 3.",
      ]
    ) assert.ok(disclaimer.includes(sentence), disclaimer);
  });

  describe("of the same file", () => {
    const file = [HEADER, `overall,${KPI},41`, `age=18-24,${KPI},55`, `age=65+,"${BALLOT}",33`].join("\n");

    it("are the same whatever its line ends, byte order mark and quotes", async () => {
      const { training_id: _, ...plain } = await resultsOf(own.call, file);
      for (
        const same of [
          `${file}\n`,
          file.replaceAll("\n", "\r\n"),
          `\ufeff${file}`,
          file.replaceAll(KPI, `"${KPI}"`),
        ]
      ) {
        const { training_id: __, ...again } = await resultsOf(own.call, same);
        assert.deepEqual(again, plain);
      }
    });

    it("stay the same when the file is replaced after the run has ended", async () => {
      const { id, uploadUrl } = await uploadedRun(own.call, file);
      await startRun(own.call, id);
      const first = (await results(id)).data;
      await putFile(uploadUrl, `${HEADER}\noverall,x,1\n`);
      assert.deepEqual((await results(id)).data, first);
    });
  });

  describe("of a file that does not parse", () => {
    const faulty: readonly [what: string, file: string | Uint8Array<ArrayBuffer>, message: RegExp][] = [
      ["an empty file", "", /^Line 1, column 1: expected the header/],
      ["another header", "segment,question,yes\n", /^Line 1, column 3: expected the columns .*, got "yes"/],
      [
        "a share over 100",
        `${HEADER}\noverall,q,10\noverall,q,101\n`,
        /^Line 3, column 3 \(observed_yes_pct\): expected a number from 0 to 100, got "101"/,
      ],
      [
        "a share with a percent sign",
        `${HEADER}\n\n\noverall,q,40%\n`,
        /^Line 4, column 3 \(observed_yes_pct\)/,
      ],
      ["a missing field", `${HEADER}\noverall,q\n`, /^Line 2, column 3: expected 3 fields, got 2/],
      [
        "a field after quoted lines",
        `${HEADER}\noverall,"a\nb",x\n`,
        /^Line 3, column 3 \(observed_yes_pct\)/,
      ],
      ["an open quote", `${HEADER}\noverall,"q,10\n`, /^Line 2, column 2: expected a closing quote/],
      [
        "Latin-1",
        new Uint8Array([...new TextEncoder().encode(`${HEADER}\noverall,caf`), 0xe9, 0x2c, 0x35, 0x0a]),
        /^Line 2, column 2 \(question\): expected UTF-8/,
      ],
      ["JSON", '[{"segment":"overall"}]', /^Line 1, column 1: expected a CSV file, this is JSON/],
      [
        "a spreadsheet",
        "PK\u0003\u0004xxxx",
        /^Line 1, column 1: expected a CSV file, this is a spreadsheet/,
      ],
    ];
    for (const [what, file, message] of faulty) {
      it(`name line and column of the fault: ${what}`, async () => {
        const { id } = await uploadedRun(own.call, file);
        const { status, data } = await startRun(own.call, id);
        assert.deepEqual([status, data.status, data.results_available], [202, "FAILED", true]);
        assert.match(data.failure_message, message);
        const ended = await results(id);
        assert.equal(ended.status, 200);
        assert.deepEqual([ended.data.basis, ended.data.mape, ended.data.by_segment], ["none", null, []]);
        assert.ok(ended.data.disclaimer.endsWith(data.failure_message));
      });
    }

    it("fail above 2,000 distinct questions", async () => {
      const rows = Array.from({ length: MAX_QUESTIONS + 1 }, (_, i) => `overall,Is it number ${i}?,10\n`);
      const { id } = await uploadedRun(own.call, `${HEADER}\n${rows.join("")}`);
      await startRun(own.call, id);
      const { failure_message } = await endedRun(own.call, id);
      assert.match(failure_message, /^Line 2002, column 2 \(question\): expected at most 2,000 different/);
    });
  });

  it("cover 100,000 rows", async () => {
    const rows = Array.from(
      { length: MAX_ROWS },
      (_, i) => `age=18-24,Would you buy the one numbered ${i % 100}?,${i % 101}`,
    );
    const { observations } = (await resultsOf(own.call, [HEADER, ...rows].join("\n"))).by_segment[0];
    assert.equal(observations, MAX_ROWS);
  });

  it("refuse the service's own exports as observations", async () => {
    const simulation = await newSimulation(own.call, { agent_count: 50 });
    await ended(own.call, simulation);
    const exported = await fetch(`${stack().baseUrl}/v1/simulations/${simulation}/results`, {
      headers: { Authorization: `Bearer ${own.call.key}` },
    });
    const files = [
      await exported.text(),
      `# synthetic=true\n${HEADER}\noverall,q,50\n`,
      "segment,question,observed_yes_pct,synthetic\noverall,q,50,true\n",
      "index,answer,intensity\n0,yes,4\n",
    ];
    for (const file of files) {
      const { id } = await uploadedRun(own.call, file);
      const { data } = await startRun(own.call, id);
      assert.equal(data.status, "FAILED");
      assert.match(data.failure_message, /this is an export of simulated ones/);
    }
  });
});
