"""A page with sentences as a person uses it: sort, search, filter, keys, small screens, hostile texts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from manyways.candidates import ReferenceFile, read_systems, with_reference_files
from manyways.choose import Consensus, Gain, choose
from manyways.choose.choosing import order_of
from manyways.metrics.evaluation import evaluate, make_metrics, read_system
from manyways.report.choice import choice_page
from manyways.report.systems import systems_page
from tests.support.browser import CHROMIUM, FLAGS

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(CHROMIUM is None, reason="chromium is not installed"),
]
HOSTILE = '</script><script>document.title="taken"</script><img src=x onerror=\'document.title="taken"\'>'
OVERRIDE = "safe \u202etxt.exe"
ARABIC = "مرحبا بالعالم"


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The addresses of a page of each kind: 60 sentences of three systems, the first ones odd."""
    folder = tmp_path_factory.mktemp("pages")
    texts = {
        "a": [HOSTILE, OVERRIDE, "我爱北京", *(f"the {i} cat sat here" for i in range(57))],
        "b": [HOSTILE, "safe text", "我爱上海", *(f"the {i} cat sits here" for i in range(57))],
        "c": ["short", OVERRIDE, "我爱北京", *(f"a dog {'ran ' * (i % 7)}" for i in range(57))],
    }
    for name, lines in texts.items():
        (folder / f"hyp.{name}.en").write_text("\n".join(lines) + "\n", encoding="utf-8")
    paths = [str(folder / f"hyp.{name}.en") for name in texts]
    (folder / "ref").write_text("\n".join(texts["b"]) + "\n", encoding="utf-8")
    files = ReferenceFile.read_all([folder / "ref"])
    lists = with_reference_files(read_systems(paths), files, path="x")
    lists = lists.with_sources([ARABIC, *(f"Quelle {i}" for i in range(59))])
    by = Consensus()
    rows = order_of(lists, by(lists).values)[lists.sentence_offsets[:-1]]
    choice_page(choose(lists, by), by="mbr", gain=Gain.of(lists, rows)).write(folder / "choice.html")
    metrics = make_metrics(["chrf", "ter"])
    found = {
        name: evaluate(path, read_system(path, files), metrics)
        for name, path in zip(texts, paths, strict=True)
    }
    systems_page(found, baseline="a").write(folder / "scores.html")
    return {name: (folder / f"{name}.html").as_uri() for name in ("choice", "scores")}


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield found
        found.close()


@pytest.fixture
def opened(browser: Any) -> Iterator[Any]:
    """Opens a page in a window of its own; afterwards nothing was fetched and nothing was complained of."""
    problems: list[str] = []
    contexts = []

    def open_page(address: str, *, width: int = 1280, dark: bool = False) -> Any:
        scheme = "dark" if dark else "light"
        context = browser.new_context(viewport={"width": width, "height": 800}, color_scheme=scheme)
        contexts.append(context)
        page = context.new_page()
        page.on("console", lambda message: problems.append(message.text))
        page.on("pageerror", lambda error: problems.append(str(error)))
        page.on("request", lambda one: None if one.url == address else problems.append(one.url))
        page.goto(address)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert problems == []


def ids(page: Any) -> list[str]:
    found: list[str] = page.locator("tbody th").all_inner_texts()
    return found


def test_texts_stay_texts(pages: dict[str, str], opened: Any) -> None:
    page = opened(pages["choice"])
    assert page.title() == "The best of each sentence"
    assert page.locator("table.sentences img").count() == 0
    assert page.locator(".version.first .text").nth(0).inner_text() == HOSTILE
    override = page.locator(".version.first .text").nth(1)
    assert override.inner_text() == "safe U+202Etxt.exe"  # shown, not obeyed


def test_sentences_are_drawn_a_page_at_a_time(pages: dict[str, str], opened: Any) -> None:
    page = opened(pages["choice"])
    assert page.locator(".count").inner_text() == "60 of 60 sentences"
    assert ids(page) == [str(i) for i in range(25)]
    page.get_by_role("button", name="Next").click()
    assert ids(page)[0] == "25"
    assert page.evaluate("document.activeElement.textContent") == "Next"  # where it was
    page.get_by_role("button", name="Next").click()
    assert len(ids(page)) == 10
    assert page.get_by_role("button", name="Next").is_disabled()
    page.get_by_label("Rows per page").select_option("100")
    assert len(ids(page)) == 60


def test_sorting_by_a_column_and_back(pages: dict[str, str], opened: Any) -> None:
    page = opened(pages["choice"])
    button = page.get_by_role("columnheader", name="agreement").get_by_role("button")
    button.press("Enter")
    values = [float(each) for each in page.locator('td[data-title="agreement"]').all_inner_texts()]
    assert values == sorted(values, reverse=True)
    assert page.get_by_role("columnheader", name="agreement").get_attribute("aria-sort") == "descending"
    page.keyboard.press("Enter")  # the focus stays: once more turns it round
    values = [float(each) for each in page.locator('td[data-title="agreement"]').all_inner_texts()]
    assert values == sorted(values)
    page.get_by_role("columnheader", name="№").get_by_role("button").click()
    assert ids(page)[:3] == ["0", "1", "2"]


def test_searching_all_texts(pages: dict[str, str], opened: Any) -> None:
    page = opened(pages["choice"])
    page.keyboard.press("/")
    page.keyboard.type("QUELLE")
    page.locator(".count", has_text="59 of 60").wait_for()
    page.keyboard.type(" 58")  # as a word of a source, and as an id
    page.locator(".count", has_text="2 of 60").wait_for()
    assert ids(page) == ["58", "59"]
    page.keyboard.press("Control+A")
    page.keyboard.type("北京")
    page.locator("tbody th").get_by_text("2", exact=True).wait_for()
    assert ids(page) == ["2"]
    page.keyboard.press("Control+A")
    page.keyboard.type("nowhere")
    page.locator(".count", has_text="0 of 60").wait_for()
    assert ids(page) == []


def test_filtering_by_the_system_that_was_chosen(pages: dict[str, str], opened: Any) -> None:
    page = opened(pages["choice"])
    entries = page.get_by_label("Chosen from").locator("option").all_inner_texts()
    name, count = entries[-1].rstrip(")").split(" (")
    page.get_by_label("Chosen from").select_option(label=entries[-1])
    assert page.locator(".count").inner_text() == f"{count} of 60 sentences"
    for each in page.locator(".version.first .tag bdi").all_inner_texts():
        assert name in each.split(", ")


def test_words_that_differ_are_coloured_and_underlined(pages: dict[str, str], opened: Any) -> None:
    page = opened(pages["choice"])
    row = page.locator("tbody tr").nth(2)
    assert row.locator("mark").all_inner_texts() == ["北京", "上海"]
    looks = row.locator("mark").evaluate_all(
        "all => all.map(e => [getComputedStyle(e).color, getComputedStyle(e).textDecorationStyle,"
        " getComputedStyle(e).textDecorationLine])"
    )
    assert [each[2] for each in looks] == ["underline", "underline"]
    assert looks[0][:2] != looks[1][:2]
    assert looks[0][1] != looks[1][1]  # not by colour alone


def test_a_row_opens_by_keyboard(pages: dict[str, str], opened: Any) -> None:
    page = opened(pages["choice"])
    button = page.locator(".more").nth(3)
    button.press("Enter")
    assert page.locator(".more").nth(3).get_attribute("aria-expanded") == "true"
    assert page.evaluate("document.activeElement.className") == "more"
    assert "ahead of" in page.locator(".rest").inner_text()
    page.keyboard.press("Enter")
    assert page.locator(".rest").count() == 0


def test_scores_against_the_baseline(pages: dict[str, str], opened: Any) -> None:
    page = opened(pages["scores"])
    assert "b is better in 59, worse in 0, equal in 1" in page.locator(".count").inner_text()
    gains = [float(each) for each in page.locator('td[data-title="better by"]').all_inner_texts()]
    assert gains == sorted(gains, reverse=True)  # the biggest wins first
    page.get_by_label("Against a").select_option(label="c")
    page.get_by_label("Show").select_option("worse")
    assert all(each.startswith("−") for each in page.locator('td[data-title="better by"]').all_inner_texts())
    page.get_by_label("Metric").select_option(label="TER")
    assert page.get_by_role("columnheader", name="TER", exact=True).count() == 1
    page.get_by_label("Show").select_option("equal")
    assert {"0.0"} == set(page.locator('td[data-title="better by"]').all_inner_texts())


@pytest.mark.parametrize("kind", ["choice", "scores"])
@pytest.mark.parametrize("dark", [False, True])
def test_small_screens_and_contrast(pages: dict[str, str], opened: Any, kind: str, dark: bool) -> None:
    page = opened(pages[kind], width=360, dark=dark)
    page.locator(".more").first.click()
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    assert page.get_by_role("columnheader", name="agreement" if kind == "choice" else "baseline").is_visible()
    poor = page.evaluate(CONTRAST)
    assert poor == []


def test_right_to_left_texts_are_set_from_the_right(pages: dict[str, str], opened: Any) -> None:
    page = opened(pages["choice"])
    source = page.locator(".from .text").first
    assert source.inner_text() == ARABIC
    assert source.evaluate("e => getComputedStyle(e).direction") == "rtl"
    assert source.evaluate("e => getComputedStyle(e).unicodeBidi") == "isolate"


# Elements with text of their own whose contrast is below 4.5 to 1, the background taken from behind them.
CONTRAST = """() => {
  const channels = (c) => c.match(/[\\d.]+/g).map(Number);
  const linear = (v) => ((v /= 255) <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
  const light = (c) => c.slice(0, 3).map(linear)
    .reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
  const behind = (e) => {
    for (; e; e = e.parentElement) {
      const c = channels(getComputedStyle(e).backgroundColor);
      if (c.length < 4 || c[3] > 0.5) return c;
    }
    return [255, 255, 255];
  };
  const poor = [];
  for (const e of document.querySelectorAll("main *:not(svg *):not(script):not(noscript):not(option)")) {
    if (![...e.childNodes].some((n) => n.nodeType === 3 && n.data.trim()) || e.disabled) continue;
    const [a, b] = [light(channels(getComputedStyle(e).color)), light(behind(e))].sort((x, y) => y - x);
    if ((a + 0.05) / (b + 0.05) < 4.5) poor.push(`${e.tagName} ${e.className}: ${e.textContent}`);
  }
  return poor;
}"""
