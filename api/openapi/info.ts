import { errorTable } from "./errors.ts";

/** The groups of operations, in the order of a reader's first steps. A spec compares them with the route table. */
export const TAGS: readonly { readonly name: string; readonly description: string }[] = [
  {
    name: "Simulations",
    description:
      "Ask a question, follow the run, read the verdict with its margin of error and its calibration.",
  },
  { name: "Workflows", description: "The calibrated methodologies that a simulation can run by." },
  {
    name: "Insights",
    description: "The Reading of a completed simulation: eight blocks that explain its verdict.",
  },
  {
    name: "Webhooks",
    description: "Signed events to your endpoints: the outcome of each delivery, and sending one again.",
  },
  { name: "API keys", description: "The keys of your organization: for people, and each key for itself." },
  { name: "Organization", description: "Your organization: its name, its people, invitations, and its end." },
  { name: "Sessions", description: "Where you are signed in." },
  {
    name: "Usage",
    description: "What the organization has used of its plan, its recent requests, and the service's state.",
  },
  {
    name: "Billing",
    description: "The organization's bill at the billing provider, and that provider's events.",
  },
  {
    name: "Training",
    description: "Your own survey's figures, compared with the forecasts of its questions.",
  },
  {
    name: "Accounts",
    description: "People: sign up, sign in with a password or a mailed link, set a new password, sign out.",
  },
  {
    name: "Operators",
    description: "For the people who run the service; other keys get `forbidden_operator_only`.",
  },
];

/** The introduction of the document, in Markdown. */
export const DESCRIPTION =
  `Asks a question of up to 10,000 simulated survey respondents and returns an honest verdict.

The guides are in the folder \`docs/guides/\` of the service's repository, and are not served here: a first verdict, keys, asking, waiting and
webhooks, reading a verdict, errors, repeating calls, lists, limits, versions, training runs. Their snippets in curl, TypeScript and Python are tried.

## Responses

Every JSON response has the three keys \`data\`, \`error\` and \`meta\`. \`error\` is null, or a code: clients dispatch on the code, not on the
status. Later releases may add keys to responses and types of events: ignore those that you do not know. Requests with unknown fields are refused, and so are texts
with a NUL character or half a surrogate pair, wherever they stand.

## Errors

An unknown path answers 404 \`not_found\`, another method of a known path 405 \`not_found\` with \`Allow\`. What is no readable HTTP answers 400, headers
over 16 KiB answer 431 and a request that takes too long 408, each \`validation_error\`.

${errorTable()}

## Lists

A list's \`data\` is an array, the newest first. \`meta.next_cursor\` is the \`cursor\` of the next page, or null. A cursor fits the same list with the
same filters alone.

## Creating once

Send an \`Idempotency-Key\` with a POST, and the same one with each retry: the first answer is repeated for 24 hours.

## Limits

\`X-RateLimit-*\` and \`meta.rate_limit\` tell what is left. 429 and 503 tell by \`Retry-After\` when to ask again.`;
