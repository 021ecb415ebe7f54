"""Drives the service with requests-oauthlib. Prints an authorization URL, reads the redirect from standard input."""
import json
import sys

import requests
from oauthlib.oauth2 import BackendApplicationClient
from requests.auth import HTTPBasicAuth
from requests_oauthlib import OAuth2Session

base, client_id, client_secret, redirect_uri = sys.argv[1:5]
metadata = requests.get(base + "/.well-known/oauth-authorization-server", timeout=20).json()
auth = HTTPBasicAuth(client_id, client_secret)
seen = {}

machine = OAuth2Session(client=BackendApplicationClient(client_id=client_id, scope=["profile:read"]))
token = machine.fetch_token(metadata["token_endpoint"], auth=auth)
seen["client_credentials"] = " ".join(token["scope"])

session = OAuth2Session(client_id, redirect_uri=redirect_uri, scope=["profile:read", "flights:read"])
url, state = session.authorization_url(metadata["authorization_endpoint"])
print(url, flush=True)
answer = sys.stdin.readline().strip()
token = session.fetch_token(
    metadata["token_endpoint"], authorization_response=answer, client_secret=client_secret
)
seen["authorization_code"] = " ".join(token["scope"])
seen["profile"] = session.get(base + "/api/v1/profile", timeout=20).status_code
token = session.refresh_token(metadata["token_endpoint"], auth=auth)
seen["refresh_token"] = " ".join(token["scope"])
seen["profile_after"] = session.get(base + "/api/v1/profile", timeout=20).status_code
print(json.dumps(seen), flush=True)
