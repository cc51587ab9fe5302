"""A visitor that is a program: keeps a session, finds forms in pages, sends them back as a browser does."""

from __future__ import annotations

import html
import http.client
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode, urlsplit

__all__ = ["Page", "Visitor"]

_FORM = re.compile(r'<form[^>]*id="(?:edit|judge)"[^>]*>.*?</form>', re.DOTALL)
_TEXT = re.compile(r'class="text"[^>]*>(.*?)</(?:span|p)>', re.DOTALL)
_REFERENCE = re.compile(r'class="card reference">.*?<p[^>]*>(.*?)</p>', re.DOTALL)
_ATTEMPTS = 3


@dataclass(frozen=True)
class Page:
    """An answer. form: where the task's form goes; nothing if there is no task."""

    status: int
    body: str

    @property
    def csrf(self) -> str:
        return self._found(r'<meta name="csrf" content="([^"]*)"')

    @property
    def form(self) -> str:
        found = _FORM.search(self.body)
        return "" if found is None else html.unescape(re.findall(r'action="([^"]*)"', found[0])[0])

    @property
    def sequence(self) -> int:
        return int(self._found(r'name="sequence" value="(\d+)"') or 0)

    @property
    def shown(self) -> list[str]:
        return [html.unescape(each) for each in _TEXT.findall(self.body)]

    @property
    def reference(self) -> str:
        found = _REFERENCE.search(self.body)
        return "" if found is None else html.unescape(found[1])

    @property
    def code(self) -> str:
        return self._found(r"<code>([0-9A-F]{10})</code>")

    def _found(self, pattern: str) -> str:
        found = re.search(pattern, self.body)
        return "" if found is None else html.unescape(found[1])


@dataclass
class Visitor:
    """One session at one address."""

    address: str
    cookie: str = ""
    csrf: str = ""
    _connection: Any = field(default=None, repr=False)

    def get(self, path: str) -> Page:
        return self._kept(self._ask("GET", path, None, {}))

    def post(self, path: str, values: Mapping[str, object]) -> Page:
        """A form; what it leads to is followed."""
        body = urlencode({**values, "csrf": self.csrf})
        return self._kept(
            self._ask("POST", path, body, {"Content-Type": "application/x-www-form-urlencoded"})
        )

    def send(self, path: str, value: object) -> Page:
        """JSON, as scripts of pages send it."""
        headers = {"Content-Type": "application/json", "X-CSRF-Token": self.csrf}
        return self._ask("POST", path, json.dumps(value), headers)

    def close(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def _kept(self, page: Page) -> Page:
        self.csrf = page.csrf or self.csrf
        return page

    def _ask(self, method: str, path: str, body: str | None, headers: Mapping[str, str]) -> Page:
        for _ in range(5):  # redirects
            status, text, to = self._once(method, path, body, headers)
            if status not in (302, 303, 307):
                return Page(status, text)
            method, path, body = "GET", to, None
        raise OSError("the server sends in circles")

    def _once(
        self, method: str, path: str, body: str | None, headers: Mapping[str, str]
    ) -> tuple[int, str, str]:
        """A connection that the server has closed in the meantime is opened again."""
        sent = {"Accept": "text/html", "Cookie": self.cookie, **headers}
        for attempt in range(_ATTEMPTS):
            if self._connection is None:
                place = urlsplit(self.address)
                self._connection = http.client.HTTPConnection(place.hostname or "", place.port, timeout=60)
            try:
                self._connection.request(method, path, None if body is None else body.encode(), sent)
                with self._connection.getresponse() as answer:  # closed also where its text breaks off
                    text = answer.read().decode()
                break
            except (http.client.HTTPException, OSError):
                self.close()
                if attempt == _ATTEMPTS - 1 or method != "GET":
                    raise
        for name, value in answer.getheaders():
            if name.lower() == "set-cookie":
                self.cookie = value.split(";")[0]
        return answer.status, text, answer.headers.get("location", "")
