"""One server for all tests of pages and the API: a small model, and lists of thirteen systems."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from tests.support.browser import CHROMIUM, FLAGS
from tests.support.serving import live, served

SYSTEMS = [f"system-{letter}" for letter in "ABCDEFGHIJKLM"]
REFUSED = "responded with a status of 400"  # what the browser says when the server has explained something
HOSTILE = '</script><img src=x onerror="document.title=1"><b>fett</b>'


@pytest.fixture(scope="session")
def lists(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Sixty sentences of thirteen systems; the first ones odd."""
    path = tmp_path_factory.mktemp("lists") / "systems.jsonl"
    odd = [
        (HOSTILE, [HOSTILE, "plain"]),
        ("Hallo Welt", ["مرحبا بالعالم", "مرحبا يا عالم"]),
        ("我爱北京", ["我爱北京", "我爱上海"]),
    ]
    with path.open("w", encoding="utf-8") as out:
        for number in range(60):
            source, texts = odd[number] if number < 3 else (f"Satz {number}", [])
            texts = texts or [
                f"the {number} cat sat here",
                f"the {number} cat sits here",
                f"a dog {number} ran",
            ]
            candidates = [
                {"text": texts[i % len(texts)], "system": name, "score": -i} for i, name in enumerate(SYSTEMS)
            ]
            row = {"id": str(number), "source": source, "candidates": candidates}
            out.write(json.dumps(row, ensure_ascii=False) + "\n")
    return path


@pytest.fixture(scope="session")
def app(trained: Path, lists: Path) -> Any:
    return served(models=(str(trained),), lists=(str(lists),))


@pytest.fixture(scope="session")
def client(app: Any) -> TestClient:
    return TestClient(app, base_url="http://127.0.0.1:8123", raise_server_exceptions=False)


@pytest.fixture(scope="session")
def address(app: Any) -> Iterator[str]:
    with live(app) as found:
        yield found


@pytest.fixture(scope="session")
def chromium() -> Iterator[Any]:
    from playwright.sync_api import sync_playwright

    if CHROMIUM is None:
        pytest.skip("chromium is not installed")
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield found
        found.close()


@pytest.fixture
def opened(chromium: Any, address: str) -> Iterator[Any]:
    """Opens a page in a window of its own; afterwards nothing was fetched from elsewhere or complained of."""
    problems: list[str] = []
    contexts = []

    def open_page(path: str = "/", *, width: int = 1280, dark: bool = False) -> Any:
        context = chromium.new_context(
            viewport={"width": width, "height": 800}, color_scheme="dark" if dark else "light"
        )
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(20_000)  # a busy machine takes its time
        page.on("console", lambda message: None if REFUSED in message.text else problems.append(message.text))
        page.on("pageerror", lambda error: problems.append(str(error)))
        page.on(
            "request",
            lambda one: None if one.url.startswith((address, "blob:")) else problems.append(one.url),
        )
        page.goto(address + path)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert problems == []
