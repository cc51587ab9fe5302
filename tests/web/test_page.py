"""The page as a translator uses it: type, choose, merge, complete, bring a file and take it home."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from manyways.documents import parse
from tests.conftest import ROOT
from tests.web.conftest import HOSTILE

pytestmark = pytest.mark.browser
TEXT = "Die alte Katze schläft. Der Mann sieht den Hund.\n\nDas ist klein."
DOCUMENTS = ROOT / "tests" / "data" / "documents"


@contextmanager
def translated(page: Any) -> Iterator[None]:
    """What is done in here asks for translations; afterwards they are shown."""
    with page.expect_request("**/v1/translate"):
        yield
    page.locator("#state", has_text=re.compile(r"^\d+ sentences?$")).wait_for()


def translate(page: Any, text: str = TEXT) -> None:
    page.get_by_label("Text to translate").fill(text)
    with translated(page):
        page.get_by_role("button", name="Translate", exact=True).click()


def cards(page: Any) -> Any:
    return page.locator(".sentence")


def text_of(card: Any) -> str:
    found: str = card.locator("textarea").input_value()
    return found


def ways(card: Any) -> list[str]:
    """The candidates without what they leave out."""
    script = """all => all.map(e => {
        const copy = e.cloneNode(true);
        copy.querySelectorAll('s').forEach(s => s.remove());
        return copy.textContent;
    })"""
    found: list[str] = card.locator(".way").evaluate_all(script)
    return found


def axe(page: Any) -> list[str]:
    """What axe finds wrong. It is evaluated, for the page's policy lets no script element in."""
    page.evaluate(_axe_script().read_text("utf-8"))
    rules = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
    found = page.evaluate(f"axe.run(document, {{runOnly: {json.dumps(rules)}}})")
    return [f"{each['id']}: {each['nodes'][0]['html'][:120]}" for each in found["violations"]]


def _axe_script() -> Path:
    import axe_playwright_python

    return next(Path(axe_playwright_python.__path__[0]).rglob("axe.min.js"))


def test_typing_choosing_and_undoing(opened: Any) -> None:
    page = opened()
    translate(page)
    assert cards(page).count() == 3
    first = cards(page).first
    shown = ways(first)
    assert len(shown) == 4
    assert text_of(first) == shown[0]
    first.get_by_role("button", name="Take candidate 2").click()
    assert text_of(first) == shown[1]
    assert first.get_by_role("button", name="Take candidate 2").get_attribute("aria-pressed") == "true"
    first.locator("textarea").press("Alt+3")
    assert text_of(first) == shown[2]
    first.locator("textarea").press("Control+z")
    assert text_of(first) == shown[1]
    first.locator("textarea").press("Control+Shift+Z")
    assert text_of(first) == shown[2]
    first.get_by_role("button", name="Undo").click()
    first.get_by_role("button", name="Undo").click()
    assert text_of(first) == shown[0]
    assert first.get_by_role("button", name="Undo").is_disabled()


def test_differences_are_marked_by_more_than_colour_and_taken_one_by_one(opened: Any) -> None:
    page = opened()
    translate(page)
    card = cards(page).first
    spans = card.locator("li").nth(1).locator("button.span")
    look = spans.first.evaluate(
        "e => [e, e.querySelector('s') || e].map(each => getComputedStyle(each).textDecorationLine)"
    )
    assert "underline" in look[0] or "line-through" in look[1]
    wanted = ways(card)[1]
    for _ in range(20):
        if text_of(card) == wanted:
            break
        card.locator("li").nth(1).locator("button.span").first.click()
    assert text_of(card) == wanted  # all differences, one after another, are the whole candidate


def test_what_is_typed_is_kept_and_the_rest_completed(opened: Any) -> None:
    page = opened()
    translate(page, "Die alte Katze schläft.")
    card = cards(page).first
    best = text_of(card)
    area = card.locator("textarea")
    area.fill("")
    area.type(best[:7])
    card.locator(".ghost", has_text=best[7:]).wait_for()
    area.press("ArrowRight")
    word = best[7:].lstrip().split()[0]
    assert text_of(card) in (best[: best.index(word, 7) + len(word)], best[: len(best)])
    area.press("Control+Enter")
    assert text_of(card) == best
    area.fill("")
    area.type("Zxq ")
    card.locator("[data-part=how]", has_text="nearest").wait_for()
    area.press("Control+Enter")
    assert text_of(card).startswith("Zxq ")
    assert len(text_of(card).split()) > 2


def test_words_that_belong_together_are_shown(opened: Any) -> None:
    page = opened()
    translate(page, "Die alte Katze schläft.")
    card = cards(page).first
    card.locator("li").first.locator("[data-link]").first.hover()
    card.locator(".source mark").wait_for()
    assert card.locator(".source").inner_text() == "Die alte Katze schläft."
    card.locator("li").nth(1).locator("button.span").first.focus()
    card.locator("textarea").click()
    card.locator("textarea").press("Home")
    assert card.locator(".source mark").count() == 1  # of the word at the caret


def test_dials_glossary_keys_and_numbers(opened: Any) -> None:
    page = opened()
    translate(page, "Die alte Katze schläft.")
    card = cards(page).first
    with translated(page):
        page.get_by_label("How many").fill("6")
    assert len(ways(card)) == 6
    with translated(page):
        page.get_by_label("How different").fill("0")
    assert page.get_by_text("by score alone").is_visible()
    page.get_by_label("Keys that take one").select_option("Alt+Shift")
    second = ways(card)[1]
    card.locator("textarea").press("Alt+Shift+Digit2")
    assert text_of(card) == second
    card.get_by_text("Numbers").click()
    assert card.locator("[data-part=numbers] tr").count() == len(ways(card))
    card.get_by_role("button", name="Prove the best").click()
    card.get_by_text("proved optimal under the model").wait_for()
    with translated(page):
        page.get_by_label("How many").fill("5")  # other candidates leave the proof
    assert len(ways(card)) == card.locator("[data-part=numbers] tr").count() == 5
    card.get_by_text("proved optimal under the model").wait_for()
    page.get_by_text("Glossary").click()
    page.get_by_label("A line each").fill("Katze = tomcat")
    with translated(page):
        page.get_by_role("button", name="Translate", exact=True).click()
    assert "tomcat" in ways(card)[0]


def test_texts_stay_texts(opened: Any) -> None:
    page = opened()
    translate(page, HOSTILE)
    assert page.title() == "Translate · Manyways"
    assert page.locator("#results img").count() == 0
    assert cards(page).first.locator(".source").inner_text().startswith("</script>")


@pytest.mark.parametrize("name", ["film.srt", "memory.tmx", "program.po", "unit12.xlf", "unit2.xlf"])
def test_a_file_comes_back_with_what_was_decided(opened: Any, name: str, tmp_path: Path) -> None:
    page = opened()
    page.locator("#upload").set_input_files(DOCUMENTS / name)
    page.locator("#done").wait_for()
    assert page.locator("#file").inner_text().startswith(name)
    card = cards(page).first
    made = "ENTSCHIEDEN " + text_of(card)
    card.locator("textarea").fill(made)
    with page.expect_download() as waiting:
        page.get_by_role("button", name="Download", exact=True).click()
    assert waiting.value.suggested_filename == name
    waiting.value.save_as(tmp_path / name)
    before, after = (DOCUMENTS / name).read_bytes(), (tmp_path / name).read_bytes()
    assert b"ENTSCHIEDEN" in after
    at = 0
    for piece in parse(before, name, source="de", target="en").skeleton:  # all else is as it was
        found = after.find(piece, at)
        assert found >= 0
        at = found + len(piece)
    assert after.endswith(piece)
    if name.endswith(".xlf"):
        quality = (
            rb'<alt-trans match-quality="\d+\.\d%">' if name == "unit12.xlf" else rb' matchQuality="\d+\.\d">'
        )
        assert re.search(quality, after)


def test_plain_text_keeps_its_white_space(opened: Any, tmp_path: Path) -> None:
    given = "\r\n  Die Katze schläft.  Der Mann sieht den Hund.\r\n\r\n\tDas ist klein.\r\n"
    path = tmp_path / "text.txt"
    path.write_bytes(given.encode())
    page = opened()
    page.locator("#upload").set_input_files(path)
    page.locator("#done").wait_for()
    for number in range(3):
        cards(page).nth(number).locator("textarea").fill(f"<{number}>")
    with page.expect_download() as waiting:
        page.get_by_role("button", name="Download", exact=True).click()
    waiting.value.save_as(tmp_path / "out.txt")
    assert (tmp_path / "out.txt").read_bytes() == b"\r\n  <0>  <1>\r\n\r\n\t<2>\r\n"


def test_a_file_that_cannot_be_read_is_explained(opened: Any, tmp_path: Path) -> None:
    path = tmp_path / "<b>.xlf"
    path.write_bytes(b"<?xml version='1.0'?><xliff><file>")
    page = opened()
    page.locator("#upload").set_input_files(path)
    page.locator("#error:not([hidden])").wait_for()
    assert "<b>.xlf" in page.locator("#error").inner_text()


def test_lists_are_browsed_searched_and_chosen_from(opened: Any, tmp_path: Path) -> None:
    page = opened("/lists")
    page.get_by_text("1–25 of 60 sentences").wait_for()
    assert page.locator("#results img").count() == 0
    hostile = cards(page).first
    assert text_of(hostile) == HOSTILE
    assert hostile.locator(".by").first.inner_text().count("system-") == 7
    chinese = cards(page).nth(2)
    assert chinese.locator("li").nth(1).locator("button.span").all_inner_texts() == ["上海"]
    chinese.locator("textarea").press("Alt+2")
    page.get_by_text("1 chosen").wait_for()
    page.get_by_role("button", name="Next").click()
    page.get_by_text("26–50 of 60").wait_for()
    page.get_by_label("Search").fill("satz 42")
    page.get_by_text("1–1 of 1 sentences").wait_for()
    page.get_by_label("Search").fill("")
    page.get_by_text("of 60 sentences").wait_for()
    page.get_by_label("Differs from the first in").select_option("system-B")
    page.get_by_text("1–25 of 60 sentences").wait_for()
    with page.expect_download() as waiting:
        page.get_by_role("button", name="Download choices").click()
    waiting.value.save_as(tmp_path / "choices.txt")
    lines = (tmp_path / "choices.txt").read_text("utf-8").split("\n")
    assert len(lines) == 61
    assert lines[2:4] == ["我爱上海", "the 3 cat sat here"]


def test_right_to_left(opened: Any) -> None:
    page = opened("/lists")
    arabic = cards(page).nth(1)
    arabic.wait_for()
    for place in (".way", "textarea"):
        assert arabic.locator(place).first.evaluate("e => getComputedStyle(e).direction") == "rtl"
    assert arabic.locator(".source").evaluate("e => getComputedStyle(e).direction") == "ltr"


def test_by_keyboard_alone(opened: Any) -> None:
    page = opened()
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "skip"
    page.get_by_label("Text to translate").focus()
    page.keyboard.type("Die alte Katze schläft.")
    with translated(page):
        page.keyboard.press("Control+Enter")
    seen = []
    for _ in range(40):
        page.keyboard.press("Tab")
        here = page.evaluate(
            "(e => [e.className, e.tagName, getComputedStyle(e).outlineStyle])(document.activeElement)"
        )
        seen.append(here)
        if here[0] == "take" and [each[0] for each in seen].count("take") == 2:
            break
    assert seen[-1][0] == "take"
    assert all(each[2] != "none" or each[1] == "TEXTAREA" for each in seen)  # a text's frame has the outline
    second = ways(cards(page).first)[1]
    page.keyboard.press("Enter")
    assert text_of(cards(page).first) == second


@pytest.mark.parametrize(
    "path, width, dark",
    [
        ("/", 1280, False),
        ("/", 360, True),
        ("/lists", 360, False),
        ("/lists", 1280, True),
        ("/api", 360, False),
    ],
)
def test_everybody_can_use_it(opened: Any, path: str, width: int, dark: bool) -> None:
    page = opened(path, width=width, dark=dark)
    if path == "/":
        translate(page)
        cards(page).first.get_by_text("Numbers").click()
    elif path == "/lists":  # a few sentences are enough: axe looks at every element
        page.get_by_label("Search").fill("satz 42")
        page.get_by_text("1–1 of 1 sentences").wait_for()
    assert axe(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    small = page.evaluate("""
        [...document.querySelectorAll('button, a, select, input:not(.hidden), summary')]
          .filter(e => e.checkVisibility()).map(e => [e.className, e.getBoundingClientRect()])
          .filter(([name, r]) => (r.height < 24 || r.width < 24) && r.width > 1).map(([name]) => name)""")
    assert [each for each in small if each != "skip"] == []


def test_on_paper_there_are_texts_and_no_tools(opened: Any) -> None:
    page = opened()
    translate(page)
    page.emulate_media(media="print")
    card = cards(page).first
    assert card.locator(".mirror").evaluate("e => getComputedStyle(e).color") != "rgba(0, 0, 0, 0)"
    assert not card.locator(".ways").is_visible()
    assert not page.locator("#ask").is_visible()


def test_modules_by_themselves(opened: Any) -> None:
    page = opened()
    found = page.evaluate(
        """async () => {
          const { hunks, merged, words } = await import("/static/diff.js");
          const { History } = await import("/static/history.js");
          const all = (a, b) => {
            for (let i = 0; i < 50 && hunks(a, b).length; i++) a = merged(a, b, hunks(a, b)[0]);
            return a;
          };
          const mixed = "Don't go, 北京 a-b ⟦12⟧!";
          const history = new History("a");
          history.add("ab", { typing: true, now: 0 });
          history.add("abc", { typing: true, now: 100 });
          history.add("x");
          const back = [history.undo(), history.undo(), history.undo(), history.redo()];
          history.add("other");
          return {
            words: words(mixed).map((w) => mixed.slice(w.start, w.end)),
            same: hunks("a b c", "a b c").length,
            merged: all("Today the cat sleeps here", "The cat sleeps, today"),
            chinese: all("我爱北京", "我也爱上海"),
            empty: all("", "a b"), gone: all("a b", ""),
            back, redoable: history.redoable,
          };
        }"""
    )
    assert found == {
        "words": ["Don't", "go", ",", "北", "京", "a-b", "⟦12⟧", "!"],
        "same": 0,
        "merged": "The cat sleeps, today",
        "chinese": "我也爱上海",
        "empty": "a b",
        "gone": "",
        "back": ["abc", "a", "a", "abc"],
        "redoable": False,
    }
