"""Hooks of Schemathesis: what no schema says of a call that the service can accept.

Each case has an Idempotency-Key and a client's address of its own. Simulations stay small, and nothing is sent beyond this machine. What would
end the session that all cases need has one of its own.
"""

import json
import os
import random
import re
import urllib.request
import uuid

import schemathesis
from schemathesis import GenerationMode

# Hypothesis seeds Python's own generator alike for each test.
chance = random.SystemRandom()
CONTROL = os.environ["FUZZ_CONTROL"]
RECEIVER = os.environ["FUZZ_RECEIVER"]
COOKIE = os.environ["FUZZ_COOKIE"]
SESSION = os.environ["FUZZ_SESSION"]
PREPARED = set(os.environ["FUZZ_PREPARED"].split(","))
# Fields with rules that no schema says; each is in its description.
BEYOND = (
    *("/query/cursor", "/query/after", "/query/wait", "/path/other_id"),
    *("/url", "/callback_url", "/custom_headers", "/expires_at", "/scenario_context", "/overrides", "/email"),
    # A year before 1000 is a date-time too.
    *("/query/created_before", "/query/created_after", "/created_before", "/created_after"),
    *("/set_aside_before", "/set_aside_after"),
    *("/since", "/audience"),
    # Of a simulation of a batch: the first may be said once for all, the second is one for all, the others belong with or without a methodology.
    *("/simulations/agent_count", "/simulations/seed", "/simulations/question", "/simulations/scenario_context"),
    *("/simulations/overrides", "/simulations/fallback", "/simulations/callback_url", "/simulations/audience"),
)
POSITION = re.compile("^/simulations/[0-9]+/")
# Rules of every text, which the document's own description says once for all, as it does of headers that no route sees; and of a body whose
# fields are all null, which is as empty as one without any.
RULES = ("must not contain NUL characters", "must not contain half a surrogate pair", "must have at least 1 key")
TOO_LONG = 431
# The sessions that made invitations, by their ids: each is one of an organization of its own.
INVITERS = {}
MAX_AGENTS = 200
HEADER_LENGTH = 36


def is_positive(case):
    return case.meta is not None and case.meta.generation.mode == GenerationMode.POSITIVE


def prepared(operation):
    with urllib.request.urlopen(f"{CONTROL}/{operation}", timeout=60) as answer:
        return json.load(answer)


def with_own_headers(case):
    # 2001:db8::/32 is for documentation; the service counts clients by their /64.
    network = ":".join(f"{chance.getrandbits(16):x}" for _ in range(2))
    case.headers["X-Forwarded-For"] = f"2001:db8:{network}::1"
    key = case.headers.get("Idempotency-Key")
    if key is not None and (is_positive(case) or len(key) >= HEADER_LENGTH):
        case.headers["Idempotency-Key"] = str(uuid.uuid4())


def kept_short(query):
    """A call that may wait for 30 seconds waits for one. No schema lists the cursors: most calls come without one."""
    if "cursor" in query and chance.random() < 0.9:
        del query["cursor"]
    if str(query.get("wait", "")).isdecimal() and 1 < int(query["wait"]) <= 30:
        query["wait"] = 1


def kept_small(body):
    agents = body.get("agent_count")
    if isinstance(agents, int) and not isinstance(agents, bool) and MAX_AGENTS < agents <= 10_000:
        body["agent_count"] = MAX_AGENTS


def kept_here(body, positive):
    """A URL that the service would send to leads to the drill's receiver, whatever host was generated."""
    for field in ("url", "callback_url"):
        url = body.get(field)
        if isinstance(url, str) and (positive or url.startswith("http")):
            body[field] = f"{RECEIVER}/fuzz/{chance.getrandbits(32):x}"


def kept_known(body):
    """No schema lists the workflows."""
    if "workflow_id" in body and chance.random() < 0.9:
        body["workflow_id"] = "product-purchase-intent"


def bodies_of(case):
    """The body, and those of a batch in it."""
    if not isinstance(case.body, dict):
        return []
    batched = case.body.get("simulations")
    return [case.body, *(one for one in (batched if isinstance(batched, list) else []) if isinstance(one, dict))]


def operation_of(case):
    return case.operation.definition.raw.get("operationId")


@schemathesis.hook
def after_call(context, case, response):
    if operation_of(case) == "createInvitation" and response.status_code == 201:
        INVITERS[response.json()["data"]["id"]] = case.cookies[COOKIE]


@schemathesis.hook
def before_call(context, case, kwargs):
    with_own_headers(case)
    if is_positive(case):
        kept_short(case.query)
    for body in bodies_of(case):
        kept_small(body)
        kept_here(body, is_positive(case))
        if is_positive(case):
            kept_known(body)
    operation = operation_of(case)
    inviter = INVITERS.get((case.path_parameters or {}).get("invitation_id"))
    if inviter is not None and case.cookies.get(COOKIE) == SESSION:
        case.cookies[COOKIE] = inviter
    if operation in PREPARED:
        session = prepared(operation).get("session")
        # A probe without a session stays without one.
        if session is not None and case.cookies.get(COOKIE) == SESSION:
            case.cookies[COOKIE] = session
    if operation == "adminChangeWorkflow" and is_positive(case):
        # Another one than the creates ask.
        case.path_parameters["workflow_id"] = "brand-trust"


@schemathesis.hook
def filter_failure(context, failure, case, response):
    """Keeps each finding but a refusal, by name, of what the schema cannot say: an unknown id, a moment that has passed, a foreign URL."""
    if response.status_code == TOO_LONG:
        return False
    if type(failure).__name__ != "RejectedPositiveData":
        return True
    # A link led to a resource that is null here, such as the simulation of a test event, or to none.
    if any(str(value) == "None" for value in (case.path_parameters or {}).values()) or "/%7B" in response.request.url:
        return False
    try:
        answer = response.json()
    except ValueError:
        return True
    meta = answer.get("meta") or {}
    # A refusal for a rule beyond the schema has a code of its own, or says which field breaks it.
    faults = meta.get("errors") or [{}]
    return answer.get("error") == "validation_error" and not any(
        POSITION.sub("/simulations/", str(fault.get("field", ""))).startswith(BEYOND) or fault.get("message") in RULES for fault in faults
    )
