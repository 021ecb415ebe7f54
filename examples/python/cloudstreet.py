"""The Cloudstreet API for Python 3.9 or newer, with the standard library only: copy this file into your project.

    client = Cloudstreet("https://cloudstreet.example", "cst_key_...")
    flight = client.upload("2026-05-17.igc")
    for flight in client.flights(season=2026, fields="light"):
        print(flight["flight_date"], flight["scoring"]["score"])

As a program, with CLOUDSTREET_URL and CLOUDSTREET_KEY in the environment:
python3 cloudstreet.py upload FILE... | list | changes [CURSOR] | download ID
"""

from __future__ import annotations

import json
import os
import sys
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid
from pathlib import Path
from typing import Any, Callable, Iterator

TRIES = 5
LONGEST_WAIT = 120


class ApiError(Exception):
    """A refusal: `status`, the `code` for programs (docs/guide/errors.md), the sentence as its text, `request_id`."""

    def __init__(self, status: int, code: str, sentence: str, request_id: str | None) -> None:
        super().__init__(sentence)
        self.status, self.code, self.request_id = status, code, request_id


class NoRedirects(urllib.request.HTTPRedirectHandler):
    """A credential is sent to the address it was given for, and to no other."""

    def redirect_request(self, *_: Any) -> None:
        return None


class Cloudstreet:
    """`token` is a personal key or an access token, or a function that returns one: it is asked before each request."""

    def __init__(self, base_url: str, token: str | Callable[[], str], timeout: float = 30) -> None:
        if not base_url.startswith(("https://", "http://")):
            raise ValueError("base_url must begin with https:// or http://")
        self._base = base_url.rstrip("/")
        self._token = token if callable(token) else lambda: token
        self._timeout = timeout
        self._opener = urllib.request.build_opener(NoRedirects)

    def profile(self) -> dict[str, Any]:
        return self._json("GET", "/api/v1/profile")["data"]

    def upload(self, path: str | os.PathLike[str], **options: str) -> dict[str, Any]:
        """Options: launch_type, is_tandem, gliderName, flight_date. Sent again after a lost answer, it arrives once."""
        file = Path(path)
        headers = {"Content-Type": "application/octet-stream", "Idempotency-Key": str(uuid.uuid4())}
        query = {"filename": file.name, **options}
        return self._json("POST", "/api/v1/flights/upload", query, file.read_bytes(), headers)["data"]

    def flights(self, **filters: Any) -> Iterator[dict[str, Any]]:
        """All of them, page by page; filters are those of the list: season, sort, minScore, fields, from_, to ..."""
        query = {name.rstrip("_"): value for name, value in filters.items()}
        after = None
        while True:
            page = self._json("GET", "/api/v1/flights", {"limit": 100, **query, "after": after})
            yield from page["data"]
            after = page["pagination"]["next"]
            if after is None:
                return

    def flight(self, flight: str) -> dict[str, Any]:
        """By id or hash."""
        return self._json("GET", f"/api/v1/flights/{quote(flight)}")["data"]

    def download(self, flight: str) -> bytes:
        """The file as it was uploaded."""
        return self._send("GET", f"/api/v1/flights/{quote(flight)}/igc")

    def delete(self, flight: str) -> None:
        self._send("DELETE", f"/api/v1/flights/{quote(flight)}")

    def changes(self, after: str | None = None) -> Iterator[tuple[list[dict[str, Any]], str]]:
        """Pages of changes with the cursor to store once they are applied. ApiError 410: begin again without one."""
        while True:
            page = self._json("GET", "/api/v1/flights/changes", {"limit": 500, "fields": "light", "after": after})
            after = page["pagination"]["next"]
            yield page["data"], after
            if not page["pagination"]["hasMore"]:
                return

    def _json(self, *args: Any) -> dict[str, Any]:
        return json.loads(self._send(*args))

    def _send(
        self,
        method: str,
        path: str,
        query: dict[str, Any] | None = None,
        body: bytes | None = None,
        headers: dict[str, str] | None = None,
    ) -> bytes:
        given = {name: value for name, value in (query or {}).items() if value is not None}
        url = f"{self._base}{path}" + (f"?{urllib.parse.urlencode(given)}" if given else "")
        for attempt in range(1, TRIES + 1):
            sent = {"Authorization": f"Bearer {self._token()}", **(headers or {})}
            request = urllib.request.Request(url, body, sent, method=method)
            try:
                with self._opener.open(request, timeout=self._timeout) as response:
                    return response.read()
            except urllib.error.HTTPError as error:
                refusal = read_refusal(error)
                if attempt == TRIES or error.code not in (429, 502, 503, 504):
                    raise refusal from None
                wait = read_wait(error.headers.get("Retry-After"), attempt)
            except OSError:
                # Nothing here does harm when it is done twice.
                if attempt == TRIES:
                    raise
                wait = read_wait(None, attempt)
            time.sleep(wait)
        raise AssertionError("unreachable")


def quote(text: str) -> str:
    return urllib.parse.quote(text, safe="")


def read_wait(retry_after: str | None, attempt: int) -> float:
    if retry_after is not None and retry_after.isdigit():
        return min(int(retry_after), LONGEST_WAIT)
    return min(0.5 * 2**attempt, LONGEST_WAIT)


def read_refusal(error: urllib.error.HTTPError) -> ApiError:
    request_id = error.headers.get("X-Request-Id")
    try:
        body = json.loads(error.read())
        return ApiError(error.code, str(body["error"]), str(body.get("error_description", body["error"])), request_id)
    except (ValueError, KeyError, TypeError):
        return ApiError(error.code, "", f"The service has answered {error.code}.", request_id)


def main(words: list[str]) -> None:
    command, *rest = words or ["list"]
    if command not in ("upload", "list", "changes", "download") or (command in ("upload", "download") and not rest):
        sys.exit(__doc__)
    url = require("CLOUDSTREET_URL", "the address of your Cloudstreet")
    client = Cloudstreet(url, require("CLOUDSTREET_KEY", "a personal key"))
    if command == "upload":
        for path in rest:
            flight = client.upload(path)
            print(path, "new" if flight["isNew"] else "known", flight["scoring"]["score"])
            for warning in flight.get("warnings", []):
                print(f"{path}: {warning['message']}", file=sys.stderr)
    elif command == "list":
        for flight in client.flights(fields="light"):
            print(flight["flight_date"], flight["id"], flight["scoring"]["score"])
    elif command == "changes":
        for changes, cursor in client.changes(*rest[:1]):
            for change in changes:
                print(change["change"], change["id"])
            print("cursor", cursor)
    else:
        sys.stdout.buffer.write(client.download(rest[0]))


def require(name: str, meaning: str) -> str:
    return os.environ.get(name) or sys.exit(f"{name} is not set: {meaning}.\n\n{__doc__}")


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except ApiError as error:
        sys.exit(f"{error} ({error.status} {error.code}, request {error.request_id})")
    except (OSError, ValueError) as error:
        sys.exit(str(error))
