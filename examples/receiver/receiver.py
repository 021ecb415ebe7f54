"""A receiver of webhooks: SECRET=whsec_... PORT=3000 python3 receiver.py"""

import hashlib
import hmac
import os
import sys
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

SECRET = os.environ["SECRET"].encode()
PORT = int(os.environ.get("PORT", "3000"))
seen = set()


def is_genuine(header: str, body: bytes) -> bool:
    """t=<seconds>,v1=<hex>: HMAC-SHA256 of time, a dot and the body; during a rotation two of v1."""
    parts = [part.strip().partition("=") for part in header.split(",")]
    sent_at = next((value for name, _, value in parts if name == "t"), "")
    if not (sent_at.isascii() and sent_at.isdigit()) or abs(time.time() - int(sent_at)) > 300:
        return False
    expected = hmac.new(SECRET, sent_at.encode() + b"." + body, hashlib.sha256).hexdigest()
    return any(name == "v1" and hmac.compare_digest(value.encode(), expected.encode()) for name, _, value in parts)


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", "0")))
        genuine = is_genuine(self.headers.get("X-Cloudstreet-Signature", ""), body)
        # Answer first: the service waits ten seconds, and tries again otherwise.
        self.send_response(204 if genuine else 400)
        self.end_headers()
        event_id = self.headers.get("Webhook-Id")
        if not genuine or event_id in seen:
            return
        seen.add(event_id)
        print(body.decode(), flush=True)

    def log_message(self, *_):
        """Quiet: what arrives is printed, and nothing else."""


server = ThreadingHTTPServer(("127.0.0.1", PORT), Receiver)
print("ready", file=sys.stderr, flush=True)
server.serve_forever()
