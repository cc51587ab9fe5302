"""A report as a person sees it: in a browser, with no network."""

from __future__ import annotations

from pathlib import Path

import pytest

from manyways.report import Report
from manyways.report.svg import Plot
from tests.support.browser import CHROMIUM, FLAGS

pytestmark = pytest.mark.browser


@pytest.mark.skipif(CHROMIUM is None, reason="chromium is not installed")
def test_a_report_opens_and_fetches_nothing(tmp_path: Path) -> None:
    from playwright.sync_api import sync_playwright

    report = Report("A <report>")
    report.section("Numbers")
    report.table(["name", "value"], [["many words " * 30, 1.5]], caption="caption")
    plot = Plot()
    plot.line([1, 2], [3, 4])
    report.figure(plot, "A line.")
    report.write(tmp_path / "report.html")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        page = browser.new_page(viewport={"width": 800, "height": 600})
        problems: list[str] = []
        fetched: list[str] = []
        page.on("console", lambda message: problems.append(message.text))
        page.on("pageerror", lambda error: problems.append(str(error)))
        page.on("request", lambda request: fetched.append(request.url))
        page.goto((tmp_path / "report.html").as_uri())
        assert page.title() == "A <report>"
        assert page.locator("td.number").inner_text() == "1.50"
        picture = page.locator("figure svg").bounding_box()
        assert picture is not None
        assert picture["width"] > 300
        assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
        assert problems == []
        assert fetched == [(tmp_path / "report.html").as_uri()]
        browser.close()
