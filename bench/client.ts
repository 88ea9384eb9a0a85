import { stack } from "#test/support/stack.ts";

/** Calls the API of the run's stack; a refusal ends the benchmark. */
export async function call(
  method: string,
  path: string,
  body?: object,
  key = stack().apiKey,
): Promise<Response> {
  const response = await fetch(`${stack().baseUrl}${path}`, {
    method,
    headers: {
      Authorization: `Bearer ${key}`,
      "Content-Type": "application/json",
      "Idempotency-Key": crypto.randomUUID(),
      "Accept-Encoding": "identity",
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  return response;
}

export async function createSimulation(agentCount: number): Promise<string> {
  const response = await call("POST", "/v1/simulations", {
    workflow_id: "brand-trust",
    agent_count: agentCount,
    question: "Do you trust this brand to do what it promises?",
    generate_insights: false,
  });
  return (await response.json()).data.id;
}

/** Lifts the rate limit of the stack's organization, which is not what is measured. */
export async function liftRateLimit(): Promise<void> {
  const { organizationId, operatorKey } = stack();
  const path = `/v1/admin/organizations/${organizationId}`;
  const response = await call("PATCH", path, { limits: { requests_per_minute: 10_000_000 } }, operatorKey);
  await response.body?.cancel();
}
