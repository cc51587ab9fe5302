"""Pages: templates (Jinja2), one style sheet, ES modules.

Everything is read once, and nothing by the name that a request gives.

    pages.render(request, "translate.html", title="Translate")       # a response

Templates extend `base.html`, and everything in them is escaped. Scripts are modules below `static/`, without
a build step; the policy allows no other (`manyways.web.limits`).
"""

from __future__ import annotations

import hashlib
import mimetypes
from dataclasses import dataclass
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from jinja2 import Environment, PackageLoader, StrictUndefined

import manyways

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response

__all__ = ["Pages", "StaticFile"]

_KINDS = {".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8", ".svg": "image/svg+xml"}


@dataclass(frozen=True)
class StaticFile:
    """A file that pages use. tag: changes with its content."""

    data: bytes
    kind: str
    tag: str


class Pages:
    """Templates and static files of the package."""

    def __init__(self) -> None:
        loader = PackageLoader("manyways.web.page")
        self.templates = Environment(
            loader=loader, autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
        )
        self.static = {
            each.name: _static(each.name, each.read_bytes())
            for each in (files("manyways.web.page") / "static").iterdir()
            if each.name.endswith(tuple(_KINDS))
        }
        whole = hashlib.sha256(b"".join(self.static[name].data for name in sorted(self.static)))
        self.version = whole.hexdigest()[:12]

    def render(self, request: Request, name: str, /, status: int = 200, **values: Any) -> Response:
        """A page; `csrf`, `caller` and `version` are known to all of them."""
        from starlette.responses import HTMLResponse

        from manyways.web.gate import SESSION, csrf_token, site_of

        session = request.cookies.get(SESSION)
        common = {
            "csrf": csrf_token(site_of(request).secret, session) if session else "",
            "caller": getattr(request.state, "caller", None),
            "version": manyways.__version__,
            "assets": self.version,
            "path": request.url.path,
            "status": status,
        }
        return HTMLResponse(self.templates.get_template(name).render(common | values), status)


def _static(name: str, data: bytes) -> StaticFile:
    suffix = name[name.rindex(".") :]
    kind = _KINDS.get(suffix) or mimetypes.guess_type(name)[0] or "application/octet-stream"
    return StaticFile(data, kind, f'"{hashlib.sha256(data).hexdigest()[:16]}"')
