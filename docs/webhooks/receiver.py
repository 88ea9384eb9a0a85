"""A complete webhook receiver on Python's standard library (3.9 or later).

    WEBHOOK_SECRET=whsec_… PORT=8000 python3 receiver.py

Put a proxy that speaks TLS in front: deliveries go to https:// URLs only.
"""

import hashlib
import hmac
import json
import os
import queue
import re
import threading
import time
from collections import OrderedDict
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

TOLERANCE_SECONDS = 300
MAX_BODY_BYTES = 1024 * 1024
REMEMBERED_EVENTS = 10_000

# While a rotation is rolled out: WEBHOOK_SECRET=new,old
SECRETS = [secret for secret in os.environ.get("WEBHOOK_SECRET", "").split(",") if secret]
if not SECRETS:
    raise SystemExit("Set WEBHOOK_SECRET to the subscription's signing secret")


class Refused(Exception):
    """The delivery must not be trusted."""


def verify(raw_body, header, secrets=SECRETS, now=time.time):
    """Return the event of a delivery that is signed, untouched and recent; raise Refused otherwise."""
    pairs = [pair.strip().partition("=") for pair in (header or "").split(",")]
    times = [value for name, _, value in pairs if name == "t"]
    signatures = [value for name, _, value in pairs if name == "v1"]
    if len(times) != 1 or not re.fullmatch("[0-9]{1,12}", times[0]) or not signatures:
        raise Refused("signature_malformed")

    signed = times[0].encode() + b"." + raw_body
    expected = [hmac.new(secret.encode(), signed, hashlib.sha256).hexdigest() for secret in secrets]
    # compare_digest takes the same time wherever the first difference is; bytes, because text may be no ASCII.
    if not any(hmac.compare_digest(a.encode(), b.encode()) for a in expected for b in signatures):
        raise Refused("signature_mismatch")

    age = int(now()) - int(times[0])
    if abs(age) > TOLERANCE_SECONDS:
        raise Refused("timestamp_too_old" if age > 0 else "timestamp_in_future")
    return read_event(raw_body)


def read_event(raw_body):
    """Return the event of a body that is signed; raise Refused where it is none."""
    try:
        event = json.loads(raw_body)
    except (ValueError, RecursionError):
        raise Refused("body_malformed") from None
    wanted = {"id": str, "type": str, "created": int, "data": dict}
    if not isinstance(event, dict) or any(type(event.get(name)) is not kind for name, kind in wanted.items()):
        raise Refused("body_malformed")
    return event


class Taken:
    """Ids of events that were taken. In production: a table with a unique index on the id, written in the
    transaction that records the work to do, so that a crash neither loses an event nor does it twice."""

    def __init__(self):
        self._ids = OrderedDict()
        self._lock = threading.Lock()

    def add(self, event_id):
        """Return whether the id is new."""
        with self._lock:
            if event_id in self._ids:
                return False
            self._ids[event_id] = True
            if len(self._ids) > REMEMBERED_EVENTS:
                self._ids.popitem(last=False)
            return True


taken = Taken()
work = queue.Queue()


class Receiver(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self):
        length = int(self.headers.get("Content-Length", 0))
        if length > MAX_BODY_BYTES:
            self.close_connection = True
            return self.answer(413)
        raw_body = self.rfile.read(length)
        try:
            event = verify(raw_body, self.headers.get("X-Service-Signature"))
        except Refused as reason:
            print(f"refused: {reason}", flush=True)
            return self.answer(400)
        if taken.add(event["id"]):
            work.put(event)
        # The work is done elsewhere: an answer that takes longer than 15 seconds counts as a failure and is sent again.
        self.answer(204)

    def answer(self, status):
        self.send_response(status)
        if self.close_connection:
            self.send_header("Connection", "close")
        if status != 204:
            self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_):
        pass


def handle(event):
    data = event["data"]
    if event["type"] == "simulation.completed":
        print(event["id"], "results are at", data["results_url"], flush=True)
    elif event["type"] == "simulation.failed":
        print(event["id"], "failed:", data["failure_message"], flush=True)
    elif event["type"] in ("simulation.insights.completed", "simulation.insights.failed"):
        print(event["id"], "insights are", data["insights_status"], flush=True)
    elif event["type"] == "webhook.test":
        print(event["id"], "test:", data["message"], flush=True)
    # Any other type is newer than this receiver.


def work_off():
    while True:
        handle(work.get())


if __name__ == "__main__":
    threading.Thread(target=work_off, daemon=True).start()
    server = ThreadingHTTPServer(("127.0.0.1", int(os.environ.get("PORT", "8000"))), Receiver)
    print(f"listening on http://127.0.0.1:{server.server_port}", flush=True)
    server.serve_forever()
