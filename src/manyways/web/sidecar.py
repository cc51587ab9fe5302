"""A language-model server beside ours: asked for several answers, of which one is chosen, picked or made.

The address is the operator's, given when the server starts; nothing in a request can change it, redirections
are not followed, and the key (MANYWAYS_UPSTREAM_KEY) is sent there alone and stands in no message or log.
"""

from __future__ import annotations

import http.client
import json
import os
import urllib.error
import urllib.request
from dataclasses import dataclass
from typing import Any

__all__ = ["KEY", "Upstream", "UpstreamError"]

KEY = "MANYWAYS_UPSTREAM_KEY"
LARGEST = 16 << 20  # bytes of an answer


class UpstreamError(Exception):
    """What the other server did wrong. status: what we answer."""

    def __init__(self, status: int, said: str) -> None:
        super().__init__(said)
        self.status = status


class _Here(urllib.request.HTTPRedirectHandler):
    """Sends nobody, and no key, anywhere else."""

    def redirect_request(self, *_: Any) -> None:
        return None


_OPENER = urllib.request.build_opener(urllib.request.ProxyHandler({}), _Here)


@dataclass(frozen=True)
class Upstream:
    """Where the other server is, up to /v1, and how long it may take."""

    address: str
    seconds: float

    def answers(self, asked: dict[str, Any]) -> dict[str, Any]:
        """Its completion, checked: choices with texts."""
        found: dict[str, Any] = self._post("/chat/completions", asked)
        choices = found.get("choices") if isinstance(found, dict) else None
        if not isinstance(choices, list) or not choices:
            raise UpstreamError(502, "the upstream server answered without choices")
        if not all(isinstance(_text(each), str) for each in choices):
            raise UpstreamError(502, "the upstream server answered a choice without a text")
        return found

    def _post(self, path: str, asked: dict[str, Any]) -> Any:
        headers = {"Content-Type": "application/json"}
        if key := os.environ.get(KEY, ""):
            headers["Authorization"] = f"Bearer {key}"
        url = self.address.rstrip("/") + path
        request = urllib.request.Request(url, json.dumps(asked).encode(), headers, method="POST")
        try:
            with _OPENER.open(request, timeout=self.seconds) as stream:
                raw = stream.read(LARGEST + 1)
        except urllib.error.HTTPError as error:
            error.close()
            status = error.code if error.code in (400, 404, 422, 429) else 502
            raise UpstreamError(status, f"the upstream server answered with status {error.code}") from None
        except (OSError, http.client.HTTPException, ValueError) as error:
            reason = error.reason if isinstance(error, urllib.error.URLError) else error
            late = isinstance(reason, TimeoutError)
            said = "gave no answer in time" if late else "cannot be reached"
            raise UpstreamError(504 if late else 502, f"the upstream server {said}") from None
        if len(raw) > LARGEST:
            raise UpstreamError(502, "the upstream server answered too much")
        try:
            return json.loads(raw)
        except (ValueError, RecursionError):
            raise UpstreamError(502, "the upstream server answered what is not JSON") from None


def _text(choice: Any) -> Any:
    message = choice.get("message") if isinstance(choice, dict) else None
    return message.get("content") if isinstance(message, dict) else None
