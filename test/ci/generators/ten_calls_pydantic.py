"""The ten calls by the Python client that openapi-generator wrote, which is on PYTHONPATH as `simulation`."""

import json
import os
import uuid

from simulation import ApiClient, Configuration, CreateSimulation, CreateWebhook, SimulationsApi, WebhooksApi
from simulation.exceptions import NotFoundException

client = ApiClient(Configuration(host=os.environ["BASE_URL"], access_token=os.environ["API_KEY"]))
simulations = SimulationsApi(client)
webhooks = WebhooksApi(client)
AGENTS = int(os.environ["AGENTS"])


def create(question, agents=AGENTS):
    body = CreateSimulation(
        workflow_id="product-purchase-intent",
        agent_count=agents,
        question=question,
        seed=int(os.environ["SEED"]),
        generate_insights=False,
    )
    return simulations.create_simulation(str(uuid.uuid4()), body).data


created = create(os.environ["QUESTION"])
other = create(os.environ["OTHER_QUESTION"])
status = simulations.show_simulation(created.id).data
waited = simulations.show_simulation(created.id, wait=30)
simulations.show_simulation(other.id, wait=30)
results = simulations.simulation_results(created.id).data
page = simulations.list_simulations(limit=1)
second = simulations.list_simulations(limit=1, cursor=page.meta.next_cursor)
compared = simulations.compare_simulations(created.id, other.id).data
cancelled = simulations.cancel_simulation(create("Would you cancel this?", 10_000).id).data
webhook = webhooks.create_webhook(
    str(uuid.uuid4()), CreateWebhook(url="https://example.com/hook", events=["simulation.completed"])
).data
deliveries = webhooks.list_deliveries(webhook_id=webhook.id)
try:
    simulations.show_simulation(os.environ["MISSING_ID"])
    raise AssertionError("The missing simulation was found")
except NotFoundException as caught:
    error = caught.data

print(
    json.dumps(
        {
            "created": [created.status, created.agent_count, created.seed],
            "status": [str(status.id) == str(created.id), status.workflow_id],
            "waited": [waited.data.status, waited.data.agents_completed, waited.data.failure_code],
            "results": [
                results.verdict.answer,
                results.verdict.yes_pct,
                len(results.agents),
                results.agents[0].segments["sex"],
                results.calibration_boundary.tier,
            ],
            "pages": [len(page.data), page.meta.has_more, page.data[0].id != second.data[0].id],
            "compared": [compared.paired, compared.difference_pct.yes, len(compared.simulations)],
            "cancelled": [cancelled.status, cancelled.failure_code],
            "webhook": [webhook.events, webhook.enabled, webhook.secret[:6]],
            "deliveries": [len(deliveries.data), deliveries.meta.has_more],
            "error": [error.error, error.meta.message],
        }
    )
)
