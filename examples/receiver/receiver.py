"""A receiver of webhooks: SECRET=whsec_... PORT=3000 python3 receiver.py"""

import base64
import hmac
import os
import sys
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

SECRET = os.environ["SECRET"]
PORT = int(os.environ.get("PORT", "3000"))
if not SECRET.startswith("whsec_"):
    sys.exit("SECRET must be the secret of the webhook, whsec_...")
seen = set()


def is_genuine(secret: str, headers, body: bytes) -> bool:
    """HMAC-SHA256 of id, time and body; while a secret is being replaced there are two signatures."""
    event_id, sent_at = headers.get("webhook-id", ""), headers.get("webhook-timestamp", "")
    if not (sent_at.isascii() and sent_at.isdigit()) or abs(time.time() - int(sent_at)) > 300:
        return False
    key = base64.b64decode(secret.removeprefix("whsec_"))
    digest = hmac.digest(key, f"{event_id}.{sent_at}.".encode() + body, "sha256")
    expected = b"v1," + base64.b64encode(digest)
    signatures = headers.get("webhook-signature", "").encode().split(b" ")
    return any(hmac.compare_digest(signature, expected) for signature in signatures)


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", "0")))
        genuine = is_genuine(SECRET, self.headers, body)
        # Answer first: the service waits ten seconds, and tries again otherwise.
        self.send_response(204 if genuine else 400)
        self.end_headers()
        event_id = self.headers.get("webhook-id")
        if not genuine or event_id in seen:
            return
        seen.add(event_id)
        print(body.decode(), flush=True)

    def log_message(self, *_):
        """Quiet: what arrives is printed, and nothing else."""


server = ThreadingHTTPServer(("127.0.0.1", PORT), Receiver)
print("ready", file=sys.stderr, flush=True)
server.serve_forever()
