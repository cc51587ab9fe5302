"""Knowing what one gets: curves, spreads, pages, colours, and choosing the dials for generated lists."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from rich.console import Console

from manyways import Translator
from manyways.candidates import read, write
from manyways.candidates.shown import marked
from manyways.diverse import Dissimilarity, DiverseSettings, oracle_curve, profile, spread, tune_search
from manyways.errors import ConfigError
from manyways.report import Report
from manyways.report.lists import add_lists, curve_table, curves_of
from manyways.text import toy
from tests.support.commands import manyways_command
from tests.support.lists import lists_of

LISTS = lists_of(
    [("a b c d e", 0.0), ("a b c d f", -0.1), ("x y z w v", -0.5)], [("p q r s", 0.0), ("p q r t", -1.0)]
).with_references(["x y z w v", "p q r t"])


def test_the_oracle_grows_with_the_list_and_ends_at_its_best() -> None:
    curve = oracle_curve(LISTS, (1, 2, 3))
    assert curve[1] <= curve[2] <= curve[3] == pytest.approx(100)
    header, rows = curve_table(curves_of({"all": LISTS, "first": LISTS.cut(1)}))
    assert header[1:] == ["1", "2", "3"]
    assert rows[1][1] == pytest.approx(curve[1])
    assert rows[1][2:] == ["", ""]


def test_the_spread_goes_by_the_first_candidate() -> None:
    quarters = spread(LISTS)
    assert [each.sentences for each in quarters] == [1, 1]
    assert quarters[0].first <= quarters[1].first
    assert quarters[0].maximum == pytest.approx(100)


def test_pairs_are_the_share_that_differs() -> None:
    assert profile(lists_of([("a b c", 0.0), ("a b d", 0.0)])).pairs == pytest.approx(75)
    assert profile(lists_of([("a b a b", 0.0)], [("a b", 0.0)])).pairs == pytest.approx(75)
    assert profile(lists_of([("a", 0.0)])).pairs == 100


def test_a_page_has_tables_and_pictures() -> None:
    report = Report("Lists")
    add_lists(report, {"all": LISTS, "two": LISTS.cut(2)})
    html = report.html()
    assert html.count("<svg") == 2
    assert "self-bleu" in html
    bare = Report("Lists")
    add_lists(bare, {"all": lists_of([("a b", 0.0)])})
    assert "<svg" not in bare.html()


def test_words_that_the_first_has_not_are_coloured() -> None:
    text = marked(["the", "red", "house"], ["a", "red", "small", "house"])
    coloured = {text.plain[span.start : span.end] for span in text.spans if span.style}
    assert text.plain == "a red small house"
    assert coloured == {"a", "small"}
    out = io.StringIO()
    Console(file=out, force_terminal=True, no_color=True, color_system="standard").print(text)
    assert "\x1b[33" not in out.getvalue()


def test_diversify_writes_a_page_and_reads_classes(tmp_path: Path) -> None:
    write(LISTS, tmp_path / "in.jsonl")
    (tmp_path / "classes").write_text("d T\nf T\ne U\n", encoding="utf-8")
    paths = [str(tmp_path / "in.jsonl"), "-m", "2", "--out", str(tmp_path / "out.jsonl")]
    done = manyways_command(
        "diversify", *paths, "--html", str(tmp_path / "page.html"), "--classes", str(tmp_path / "classes")
    )
    assert done.returncode == 0, done.stderr
    assert "<svg" in (tmp_path / "page.html").read_text(encoding="utf-8")
    done = manyways_command("diversify", *paths, "--classes", str(tmp_path / "in.jsonl"), "--force")
    assert done.returncode == 2
    assert "a word and its class" in done.stderr


def test_dials_are_chosen_on_one_search_per_sentence(trained: Path, tmp_path: Path) -> None:
    translator = Translator(trained)
    dev = toy.generate(12, split="dev")
    settings = DiverseSettings(rounds=4)
    trials = translator.tune_diverse(dev.raw_sources, dev.raw_references, settings)
    assert trials[0].value == max(trial.value for trial in trials)
    best = trials[0].settings
    made = translator.diverse(dev.raw_sources, best)
    prepared = [translator.target.prepare(refs, threads=1) for refs in dev.raw_references]
    again = tune_search(
        translator.opened,
        translator.prepare(dev.raw_sources),
        prepared,
        best,
        orders=list(best.dissimilarity.orders),
        strengths=[best.strength],
        search=translator.settings,
    )
    assert again[0].value == pytest.approx(trials[0].value)
    with pytest.raises(ConfigError, match="graph"):
        translator.tune_diverse([], [[]], DiverseSettings(engine="redecode"))
    (tmp_path / "dev.de").write_text("\n".join(dev.raw_sources) + "\n", encoding="utf-8")
    (tmp_path / "dev.en").write_text("\n".join(dev.raw_references[0]) + "\n", encoding="utf-8")
    out = tmp_path / "lists.jsonl"
    arguments = [str(trained), str(tmp_path / "dev.de"), "--diverse", "4", "--out", str(out)]
    done = manyways_command("translate", *arguments, "--tune", str(tmp_path / "dev.en"))
    assert done.returncode == 0, done.stderr
    assert "oracle BLEU" in done.stderr
    assert read(out).sizes.max() == 4 == made.sizes.max()


def test_orders_of_a_mixture_are_replaced_by_the_grid_but_classes_stay(trained: Path) -> None:
    translator = Translator(trained)
    near = Dissimilarity({1: 1.0, 2: 0.5}, classes={"the": "D"}, traits={"length": 1.0})
    dev = toy.generate(3, split="dev")
    settings = DiverseSettings(rounds=2, dissimilarity=near)
    best = translator.tune_diverse(dev.raw_sources, dev.raw_references, settings)[0].settings.dissimilarity
    assert len(best.orders) == 1
    assert best.classes == near.classes
    assert best.traits == near.traits
