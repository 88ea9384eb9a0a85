import { inOrderOf } from "../http/json.ts";
import { SharedResults } from "./results-schema.ts";

const QUESTION = "Would you buy this oat drink for your breakfast?";
const SIMULATION = "01985d2c-6f7a-7c31-9b1e-5a0d3f3c8e21";
const OTHER = "01985d2d-0a4b-7d52-8f0e-1c2b3a495867";
const URL_OF = `https://api.example.org/v1/simulations/${SIMULATION}`;

const AUDIENCE = { age: ["18-24", "25-34"] };

const identification = {
  id: SIMULATION,
  workflow_id: "product-purchase-intent",
  status: "queued",
  agent_count: 500,
  question: QUESTION,
  seed: 42,
  created_at: "2026-12-01T09:30:00.000Z",
  results_available: false,
  results_url: `${URL_OF}/results`,
  insights_status: "not_started",
  scenario_context: null,
  audience: AUDIENCE,
  callback_url: null,
  routed_via: null,
  metadata: { campaign: "spring" },
  name: "Oat drink, spring",
  tags: ["breakfast"],
  archived: false,
  created_by: { kind: "key", id: "01985d21-5a6b-7c7d-8e8f-90a1b2c3d4e5", name: "Production" },
};

const simulation = {
  ...identification,
  status: "running",
  agents_completed: 250,
  progress_pct: 50,
  started_at: "2026-12-01T09:30:00.120Z",
  completed_at: null,
  failure_code: null,
  failure_message: null,
  shared: false,
};

const interval_pct = { yes: [38.2, 58.6], maybe: [14.1, 29.9], no: [20.3, 38.5] };
const tally = {
  yes: 242,
  maybe: 110,
  no: 146,
  n_a: 2,
  total: 500,
  yes_pct: 48.4,
  maybe_pct: 22,
  no_pct: 29.2,
  n_a_pct: 0.4,
  interval_pct,
  margin_of_error_pct: 10.2,
  sampling_margin_pct: 4.6,
  design_effect: 1.1,
  effective_n: 454.5,
};

const sources = [{
  survey: "General Social Survey",
  year: "2016, 2018",
  respondents: 2_512,
  citation: "Smith, Tom W. et al., General Social Surveys 1972–2018.",
  illustrative: false,
}];

const matched = {
  similarity: 0.42,
  matched_question: null,
  sources,
};

const routing = {
  workflow_id: "product-purchase-intent",
  workflow_name: "Product purchase intent",
  confidence: 0.93,
  methodology_label: "Purchase intent",
};

const difference = {
  difference_pct: { yes: -4.2, maybe: 1.2, no: 3 },
  interval_pct: { yes: [-18.2, 9.8], maybe: [-9.5, 11.9], no: [-10.4, 16.4] },
  agents_interval_pct: { yes: [-7.1, -1.3], maybe: [-1.4, 3.8], no: [0.4, 5.6] },
};

const compared = {
  simulation_id: SIMULATION,
  workflow_id: "product-purchase-intent",
  question: QUESTION,
  audience: AUDIENCE,
  agent_count: 500,
  seed: 42,
  completed_at: "2026-12-01T09:30:01.400Z",
  verdict: { yes_pct: 48.4, maybe_pct: 22, no_pct: 29.2 },
};

const generate_insights = true;

const results = {
  simulation_id: SIMULATION,
  workflow_id: "product-purchase-intent",
  agent_count: 500,
  seed: 42,
  customer_question: QUESTION,
  metadata: { campaign: "spring" },
  population: { frame: "us-adults-2024", description: "U.S. resident adults aged 18 and over" },
  audience: AUDIENCE,
  engine: { name: "embedded", version: "5" },
  completed_at: "2026-12-01T09:30:01.400Z",
  verdict: {
    ...tally,
    answer: "yes",
    uncertainty_basis: "held_out_questions",
    evidence: "predicted",
    effective_human_n: 88.3,
  },
  question_issues: [],
  by_segment: [{
    dimension: "age",
    segment: "18-24",
    ...tally,
    yes: 40,
    maybe: 10,
    no: 10,
    n_a: 0,
    total: 60,
    yes_pct: 66.7,
    maybe_pct: 16.7,
    no_pct: 16.6,
    n_a_pct: 0,
    small_base: false,
  }],
  scenario_applied: null,
  agents: [{
    index: 0,
    segments: { sex: "female", age: "18-24" },
    weight: 0.98,
    answer: "yes",
    intensity: 4,
    reason: "It suits what I have for breakfast.",
    quote: null,
  }],
  calibration_boundary: {
    tier: 2,
    kind: "topic_uncalibrated",
    disclaimer:
      "The question matches no calibrated question; the verdict is predicted from questions that people really answered.",
    methodology_id: "product-purchase-intent",
    ...matched,
    accuracy_pct: null,
    accuracy_basis: null,
    confirm_mean_pct: null,
  },
  post_hoc: { insights_status: "queued", insights_url: `${URL_OF}/insights` },
};

/** Examples of simulations, by the names of their schemas. */
export const SIMULATION_EXAMPLES: Readonly<Record<string, unknown>> = {
  Audience: AUDIENCE,
  CreateSimulation: {
    workflow_id: "product-purchase-intent",
    agent_count: 500,
    question: QUESTION,
    audience: AUDIENCE,
    seed: 42,
    generate_insights,
    metadata: { campaign: "spring" },
  },
  AutoSimulation: { question: QUESTION, agent_count: 500, generate_insights },
  SimulationBatch: {
    simulations: [
      { workflow_id: "product-purchase-intent", question: QUESTION },
      {
        workflow_id: "product-purchase-intent",
        question: "Would you buy this soy drink for your breakfast?",
      },
    ],
    agent_count: 500,
    seed: 42,
  },
  ChangeSimulation: { name: "Oat drink, spring", tags: ["breakfast"], archived: false },
  PreviewSimulation: { question: QUESTION, audience: AUDIENCE, agent_count: 500 },
  CreatedSimulation: { ...identification, poll_url: URL_OF },
  RoutedSimulationMeta: {
    routed_via: { ...routing, kpi_question: "How likely are you to buy this product?" },
  },
  Simulation: simulation,
  ListedSimulation: {
    ...simulation,
    verdict: {
      evidence: "predicted",
      yes_pct: 48.4,
      maybe_pct: 22,
      no_pct: 29.2,
      n_a_pct: 0.4,
      interval_pct,
    },
  },
  SimulationMeta: { next_poll_after_seconds: 1 },
  AdminSimulation: {
    ...simulation,
    organization_id: "01985d20-1b2c-7a3d-8e4f-5061728394a5",
    organization_name: "Acme",
    temporal_ui_url: `https://temporal.example.org/namespaces/default/workflows/simulation%2F${SIMULATION}`,
  },
  CancelledSimulation: { id: SIMULATION, status: "failed", failure_code: "cancelled" },
  SimulationResults: results,
  SharedResults: inOrderOf(SharedResults, results),
  Disclosure: {
    question: "Should the government spend more on the environment?",
    agents: 500,
    population: "Adults who live in the United States, by the frame us-adults-2024.",
    fielded: "2026-12-01T09:30:00.420Z",
    sources: [{
      survey: "General Social Survey",
      year: "2016, 2018",
      mode: "face-to-face",
      respondents: 2_512,
      wording_note:
        "Worded by us after the survey's question, whose own wording may differ. Taken by: Davern, M. et al.: General Social Survey 1972–2024, NORC at the University of Chicago.",
      answers: ["too little or not enough", "about right", "too much"],
      fold: { yes: ["too little or not enough"], maybe: ["about right"], no: ["too much"], none: [] },
      weight: "the survey's own weights",
    }],
    matching:
      'It is taken for the calibrated question "Should the country spend more on the environment?" (similarity 0.97) of the methodology public-spending.',
    adjustments: [
      "No person was interviewed: 500 agents were drawn from the population's table by the engine embedded, so there is no response rate, mode or language but those of the sources.",
      "52 to 72 % of U.S. adults would say yes, by a survey of 2016 and 2018: the 95 % interval, as wide as that of a random sample of 93 people. Sampling of the 500 agents alone: ± 5 points, by 455 effective agents.",
      "Agents are weighted so that their margins are the population's (raking; design effect 1.1).",
    ],
    not_measured: ["What has changed since the years of the sources."],
  },
  SimulationPreview: {
    question: QUESTION,
    audience: AUDIENCE,
    population: { frame: "us-adults-2024", description: "U.S. resident adults aged 18 and over" },
    frame: { share_pct: 18.2, dimensions: [{ dimension: "sex", segments: ["female", "male"] }] },
    workflow_id: "product-purchase-intent",
    agent_count: 500,
    routed_via: routing,
    alternatives: [{ workflow_id: "brand-trust", confidence: 0.03 }],
    tier: 2,
    ...matched,
    illustrative: false,
    expected_pct: { yes: 48.4, maybe: 22, no: 29.2, n_a: 0.4 },
    interval_pct,
    margin_of_error_pct: 10.2,
    sampling_margin_pct: 4.4,
    uncertainty_basis: "held_out_questions",
    evidence: "predicted",
    effective_human_n: 88.3,
    question_issues: ["double_barrelled"],
    scenario_applied: { price: 4.5, read_from: "question", ignored: [] },
    cost: null,
  },
  SimulationComparison: {
    simulations: [compared, {
      ...compared,
      simulation_id: OTHER,
      question: "Would you buy this soy drink for your breakfast?",
      verdict: { yes_pct: 44.2, maybe_pct: 23.2, no_pct: 32.2 },
    }],
    paired: true,
    ...difference,
    by_segment: [{ dimension: "age", segment: "18-24", ...difference }],
    others: [],
    note:
      "Both simulations drew the same agents, so who was drawn plays no part in the difference; questions, surveys, their years and the error of predictions do.",
  },
};
