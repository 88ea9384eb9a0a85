import assert from "node:assert/strict";
import type { Caller, Reply } from "./caller.ts";
import { eventually } from "./eventually.ts";

/** The header of a calibration file without `n`. */
export const HEADER = "segment,question,observed_yes_pct";

/** The calibrated question of product-purchase-intent, which routing recognizes exactly. */
export const KPI = "How likely are you to buy this product if it were available where you usually shop?";

export interface NewTrainingRun {
  readonly id: string;
  readonly uploadUrl: string;
}

/** A training run that is QUEUED. */
export async function newTrainingRun(call: Caller, change: object = {}): Promise<NewTrainingRun> {
  const created = await call("POST", "/v1/training/uploads", {
    body: { workflow_name: "Oat drinks", ...change },
  });
  assert.equal(created.status, 201, JSON.stringify(created.meta));
  return { id: created.data.training_id, uploadUrl: created.data.upload_url };
}

/** PUTs a file to an upload URL. */
export function putFile(
  url: string,
  body: BodyInit,
  headers: Readonly<Record<string, string>> = { "Content-Type": "text/csv" },
): Promise<Response> {
  return fetch(url, { method: "PUT", headers, body });
}

/** A QUEUED run whose file is uploaded. */
export async function uploadedRun(call: Caller, file: BodyInit): Promise<NewTrainingRun> {
  const run = await newTrainingRun(call);
  const put = await putFile(run.uploadUrl, file);
  assert.equal(put.status, 200, await put.text());
  return run;
}

/** Starts a run; the answer comes when it has ended, or after 10 s. */
export function startRun(call: Caller, id: string, idempotencyKey: string | null = null): Promise<Reply> {
  return call("POST", `/v1/training/${id}/start`, { idempotencyKey });
}

/** Its status resource, once it has ended. */
export function endedRun(call: Caller, id: string, seconds = 45): Promise<Reply["data"]> {
  return eventually(`training run ${id} to end`, async () => {
    const { data } = await call("GET", `/v1/training/${id}`);
    return data.results_available ? data : undefined;
  }, seconds);
}

/** The results of a run with this file, which must complete. */
export async function resultsOf(call: Caller, file: string): Promise<Reply["data"]> {
  const { id } = await uploadedRun(call, file);
  await startRun(call, id);
  const { status, failure_message } = await endedRun(call, id);
  assert.equal(status, "COMPLETED", failure_message);
  return (await call("GET", `/v1/training/${id}/results`)).data;
}
