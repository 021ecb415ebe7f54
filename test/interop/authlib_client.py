"""Drives the service with Authlib. Prints an authorization URL, reads the redirect from standard input."""
import json
import sys
import urllib.request

from authlib.common.security import generate_token
from authlib.integrations.requests_client import OAuth2Session

base, client_id, client_secret, redirect_uri, auth_method = sys.argv[1:6]
metadata = json.load(urllib.request.urlopen(base + "/.well-known/oauth-authorization-server"))
token_endpoint = metadata["token_endpoint"]
session = OAuth2Session(
    client_id,
    client_secret or None,
    scope="profile:read flights:read",
    redirect_uri=redirect_uri,
    token_endpoint_auth_method=auth_method,
    revocation_endpoint_auth_method=auth_method,
    code_challenge_method="S256",
)
seen = {}

if client_secret:
    token = session.fetch_token(token_endpoint, grant_type="client_credentials")
    seen["client_credentials"] = token["scope"]

verifier = generate_token(48)
url, state = session.create_authorization_url(metadata["authorization_endpoint"], code_verifier=verifier)
print(url, flush=True)
answer = sys.stdin.readline().strip()
token = session.fetch_token(
    token_endpoint, authorization_response=answer, state=state, code_verifier=verifier
)
seen["authorization_code"] = token["scope"]
seen["profile"] = session.get(base + "/api/v1/profile").status_code

token = session.refresh_token(token_endpoint, refresh_token=token["refresh_token"])
seen["refresh_token"] = token["scope"]

if client_secret:
    answered = session.introspect_token(metadata["introspection_endpoint"], token=token["access_token"])
    seen["introspected"] = answered.json()["active"]
revoked = session.revoke_token(metadata["revocation_endpoint"], token=token["refresh_token"])
seen["revoked"] = revoked.status_code
seen["profile_after"] = session.get(base + "/api/v1/profile").status_code
print(json.dumps(seen), flush=True)
