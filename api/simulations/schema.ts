import Type from "typebox";
import type { Audience as AudienceOfFrame } from "#engine/population/audience.ts";
import {
  boolean,
  Id,
  integer,
  LISTED_NAME_PATTERN,
  Metadata,
  name,
  named,
  namedObject,
  nullable,
  oneOf,
  SimulationId,
  text,
  Timestamp,
  VISIBLE,
} from "../http/fields.ts";

export const SIMULATION_STATUSES = ["queued", "running", "completed", "failed"] as const;
export const SimulationStatus = named("SimulationStatus", oneOf(SIMULATION_STATUSES));
export const FailureCode = named(
  "FailureCode",
  oneOf(["engine_unavailable", "cancelled", "timed_out", "terminated", "internal"]),
);

/** The state of a simulation's Reading. */
export const InsightsStatus = named(
  "InsightsStatus",
  oneOf(["not_started", "queued", "running", "completed", "failed", "disabled"]),
);

const MAX_AGENTS = 10_000;

export const Question = text(
  "Asked verbatim of every agent; without it (deprecated) the methodology's KPI question is asked",
  { minLength: 1, maxLength: 2_000, pattern: VISIBLE },
);

const ScenarioContext = named(
  "ScenarioContext",
  Type.Object({}, {
    description:
      "Parameters by the methodology's own `scenario_schema`, at most 16 KiB; the automatic routing takes them as `overrides`",
  }),
);

const MAX_TAGS = 20;
export const Tag = Type.String({ minLength: 1, maxLength: 40, pattern: LISTED_NAME_PATTERN });
const Tags = Type.Array(Tag, {
  maxItems: MAX_TAGS,
  uniqueItems: true,
  description:
    `Your own labels, by which lists find it: at most ${MAX_TAGS} of at most 40 characters, without commas`,
});
const Name = name(100, "Your own name for it");

/** The most segments of a dimension, and more than the dimensions of any frame. */
const MAX_NAMED = 20;
export const Audience = named(
  "Audience",
  Type.Unsafe<AudienceOfFrame>({
    type: "object",
    maxProperties: MAX_NAMED,
    propertyNames: { minLength: 1, maxLength: 40 },
    additionalProperties: {
      type: "array",
      minItems: 1,
      maxItems: MAX_NAMED,
      items: { type: "string", minLength: 1, maxLength: 40 },
    },
    description:
      "Segments by dimension, of those that the methodology reports: only people in one of the segments of every dimension named are " +
      "asked. At least 1 % of the population. Shown in the population's order; a dimension with all of its segments restricts nothing and is left out.",
  }),
);

/** What every create can say beside what is asked, and of how many. */
export const OfEveryCreate = Type.Object({
  audience: Type.Optional(Audience),
  seed: Type.Optional(
    integer("The same seed gives the same agents; one is drawn and returned when none is given", {
      format: "int64",
      minimum: 0,
      maximum: Number.MAX_SAFE_INTEGER,
    }),
  ),
  callback_url: Type.Optional(
    text(
      "HTTPS URL that this simulation's events are sent to, beside the subscriptions to `*`. Deliveries are signed with the " +
        "organization's callback secret, which the first such create shows in `meta.callback_secret.secret`: `POST /v1/callback-secret` gives a new " +
        "one. `meta.callback_note` tells of subscriptions that are passed over.",
      { minLength: 1, maxLength: 2_048 },
    ),
  ),
  generate_insights: Type.Optional(boolean("false: the simulation never gets a Reading", { default: true })),
  metadata: Type.Optional(Metadata),
  name: Type.Optional(Name),
  tags: Type.Optional(Tags),
});

export const CreateSimulation = namedObject("CreateSimulation", {
  workflow_id: text("Slug of a published methodology", { minLength: 1, maxLength: 100 }),
  agent_count: Type.Integer({ minimum: 1, maximum: MAX_AGENTS }),
  scenario_context: Type.Optional(ScenarioContext),
  question: Type.Optional(Question),
  ...OfEveryCreate.properties,
});

/** The body of an automatic routing. */
export const AutoSimulation = namedObject("AutoSimulation", {
  question: text("Asked verbatim of every agent", { minLength: 10, maxLength: 2_000, pattern: VISIBLE }),
  agent_count: Type.Optional(
    integer("By default the smaller of the methodology's recommendation and the plan's ceiling", {
      minimum: 1,
      maximum: MAX_AGENTS,
    }),
  ),
  overrides: Type.Optional(ScenarioContext),
  fallback: Type.Optional(
    oneOf(
      ["general_population"],
      "What is asked where no methodology fits well enough: by default nobody, 422; with this the general population, tier 3, `routed_via` null",
    ),
  ),
  ...OfEveryCreate.properties,
});

const MAX_BATCH = 20;

/** The body of a batch. */
export const SimulationBatch = namedObject("SimulationBatch", {
  simulations: Type.Array(
    namedObject(
      "BatchedSimulation",
      {
        ...AutoSimulation.properties,
        question: CreateSimulation.properties.question,
        workflow_id: Type.Optional(CreateSimulation.properties.workflow_id),
        scenario_context: CreateSimulation.properties.scenario_context,
      },
      "The body of a create, which names its `workflow_id`, or of an automatic routing, which has a `question` of at least 10 characters instead",
    ),
    { minItems: 2, maxItems: MAX_BATCH },
  ),
  seed: CreateSimulation.properties.seed,
  agent_count: Type.Optional(
    integer("Of those that have none of their own", { minimum: 1, maximum: MAX_AGENTS }),
  ),
});

/** What can be changed of a simulation. */
export const ChangeSimulation = namedObject("ChangeSimulation", {
  name: Type.Optional(nullable(Name)),
  tags: Type.Optional(nullable(Tags)),
  metadata: Type.Optional(nullable(Metadata)),
  archived: Type.Optional(boolean("Lists leave archived simulations out unless `archived=true`")),
});

/** The body of a preview. */
export const PreviewSimulation = namedObject("PreviewSimulation", {
  ...AutoSimulation.properties,
  workflow_id: Type.Optional(
    text("The methodology to preview, as a create names it; by default the one that is routed to", {
      minLength: 1,
      maxLength: 100,
    }),
  ),
});

export const Confidence = Type.Number({ minimum: 0, maximum: 1 });

export const RoutedVia = namedObject("RoutedVia", {
  workflow_id: Type.String(),
  workflow_name: Type.String(),
  confidence: Confidence,
  methodology_label: Type.String(),
  kpi_question: text("Deprecated"),
});

const callback = {
  callback_secret: Type.Optional(
    namedObject(
      "CallbackSecretHint",
      {
        exists: boolean("Whether there was one before this answer"),
        rotate_url: text("POST here for a new one, which is shown once", { format: "uri" }),
        secret: Type.Optional(
          text("The organization's first one, which this create has made: shown here alone"),
        ),
      },
      "With a `callback_url`: the secret that signs its deliveries",
    ),
  ),
  callback_note: Type.Optional(
    text("Where subscriptions get nothing of this simulation because it has a `callback_url`"),
  ),
};
export const CreatedMeta = namedObject("CreatedSimulationMeta", callback);
export const RoutedMeta = namedObject("RoutedSimulationMeta", {
  ...callback,
  routed_via: nullable(RoutedVia),
});

/** Of a status that was asked for while there is more to come. */
export const PollMeta = namedObject("SimulationMeta", {
  next_poll_after_seconds: Type.Optional(
    integer("While queued or running, like the header Retry-After", { minimum: 1, maximum: 30 }),
  ),
});

const identification = {
  id: SimulationId,
  workflow_id: Type.String(),
  status: SimulationStatus,
  agent_count: Type.Integer(),
  question: nullable(Type.String()),
  seed: Type.Integer({ format: "int64" }),
  created_at: Timestamp,
  results_available: Type.Boolean(),
  results_url: Type.String({ format: "uri" }),
  insights_status: InsightsStatus,
  scenario_context: nullable(ScenarioContext),
  audience: nullable(Audience),
  callback_url: nullable(Type.String()),
  routed_via: nullable(RoutedVia),
  metadata: Metadata,
  name: nullable(Type.String()),
  tags: Type.Array(Type.String()),
  archived: Type.Boolean(),
  created_by: nullable(namedObject("SimulationCreator", {
    kind: oneOf(["key", "user"]),
    id: Id,
    name: nullable(text("Null once the key or the person is gone")),
  }, "The key or the person that created it; null for simulations from before it was kept")),
};

export const CreatedSimulation = namedObject("CreatedSimulation", {
  ...identification,
  poll_url: Type.String({ format: "uri" }),
});

export const Simulation = namedObject("Simulation", {
  ...identification,
  agents_completed: Type.Integer(),
  progress_pct: Type.Number({ minimum: 0, maximum: 100 }),
  started_at: nullable(Timestamp),
  completed_at: nullable(Timestamp),
  failure_code: nullable(FailureCode),
  failure_message: nullable(Type.String()),
  shared: boolean("Whether a read-only link shows its verdict"),
});

export const Cancelled = namedObject("CancelledSimulation", {
  id: Id,
  status: SimulationStatus,
  failure_code: nullable(FailureCode),
});
