"""The ten calls by the client that openapi-python-client wrote, which is on PYTHONPATH as `simulation_client`."""

import json
import os
import uuid

from simulation_client import AuthenticatedClient
from simulation_client.api.simulations import (
    cancel_simulation,
    compare_simulations,
    create_simulation,
    list_simulations,
    show_simulation,
    simulation_results,
)
from simulation_client.api.webhooks import create_webhook, list_deliveries
from simulation_client.models import CreateSimulation, CreateWebhook, SimulationNotFoundError, SubscribedEvent

client = AuthenticatedClient(os.environ["BASE_URL"], token=os.environ["API_KEY"], timeout=60)
AGENTS = int(os.environ["AGENTS"])


def create(question, agents=AGENTS):
    body = CreateSimulation(
        workflow_id="product-purchase-intent",
        agent_count=agents,
        question=question,
        seed=int(os.environ["SEED"]),
        generate_insights=False,
    )
    return create_simulation.sync(client=client, body=body, idempotency_key=str(uuid.uuid4())).data


created = create(os.environ["QUESTION"])
other = create(os.environ["OTHER_QUESTION"])
status = show_simulation.sync(created.id, client=client).data
waited = show_simulation.sync(created.id, client=client, wait=30)
show_simulation.sync(other.id, client=client, wait=30)
results = simulation_results.sync(created.id, client=client).data
page = list_simulations.sync(client=client, limit=1)
second = list_simulations.sync(client=client, limit=1, cursor=page.meta.next_cursor)
compared = compare_simulations.sync(created.id, other.id, client=client).data
cancelled = cancel_simulation.sync(create("Would you cancel this?", 10_000).id, client=client).data
webhook = create_webhook.sync(
    client=client,
    body=CreateWebhook(url="https://example.com/hook", events=[SubscribedEvent.SIMULATION_COMPLETED]),
    idempotency_key=str(uuid.uuid4()),
).data
deliveries = list_deliveries.sync(client=client, webhook_id=webhook.id)
error = show_simulation.sync(uuid.UUID(os.environ["MISSING_ID"]), client=client)
assert isinstance(error, SimulationNotFoundError), error

print(
    json.dumps(
        {
            "created": [created.status.value, created.agent_count, created.seed],
            "status": [str(status.id) == str(created.id), status.workflow_id],
            "waited": [waited.data.status.value, waited.data.agents_completed, waited.data.failure_code],
            "results": [
                results.verdict.answer.value,
                results.verdict.yes_pct,
                len(results.agents),
                results.agents[0].segments["sex"],
                results.calibration_boundary.tier.value,
            ],
            "pages": [len(page.data), page.meta.has_more, page.data[0].id != second.data[0].id],
            "compared": [compared.paired, compared.difference_pct.yes, len(compared.simulations)],
            "cancelled": [cancelled.status.value, cancelled.failure_code.value],
            "webhook": [webhook.events, webhook.enabled, webhook.secret[:6]],
            "deliveries": [len(deliveries.data), deliveries.meta.has_more],
            "error": [error.error.value, error.meta.message],
        }
    )
)
