"""Who may call what: every route says it, and is asked before its body is read."""

from __future__ import annotations

from typing import Any

import pytest
from fastapi import Request
from fastapi.testclient import TestClient

from manyways.web import Caller, Role, Routes, ServeSettings, Site, create_app
from manyways.web.gate import SESSION, GatedRoute, csrf_token

ROUTES = Routes("test")


@ROUTES.post("/judged", role=Role.JUDGE)
async def judged(wanted: dict[str, str]) -> dict[str, str]:
    return wanted


@ROUTES.get("/fault", role=Role.ANYONE)
async def fault() -> None:
    raise RuntimeError("geheim")


@ROUTES.post("/open", role=Role.ANYONE)
async def opened() -> str:
    return "in"


async def who(request: Request) -> Caller:
    name = request.headers.get("x-test", "")
    return Caller(name, name, frozenset({Role(name)}) if name else frozenset())


@pytest.fixture
def client() -> TestClient:
    settings = ServeSettings()
    app = create_app(settings, site=Site.open(settings, who=who), more=[ROUTES])
    return TestClient(app, base_url="http://127.0.0.1:8123", raise_server_exceptions=False)


def test_every_route_says_who_may_call_it() -> None:
    for route in create_app(ServeSettings()).routes:
        assert isinstance(route, GatedRoute)
        assert isinstance(route.role, Role)


def test_a_route_that_does_not_say_it_is_not_made() -> None:
    async def silent() -> None: ...

    with pytest.raises(AssertionError, match="/silent"):
        create_app(ServeSettings()).add_api_route("/silent", silent)
    with pytest.raises(TypeError, match="role"):
        ROUTES.get("/silent")(silent)  # type: ignore[call-arg]


@pytest.mark.parametrize("caller, status", [("", 401), ("annotator", 403), ("admin", 403), ("judge", 200)])
def test_a_role_is_asked_for_before_the_body_is_read(client: TestClient, caller: str, status: int) -> None:
    headers = {"x-test": caller} if caller else {}
    assert client.post("/judged", json={"a": "b"}, headers=headers).status_code == status
    if status != 200:
        assert client.post("/judged", content=b"{", headers=headers).status_code == status


def test_changes_with_a_session_need_its_token(client: TestClient) -> None:
    assert client.post("/open").status_code == 200
    client.cookies.set(SESSION, "abc")
    assert client.post("/open").status_code == 403
    site = client.app.state.site  # type: ignore[attr-defined]
    good, other = csrf_token(site.secret, "abc"), csrf_token(site.secret, "abd")
    assert client.post("/open", headers={"X-CSRF-Token": other}).status_code == 403
    assert client.post("/open", headers={"X-CSRF-Token": good}).status_code == 200
    assert client.post("/open", data={"csrf": good}).status_code == 200
    assert client.post("/open", data={"csrf": "é"}).status_code == 403


@pytest.mark.parametrize(
    "headers, status",
    [
        ({"Sec-Fetch-Site": "cross-site"}, 403),
        ({"Sec-Fetch-Site": "same-site"}, 403),
        ({"Sec-Fetch-Site": "same-origin", "Origin": "http://127.0.0.1:8123"}, 200),
        ({"Sec-Fetch-Site": "same-origin", "Origin": "null"}, 200),
        ({"Sec-Fetch-Site": "cross-site", "Origin": "null"}, 403),
        ({"Origin": "http://127.0.0.1:9000"}, 403),
        ({"Origin": "null"}, 403),
        ({"Host": "evil.example"}, 421),
        ({"Host": "127.0.0.1.evil.example"}, 421),
        ({"Host": "LOCALHOST:1"}, 200),
        ({}, 200),
    ],
)
def test_other_sites_pages_are_refused(client: TestClient, headers: dict[str, str], status: int) -> None:
    assert client.post("/open", headers=headers).status_code == status


@pytest.mark.parametrize("accept", ["*/*", "text/html"])
def test_our_own_faults_are_told_without_details(accept: str) -> None:
    told: list[Any] = []
    settings = ServeSettings()
    app = create_app(settings, site=Site.open(settings, log=told.append), more=[ROUTES])
    found = TestClient(app, base_url="http://127.0.0.1").get("/fault", headers={"Accept": accept})
    assert found.status_code == 500
    assert "geheim" not in found.text + str(told)
    assert "default-src 'none'" in found.headers["content-security-policy"]
    assert [each["event"] for each in told] == ["failure", "request"]
    assert told[0]["kind"] == "RuntimeError"
