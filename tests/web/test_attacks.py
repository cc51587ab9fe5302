"""What strangers try, and how it is refused."""

from __future__ import annotations

import gzip
import json
import socket
import time
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from fastapi.testclient import TestClient

from manyways.web import ServeSettings, create_app
from manyways.web.limits import Rate
from tests.support.serving import live, served
from tests.web.conftest import HOSTILE

BOMB = (
    '<?xml version="1.0"?><!DOCTYPE xliff [<!ENTITY a "aaaaaaaaaa">'
    + "".join(f'<!ENTITY {chr(98 + i)} "{f"&{chr(97 + i)};" * 10}">' for i in range(9))
    + ']><xliff version="1.2"><file><body><trans-unit id="1"><source>&j;</source></trans-unit>'
    + "</body></file></xliff>"
)
OUTSIDE = (
    '<?xml version="1.0"?><!DOCTYPE xliff [<!ENTITY x SYSTEM "file:///etc/passwd">]>'
    '<xliff version="1.2"><file>'
    '<body><trans-unit id="1"><source>&x;</source></trans-unit></body></file></xliff>'
)


def own(**settings: Any) -> TestClient:
    app = create_app(ServeSettings(**settings))
    return TestClient(app, base_url="http://127.0.0.1:8123", raise_server_exceptions=False)


@pytest.mark.parametrize(
    "path",
    [
        "/static/..%2f..%2fsettings.py",
        "/static/%2e%2e/%2e%2e/settings.py",
        "/static/....//settings.py",
        "/static/%00",
        "/static//etc/passwd",
        "/..%2f..%2fetc/passwd",
        "/static/style.css/../../../../etc/passwd",
    ],
)
def test_no_path_leads_out(client: TestClient, path: str) -> None:
    found = client.get(path)
    assert found.status_code in (400, 404)
    assert "root:" not in found.text


@pytest.mark.parametrize(
    "name", ["../../../etc/cron.d/x.txt", "..\\..\\x.txt", "/etc/passwd", "a\r\nSet-Cookie: a=b.txt"]
)
def test_names_of_files_are_only_names(client: TestClient, name: str) -> None:
    from manyways.web.api.documents import download, file_name

    assert "/" not in file_name(name)
    assert "\\" not in file_name(name)
    header = download(b"", file_name(name)).headers["content-disposition"]
    assert "\r" not in header
    assert "\n" not in header
    body = (
        b'--x\r\nContent-Disposition: form-data; name="file"; filename="'
        + name.replace("\r\n", "%0D%0A").encode()
        + b'"\r\n\r\nDas Haus.\r\n--x\r\n'
        + b'Content-Disposition: form-data; name="decisions"\r\n\r\n[]\r\n--x--\r\n'
    )
    headers = {"Content-Type": "multipart/form-data; boundary=x"}
    found = client.post("/v1/documents/fill", content=body, headers=headers)
    assert found.content == b"Das Haus."
    assert "set-cookie" not in found.headers


@pytest.mark.parametrize("data", [BOMB, OUTSIDE], ids=["bomb", "outside"])
@pytest.mark.parametrize("name", ["a.xlf", "a.tmx"])
def test_entities_of_xml_are_refused(client: TestClient, name: str, data: str) -> None:
    begun = time.process_time()
    found = client.post(
        "/v1/documents", files={"file": (name, data.replace("xliff", "tmx") if "tmx" in name else data)}
    )
    assert found.status_code == 400, found.text
    assert "root:" not in found.text
    assert time.process_time() - begun < 2


def test_deep_and_odd_documents_are_refused(client: TestClient) -> None:
    deep = '<xliff version="1.2">' + "<group>" * 100_000
    for name, data in (
        ("a.xlf", deep.encode()),
        ("a.xlf", b"\x00\xff"),
        ("a.po", b"\xff\xfe\x00"),
        ("a.srt", b"\xc3"),
    ):
        assert client.post("/v1/documents", files={"file": (name, data)}).status_code == 400


def test_what_is_packed_stays_packed(client: TestClient) -> None:
    bomb = gzip.compress(b"a" * 10_000_000)
    packed = client.post("/v1/translate", content=bomb, headers={"Content-Encoding": "gzip"})
    assert packed.status_code == 415
    found = client.post("/v1/documents", files={"file": ("a.txt.gz", bomb)})
    assert found.status_code == 400
    assert "packed" in found.json()["error"]


def test_large_bodies_are_refused(trained: Path) -> None:
    client = own(body=4096)
    assert client.post("/v1/tmx", json={"q": "a" * 5000}).status_code == 413

    def parts() -> Any:
        for _ in range(100):
            yield b"a" * 1000

    assert client.post("/v1/tmx", content=parts()).status_code == 413  # without a length
    assert client.post("/translate", content=parts()).status_code == 413
    headers = {"Content-Type": "multipart/form-data; boundary=x"}
    assert client.post("/v1/documents", content=parts(), headers=headers).status_code == 413
    for length in ("-1", "9" * 30, "0x10"):
        found = client.post("/v1/tmx", content=b"", headers={"Content-Length": length})
        assert found.status_code in (400, 413, 422)


def test_slow_bodies_and_answers_are_given_up() -> None:
    with live(served(seconds=0.6)) as address:
        where = urlsplit(address)
        begun = time.monotonic()
        with socket.create_connection((where.hostname or "", where.port or 0)) as line:
            line.settimeout(10)
            line.sendall(b"POST /v1/tmx HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 100\r\n\r\n{")
            answer = line.recv(1000)
        assert answer.startswith(b"HTTP/1.1 408")
        assert time.monotonic() - begun < 5


def test_a_client_that_asks_too_often_waits() -> None:
    client = own(rate=60)
    found = [client.get("/health").status_code for _ in range(15)]
    assert found == [200] * 10 + [429] * 5
    assert client.get("/health").headers["retry-after"] == "1"
    rate = Rate(60)
    assert [rate.wait("a", 0.0) > 0 for _ in range(11)] == [False] * 10 + [True]
    assert not rate.wait("b", 0.0)
    assert not rate.wait("a", 1.01)


def test_more_at_a_time_than_there_is_room_for() -> None:
    import threading

    app = served(concurrent=1, seconds=3)
    with live(app) as address:
        where = urlsplit(address)
        with socket.create_connection((where.hostname or "", where.port or 0)) as line:
            line.sendall(b"POST /v1/tmx HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 100\r\n\r\n{")
            time.sleep(0.3)
            with socket.create_connection((where.hostname or "", where.port or 0)) as other:
                other.sendall(b"GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
                assert b" 503 " in other.recv(1000).split(b"\r\n")[0]
    assert threading.active_count()


def test_pages_load_nothing_and_stand_in_no_frame(client: TestClient) -> None:
    for path in ("/", "/lists", "/api", "/static/card.js", "/health", "/none"):
        headers = client.get(path).headers
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert "frame-ancestors 'none'" in policy
        assert headers["x-content-type-options"] == "nosniff"
    for path in ("/", "/lists", "/api"):
        text = client.get(path).text
        assert "http://" not in text.replace("http://www.w3.org", "")
        assert "https://" not in text
        assert "<script>" not in text
        assert " onclick" not in text


def test_texts_of_strangers_stay_texts(client: TestClient) -> None:
    found = client.get("/none", headers={"Accept": "text/html"})
    assert found.status_code == 404
    page = client.get("/v1/lists", params={"system": HOSTILE}, headers={"Accept": "text/html"})
    assert page.status_code == 400
    assert "<img src=x" not in page.text
    rows = client.get("/v1/lists").headers["content-type"]
    assert rows == "application/json"


def test_headers_cannot_be_injected(client: TestClient) -> None:
    with live(served()) as address:
        where = urlsplit(address)
        with socket.create_connection((where.hostname or "", where.port or 0)) as line:
            line.sendall(
                b"GET /static/%0d%0aSet-Cookie:%20a=b HTTP/1.1\r\n"
                b"Host: 127.0.0.1\r\nConnection: close\r\n\r\n"
            )
            answer = line.recv(4000)
    assert b" 404 " in answer.split(b"\r\n")[0]
    assert b"set-cookie" not in answer.lower().split(b"\r\n\r\n")[0]


def test_deep_json_is_refused(client: TestClient) -> None:
    deep = b'{"q": ' + b"[" * 100_000 + b"]" * 100_000 + b"}"
    for path in ("/v1/translate", "/translate", "/v1/chat/completions", "/v1/rerank"):
        found = client.post(path, content=deep, headers={"Content-Type": "application/json"})
        assert found.status_code in (400, 404, 422), path


def test_halves_of_characters_are_refused(client: TestClient) -> None:
    for path, field in (("/v1/translate", "q"), ("/translate", "q"), ("/v1/rerank", "query")):
        body = json.dumps({field: "\ud800", "documents": ["\ud800"], "target": "en"})
        found = client.post(path, content=body, headers={"Content-Type": "application/json"})
        assert found.status_code in (400, 422), (path, found.text)
