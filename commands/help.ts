/** The line of every task in package.json. README.md shows the same lines; a spec compares all three. */
export const TASKS: Readonly<Record<string, string>> = {
  help: "lists the tasks",
  dev:
    "runs the whole service on this machine, and one simulation through it; `--once` stops after the verdict",
  test: "runs the specs against servers of its own; `test <part of a name>` runs those alone",
  "test:ci": "runs the specs that need root, a browser, Go, Java or Python",
  "test:outages":
    "runs the specs that kill processes and stop servers, for minutes: before a release, and after a change of what they guard",
  "test:node": "runs the integration specs with the worker on Node, the runtime that Temporal's SDK supports",
  check: "checks format, lint, types, imports and file sizes: the gate before a commit",
  fmt: "formats the code",
  bench:
    "measures the service beside a floor of the same run and writes docs/benchmarks.md; `bench <suite …>` measures those alone",
  cluster:
    "starts the service as production runs it, carries out the drills of docs/scaling.md under load and writes their table; `cluster <drill …>` prints those alone",
  faults:
    "kills and stops parts of the whole service while it works, checks what it accepted, and writes docs/faults.md; `faults <flow or fault …>` does those alone",
  fuzz:
    "sends generated requests to the whole service, checks each answer against the OpenAPI document, and writes docs/fuzz.md; `fuzz [--cases N] [--seed N] [part …]`, `fuzz webhooks`",
  doubt:
    "plants faults one by one in a copy of the checkout, and tells which ones the specs of the same path let pass; `doubt <word …>` plants those alone",
  "runbook-drills":
    "breaks the service story by story, finds each trouble by its alert, carries out the recipes of docs/operating.md and writes their table; `runbook-drills <heading …>` does those alone",
  migrate: "applies the migrations that the database lacks",
  "create-logins":
    "creates the database logins in API_DATABASE_URL and WORKER_DATABASE_URL, or changes their passwords to those",
  "create-operator-key":
    "creates an API key of the operators and prints it, with its id for OPERATOR_KEY_IDS",
  bundle: "bundles the workflow code into the file `bundle <file>`, for WORKFLOW_BUNDLE",
  "build-console": "builds the web console, which the API serves, into console/dist",
  screens: "runs the console's specs, and writes a picture of each page into .dev/screens",
  console: "serves the web console from its sources beside a running dev, and shows changes at once",
  "evaluate-agents":
    "measures the model in AGENTS_BASE_URL on calibrated questions and stores its error, `--questions N --agents M`",
  "evaluate-forecasts":
    "measures what the model in FORECAST_BASE_URL adds to predictions, and lets its estimates count only where they do; `--cutoff <year>`",
  methodology:
    "computes the tables of a survey, `methodology <mapping.json> <microdata.csv[.gz]> <file.json>`, and publishes them with `--publish [--organization <id>]`",
  "fit-predictor": "fits the predictor to the calibrated questions",
  "fit-factors":
    "fits what answers have in common to the surveys and writes docs/agents.md, `fit-factors <folder with their microdata>`",
  audiences:
    "measures the verdicts on audiences against the people of the surveys, `audiences <folder with their microdata>`",
  accuracy: "measures the predictions on questions that are left out, and writes docs/accuracy.md",
  sentences:
    "asks a running service forty questions and prints every sentence that it says about people, beside what is known",
  "rotate-keys": "encrypts with the first of SECRETS_KEYS the secrets that an older key encrypted",
  "train-routing": "learns the routing weights from the exemplar questions",
  "evaluate-routing":
    "prints how often a question reaches its methodology, on questions not used for training",
  "derive-vectors": "encodes the wordings of the calibrated questions, and their words",
  openapi:
    "writes the OpenAPI document to a file, `openapi <file>`; with `--generators` in the form that openapi-generator reads",
  "write-reading-examples": "writes the examples in docs/readings.md anew",
  "generate-client": "writes the client's and the console's types from the service's OpenAPI document",
  "pack-client": "builds the client as npm gets it, `pack-client <folder>`, and prints its file",
};

/** `deno task help`: prints every task with its line. */
if (import.meta.main) {
  const width = Math.max(...Object.keys(TASKS).map((name) => name.length));
  console.log("npx --yes deno task …\n");
  for (const [name, line] of Object.entries(TASKS)) console.log(`  ${name.padEnd(width)}  ${line}`);
}
