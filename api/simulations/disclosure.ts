import Type from "typebox";
import type { ScenarioApplied } from "#engine/forecast/forecast.ts";
import type { CalibrationBoundary } from "#engine/verdict/schema.ts";
import { disclosureOf } from "#engine/verdict/disclosure.ts";
import { readStoredVerdict } from "#engine/verdict/stored-verdict.ts";
import { findResults } from "#db/simulations/runs.ts";
import { defineRoute, withScope } from "../http/define-route.ts";
import { namedObject, nullable, text, Timestamp } from "../http/fields.ts";
import { askedOf } from "./results.ts";
import { foundSimulation, simulationNotComplete } from "./read.ts";

const Texts = Type.Array(Type.String());

const Disclosure = namedObject("Disclosure", {
  question: Type.String(),
  agents: Type.Integer(),
  population: Type.String(),
  fielded: Timestamp,
  sources: Type.Array(namedObject("DisclosedSource", {
    survey: Type.String(),
    year: nullable(Type.String()),
    mode: nullable(text("How people were asked")),
    respondents: nullable(Type.Integer()),
    wording_note: nullable(Type.String()),
    answers: nullable(
      Type.Array(Type.String(), {
        description: "Those of the matched question, in their order; null elsewhere",
      }),
    ),
    fold: nullable(namedObject("AnswerFold", { yes: Texts, maybe: Texts, no: Texts, none: Texts })),
    weight: nullable(Type.String()),
  })),
  matching: Type.String(),
  adjustments: Texts,
  not_measured: Texts,
});

export const showDisclosure = defineRoute({
  ...withScope("Simulations", "simulations:read"),
  endpoint: "GET /v1/simulations/{id}/disclosure",
  responses: { 200: { description: "The disclosure", data: Disclosure } },
  errors: ["simulation_not_complete"],
  read: async ({ params: { id }, identity: { organizationId }, inTransaction, services }) => {
    const row = foundSimulation(await inTransaction((tx) => findResults(tx, id, { agents: false })));
    if (row.status !== "completed") throw simulationNotComplete(row);
    const disclosure = disclosureOf({
      ...await askedOf(row, organizationId, services),
      agents: row.agent_count,
      audience: row.audience,
      fielded: (row.completed_at ?? row.created_at).toISOString(),
      engine: row.engine_name,
      verdict: readStoredVerdict(row.verdict, row.calibration_boundary),
      boundary: row.calibration_boundary as unknown as CalibrationBoundary,
      scenario: row.scenario_applied as ScenarioApplied | null,
    });
    return { data: disclosure };
  },
});
