"""A whole study as people see it: an admin makes it, two edit, one judges, the analysis is read."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from manyways.web.accounts import Accounts
from manyways.web.people import create_study_app
from manyways.web.serving import serving
from manyways.web.settings import ServeSettings
from manyways.web.store import Store, verify
from manyways.web.studies.creating import find
from manyways.web.studies.results import results_of
from tests.support.browser import CHROMIUM, FLAGS
from tests.support.studies import quick_passwords, sentences

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(CHROMIUM is None, reason="chromium is not installed"),
]
SHOTS = os.environ.get("MANYWAYS_SCREENSHOTS")  # a directory for pictures of all pages
AXE = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]}


class Person:
    """A browser of one's own; what it complained of is an error at the end."""

    def __init__(self, browser: Any, name: str, *, width: int = 1200, dark: bool = False) -> None:
        scheme = "dark" if dark else "light"
        self.name, self.problems = name, list[str]()
        self.context = browser.new_context(
            viewport={"width": width, "height": 800}, color_scheme=scheme, reduced_motion="reduce"
        )
        self.page = self.context.new_page()
        self.page.on("console", lambda message: self.problems.append(message.text))
        self.page.on("pageerror", lambda error: self.problems.append(str(error)))

    def look(self, what: str) -> None:
        """Nothing is cut off, and axe has nothing to say."""
        from axe_playwright_python.sync_playwright import Axe

        if SHOTS:
            self.page.screenshot(path=f"{SHOTS}/study-{what}.png", full_page=True)
        assert self.page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"), what
        found = Axe().run(self.page, options=AXE).response["violations"]
        assert [(each["id"], each["nodes"][0]["html"][:200]) for each in found] == [], what

    def enter(self, link: str) -> None:
        """By an invitation, with the keyboard alone."""
        page = self.page
        page.goto(link)
        page.get_by_label("Choose a name").fill(self.name)
        page.keyboard.press("Enter")
        page.get_by_role("button", name="I agree to take part").press("Enter")
        page.get_by_role("button", name="Begin").press("Enter")


@pytest.fixture
def places(tmp_path: Path) -> Iterator[tuple[str, Store]]:
    for name in ("best", "diverse"):
        rows = [
            {
                "id": each.name,
                "references": [each.reference],
                "candidates": [{"text": text} for text in getattr(each, name)],
            }
            for each in sentences()
        ]
        (tmp_path / f"{name}.jsonl").write_text("".join(f"{json.dumps(row)}\n" for row in rows))
    settings = ServeSettings(port=0)
    with quick_passwords():
        store = Store.open(tmp_path / "s.db", create=True)
        with serving(create_study_app(settings, store), settings) as address:
            yield address, store
        store.close()


def edit(person: Person, count: int) -> None:
    """Texts by keyboard: take one over, add to it, pause once, submit."""
    page = person.page
    for number in range(1, count + 1):
        page.wait_for_selector("form[data-ready]")
        assert page.get_by_role("heading", level=1).inner_text() == f"Text {number}"
        page.keyboard.press(f"Alt+{1 + number % 3}")
        page.keyboard.press("End")
        page.keyboard.type(f" {number}")
        page.wait_for_selector("#state.saved")
        text = page.get_by_label("Your text").input_value()
        shown = page.locator(".shown .text").all_inner_texts()
        assert text == f"{shown[number % 3]} {number}"
        if number == 1:
            person.look(f"edit-{person.name}")
            page.keyboard.press("Control+z")  # a translation that was taken is undone as what is typed
            page.keyboard.press("Control+y")
            page.wait_for_selector("#state.saved")
            page.get_by_role("link", name="Pause").click()
            page.get_by_role("link", name="Go on").click()
            page.wait_for_selector("form[data-ready]")
            assert page.get_by_label("Your text").input_value() == text
        page.keyboard.press("Control+Enter")
        page.wait_for_function("n => !document.title.startsWith(`Text ${n} `)", arg=number)


def test_a_study_from_its_making_to_its_analysis(places: tuple[str, Store], tmp_path: Path) -> None:
    from playwright.sync_api import sync_playwright

    address, store = places
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        admin = Person(browser, "Ada")
        page = admin.page
        page.goto(f"{address}studies")
        assert page.url.endswith("/sign-in")
        admin.look("sign-in")
        page.goto(f"{address}join/{Accounts(store).invite('admin')}")
        page.get_by_label("Choose a name").fill("Ada")
        page.get_by_label("Choose a password").fill("a long password")
        page.get_by_role("button", name="Begin").click()
        page.get_by_role("link", name="New study").click()
        page.get_by_label("Name, of").fill("pilot")
        for label, name in (("Best lists", "best"), ("Diverse lists", "diverse")):
            page.get_by_label(label).set_input_files(tmp_path / f"{name}.jsonl")
        for label, value in (("Sentences", "3"), ("Times", "1"), ("Judges", "1"), ("One check", "0")):
            page.get_by_label(label).fill(value)
        admin.look("new")
        page.get_by_role("button", name="Make the study").click()
        links = {}
        for role, count in (("editors", "2"), ("judges", "1")):
            page.get_by_label("As").select_option(label=role)
            page.get_by_label("How many").fill(count)
            with page.expect_navigation():  # the page before may show the link of another role
                page.get_by_role("button", name="Make a link").click()
            links[role] = page.get_by_label("Invitation").input_value()
        people = [Person(browser, "Bea"), Person(browser, "Cid", width=360, dark=True)]
        for person in people:
            person.enter(links["editors"])
            edit(person, 3)
            assert "nothing left" in person.page.get_by_role("heading", level=1).inner_text()
            person.look(f"end-{person.name}")
        judge = Person(browser, "Dot", width=360)
        judge.enter(links["judges"])
        for number in range(1, 4):
            judge.page.wait_for_selector("form[data-ready]")
            if number == 1:
                judge.look("judge")
            judge.page.keyboard.press(f"Alt+{number}")
            judge.page.wait_for_function("n => !document.title.startsWith(`Pair ${n} `)", arg=number)
        page.goto(f"{address}studies/pilot")
        assert [each.strip() for each in page.locator("tbody td:first-child").all_inner_texts()] == [
            "Bea",
            "Cid",
            "Dot",
        ]
        admin.look("study")
        page.get_by_role("link", name="Analysis").click()
        page.get_by_text("6 of 6 texts are edited, 3 of 3 judgements made").wait_for()
        assert page.locator("figure svg").count() == 2
        admin.look("analysis")
        assert [each.problems for each in (admin, *people, judge)] == [[]] * 4
        browser.close()
    results = results_of(store, find(store, "pilot"))
    assert [each.choice for each in results.judgements].count("same") == 1
    assert all(each.effort.keys["take"] >= 1 and each.effort.seconds > 0 for each in results.edits)
    with store.read() as connection:
        verify(connection, find(store, "pilot").id)
