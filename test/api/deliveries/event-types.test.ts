import assert from "node:assert/strict";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { newOrganization } from "#testing/organizations.ts";
import { completedSimulation, endedReading } from "#testing/simulations.ts";

describe("The catalogue of events", () => {
  it("lists every type once, each with a sentence", async () => {
    const { call } = await newOrganization();
    const { status, data } = await call("GET", "/v1/event-types");
    assert.equal(status, 200);
    assert.deepEqual(data.map(({ type }: { type: string }) => type).sort(), [
      "simulation.completed",
      "simulation.failed",
      "simulation.insights.completed",
      "simulation.insights.failed",
      "training.completed",
      "training.failed",
      "webhook.test",
    ]);
    for (const { description } of data) assert.match(description, /^[A-Z].{10,}[a-z]$/);
  });

  it("is paged where a limit is given, like every list, and takes no cursor of another", async () => {
    const { call } = await newOrganization();
    const { data: all, meta } = await call("GET", "/v1/event-types");
    assert.deepEqual([meta.next_cursor, meta.has_more], [null, false]);
    const first = await call("GET", "/v1/event-types?limit=4");
    assert.deepEqual([first.data, first.meta.has_more], [all.slice(0, 4), true]);
    const rest = await call("GET", `/v1/event-types?limit=4&cursor=${first.meta.next_cursor}`);
    assert.deepEqual([rest.data, rest.meta.next_cursor], [all.slice(4), null]);
    assert.equal((await call("GET", `/v1/events?cursor=${first.meta.next_cursor}`)).status, 400);
    assert.equal((await call("GET", "/v1/event-types?limit=0")).status, 400);
  });

  it("have a schema that their own events and examples conform to", async () => {
    const { call } = await newOrganization();
    const id = await completedSimulation(call);
    await endedReading(call, id);
    const { data: catalogue } = await call("GET", "/v1/event-types");
    const { data: events } = await call("GET", `/v1/events?simulation_id=${id}`);
    assert.equal(events.length, 2);
    const ajv = new Ajv2020({ strict: false });
    addFormats.default(ajv);
    for (const { type, schema, example } of catalogue) {
      const validate = ajv.compile(schema);
      const conforms = (value: unknown): boolean => validate(value) === true;
      assert.ok(conforms(example), `${type}: ${ajv.errorsText(validate.errors)}`);
      assert.ok(conforms({ ...example, field_of_a_later_release: 1 }), type);
      assert.ok(!conforms({ ...example, data: {} }), type);
      for (const event of events) {
        assert.equal(conforms(event), event.type === type, `${event.type} by the schema of ${type}`);
      }
    }
  });
});
